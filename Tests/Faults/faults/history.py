"""What the clients sent and what they were told, one JSON line an event.

A `send` is on disk before its request leaves, an `answer` after its last byte was read: so the checker may say of every
request whether it can have reached the service, and of every answer that somebody relied on it.
"""

import json
import threading
import time


class History:
    """Written by many threads. `t` is the monotonic clock in nanoseconds, `wall` the time of day in microseconds."""

    def __init__(self, path):
        self.path = path
        self._file = open(path, "a", encoding="utf-8")
        self._lock = threading.Lock()

    def send(self, intention, attempt):
        self._write({"event": "send", "attempt": attempt, **intention.facts()})

    def answer(self, intention, attempt, answer):
        self._write({"event": "answer", "n": intention.n, "attempt": attempt, "status": answer.status,
                     "replayed": answer.replayed, "body": answer.body})

    def no_answer(self, intention, attempt, why):
        self._write({"event": "no_answer", "n": intention.n, "attempt": attempt, "why": why})

    def note(self, event, **facts):
        """What the checker does not judge: faults, phases."""
        self._write({"event": event, **facts})

    def close(self):
        self._file.close()

    def _write(self, line):
        line["t"] = time.monotonic_ns()
        line["wall"] = time.time_ns() // 1_000
        with self._lock:
            self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()


class Told:
    """One intention as the history has it: what was wanted, every attempt, every answer."""

    def __init__(self, line):
        self.n, self.op, self.user, self.key = line["n"], line["op"], line["user"], line.get("key")
        self.body, self.transaction, self.about = line["body"], line.get("transaction"), line.get("about")
        self.sent, self.sent_wall = line["t"], line["wall"]
        self.sends = {}
        self.answers = []

    def note_send(self, line):
        self.sends[line["attempt"]] = line

    def note_answer(self, line):
        send = self.sends.get(line["attempt"], {"t": self.sent, "wall": self.sent_wall})
        self.answers.append(Said(line, send))

    @property
    def accepted(self):
        return [said for said in self.answers if said.status == 200]

    @property
    def acknowledged(self):
        """When somebody first knew that it is done; None if nobody does."""
        return min((said.t for said in self.accepted), default=None)


class Said:
    """One answer, with the moments between which it was decided."""

    def __init__(self, line, send):
        self.status, self.text, self.replayed = line["status"], line["body"], line["replayed"]
        self.sent, self.sent_wall, self.t, self.wall = send["t"], send["wall"], line["t"], line["wall"]
        try:
            self.body = json.loads(self.text)
        except ValueError:
            self.body = {}

    @property
    def code(self):
        return self.body.get("code", "")


def read(path):
    """Every intention by its number. A torn last line (the generator was killed) says nothing."""
    told = {}
    with open(path, encoding="utf-8") as lines:
        for text in lines:
            if not text.endswith("\n"):
                break
            line = json.loads(text)
            if line["event"] == "send":
                told.setdefault(line["n"], Told(line)).note_send(line)
            elif line["event"] == "answer":
                # An answer to what was never sent is a counter-example of its own: see answers.py.
                told.setdefault(line["n"], Told({"op": "?", "user": "?", "body": {}, **line})).note_answer(line)
    return told
