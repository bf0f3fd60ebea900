"""Faults on purpose, and a judge that shares no code with the service."""
