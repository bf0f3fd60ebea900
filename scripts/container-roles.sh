#!/bin/sh
# Runs once in the PostgreSQL container, before its first start: the service's login role. It is a member of
# coffer_service, whose rights the migrations grant; it owns nothing and cannot rewrite the journal.
set -eu

psql --no-psqlrc --set ON_ERROR_STOP=1 --set password="$COFFER_SERVICE_PASSWORD" \
    --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE coffer_service NOLOGIN;
CREATE ROLE coffer LOGIN PASSWORD :'password' IN ROLE coffer_service;
SQL
