"""`coffer serve` on a database of its own: made, started, killed, started again on the same port."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import time

DATABASE = "coffer"
ROLE = "coffer_faults"
CALLER = "faults"
BUNDLE = "com.example.faults"
START_SECONDS_MAX = 60
STOP_SECONDS_MAX = 30
PRICES = {"ten": 10, "forty": 40, "dear": 100_000, "free": 0}
COURSES = ["course-1", "course-2"]
COURSE_PRICE = 25
PACKS = (100, 200, 500, 1000)

CATALOGUE = f"""
SET search_path = coffer, pg_catalog;
INSERT INTO packs SELECT 'coins_' || n, '{BUNDLE}', 'com.example.coins.' || n, n || ' coins', 1, 'epoch', 1
    FROM unnest(ARRAY[100, 200, 500, 1000]) n;
INSERT INTO pack_versions SELECT 'coins_' || n, 1, n, CASE WHEN n >= 500 THEN n / 10 ELSE 0 END, 'epoch', 'epoch', 1
    FROM unnest(ARRAY[100, 200, 500, 1000]) n;
INSERT INTO items VALUES {', '.join(f"('{i}', '{i}', 2, 2, 'epoch', 1)" for i in PRICES)},
    {', '.join(f"('{i}', '{i}', 1, 2, 'epoch', 1)" for i in COURSES)};
INSERT INTO item_prices VALUES
    {', '.join(f"('{i}', 1, 1, {p}, {str(p == 0).lower()}, 'epoch', NULL, 'epoch', 1)" for i, p in PRICES.items())},
    {', '.join(f"('{i}', 1, 1, {COURSE_PRICE}, false, 'epoch', NULL, 'epoch', 1)" for i in COURSES)};
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Service:
    """One process at a time. `database_port` leads it to its database by a proxy; None: by the server's socket."""

    def __init__(self, binary, cluster, store, work, database_port=None, settings=None):
        self.binary, self.cluster, self.work = str(binary), cluster, pathlib.Path(work)
        self.port, self.process, self.logs = free_port(), None, []
        where = (f"host=127.0.0.1 port={database_port} sslmode=disable" if database_port
                 else f"host={cluster.folder} port=5432")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("COFFER_")},
            "DATABASE_URL": f"{where} user={ROLE} dbname={DATABASE}", "COFFER_MIGRATE_URL": cluster.url(DATABASE),
            "COFFER_MODE": "development", "COFFER_BUNDLE_IDS": f"{BUNDLE}=1234567890",
            # One client adjusts all the time.
            "COFFER_LISTEN": f"127.0.0.1:{self.port}", "COFFER_DRAIN_DELAY_MS": "0", "COFFER_LANES": "1",
            "COFFER_ADJUST_LIMIT": "1000000000", "SWIFT_BACKTRACE": "enable=no", **(settings or {}),
        }
        if store is not None:
            self.environment["COFFER_EXTRA_ROOTS"] = str(store.roots)
        self.key = self.second_key = None

    def prepare(self):
        """Schema, role, catalogue, key."""
        self.cluster.sql("postgres", f"CREATE DATABASE {DATABASE}; CREATE ROLE {ROLE} LOGIN")
        self.command("migrate")
        self.cluster.sql(DATABASE, f"GRANT coffer_service TO {ROLE};\n{CATALOGUE}")
        # Made by the way that every command goes; the key is the last word.
        scopes = "read,topup,spend,grant,support,users"
        self.key = self.command("key", "create", "--name", CALLER, "--scope", scopes).split()[-1]
        self.second_key = self.command("key", "create", "--name", "second", "--scope", "support").split()[-1]

    def command(self, *arguments):
        environment = {**self.environment, "DATABASE_URL": self.cluster.url(DATABASE)}
        done = subprocess.run([self.binary, *arguments], env=environment, text=True, capture_output=True)
        if done.returncode != 0:
            raise RuntimeError(f"coffer {' '.join(arguments)}: {done.stderr.strip()}")
        return done.stdout

    def start(self, fault=None):
        """Returns once it answers. `fault`: point:action:nth, for COFFER_FAULT."""
        log = self.work / f"service-{len(self.logs)}.log"
        self.logs.append(log)
        environment = {**self.environment, **({"COFFER_FAULT": fault} if fault else {})}
        with open(log, "wb") as output:
            self.process = subprocess.Popen([self.binary, "serve"], env=environment, stdout=output, stderr=output)
        end = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return self
            time.sleep(0.02)
        raise RuntimeError(f"the service did not start: {self.log_tail()}")

    def log_tail(self, lines=20):
        return "\n".join(self.logs[-1].read_text(errors="replace").splitlines()[-lines:])

    def is_stopped(self):
        """Whether it has stopped itself at its fault point."""
        return self._state() == "T"

    def is_gone(self):
        return self.process.poll() is not None

    def _state(self):
        with contextlib.suppress(OSError):
            return pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        return "X"

    def signal(self, number):
        self.process.send_signal(number)

    def kill9(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
        if self.process:
            self.process.wait()

    def stop(self):
        """As an operator would; says so if it does not end well."""
        self.process.send_signal(signal.SIGCONT)
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(STOP_SECONDS_MAX)
        except subprocess.TimeoutExpired:
            self.kill9()
            return None

    def read(self, path):
        """The status of a read."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.request("GET", path, headers={"Authorization": f"Bearer {self.key}"})
        status = connection.getresponse().status
        connection.close()
        return status

    def metrics(self):
        """Counters by name, labels left out and summed."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=5)
        connection.request("GET", "/metrics", headers={"Authorization": f"Bearer {self.key}"})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"/metrics answers {answer.status}")
        counts = {}
        for name, value in re.findall(r"^(\w+)(?:\{[^}]*\})? (-?\d+)$", text, re.MULTILINE):
            counts[name] = counts.get(name, 0) + int(value)
        return counts

    def events(self, name):
        """Lines of the logs of all its processes that have this message."""
        found = []
        for log in self.logs:
            for line in log.read_text(errors="replace").splitlines():
                with contextlib.suppress(ValueError):
                    event = json.loads(line)
                    if event.get("message") == name:
                        found.append(event)
        return found
