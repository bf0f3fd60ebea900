"""Everything the measures need of the `coffer` binary: its commands, settings and tables, in this one place."""

import contextlib
import dataclasses
import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import tempfile
import time

# A login role with the rights of production: it cannot rewrite the journal.
SERVICE_ROLE = "coffer"
WALLETS = 100_000
START_SECONDS_MAX = 60
SWEEP_SECONDS_MAX = 300


class Missing(Exception):
    """The binary cannot do what a measure needs; the text says what."""


@dataclasses.dataclass
class Exported:
    seconds: float
    lines: int
    # The most that the process ever had in memory; a little more than itself, as it began as a copy of this one.
    memory_mib: float = 0


def processor_seconds():
    """What ended child processes have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def days():
    """All that was recorded in this run."""
    now = time.time()
    first, last = (time.strftime("%Y-%m-%d", time.gmtime(now + shift * 86_400)) for shift in (-1, 2))
    return ["--from", first, "--to", last]


def lines_of(path):
    with open(path, "rb") as file:
        return sum(1 for _ in file)


class Coffer:
    def __init__(self, folder, cluster, database="coffer", wallets=WALLETS):
        self.folder = pathlib.Path(folder)
        self.cluster = cluster
        self.database, self.wallets = database, wallets
        self.process = None
        self.port = None
        self.key = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("COFFER_")},
            "DATABASE_URL": cluster.url(database, SERVICE_ROLE),
            "COFFER_MIGRATE_URL": cluster.url(database),
            "COFFER_MODE": "development",
            "COFFER_BUNDLE_IDS": "com.example.bench=1",
            "COFFER_LISTEN": f"127.0.0.1:{self.port}",
        }

    # Wiring: one method for each command.

    def prepare(self, spends=0):
        """Schema, catalogue, wallets with coins (and one hot one) that have spent so often already, a key."""
        self.cluster.create(self.database)
        self._command("migrate")
        self.cluster.sql(self.database, f"""DO $$ BEGIN IF to_regrole('{SERVICE_ROLE}') IS NULL THEN
            CREATE ROLE {SERVICE_ROLE} LOGIN IN ROLE coffer_service; END IF; END $$""")
        self._command("bench-seed", "--wallets", str(self.wallets), "--spends", str(spends))
        self.cluster.sql(self.database, "VACUUM ANALYZE")
        scopes = "spend,read,topup"
        self.key = self._command("key", "create", "--name", "bench", "--scope", scopes).split()[-1]

    def sign_purchases(self, files, count, folder):
        """Files with so many signed purchases each, and the setting with which the service believes them."""
        everything = pathlib.Path(folder) / "purchases"
        with open(everything, "w", encoding="utf-8") as lines:
            self._command("bench-purchases", "--count", str(files * count), "--data", str(folder), stdout=lines)
        parts = [everything.with_suffix(f".{number}") for number in range(files)]
        with open(everything, encoding="utf-8") as lines:
            for part in parts:
                with open(part, "w", encoding="utf-8") as file:
                    file.writelines(next(lines) for _ in range(count))
        everything.unlink()
        return parts, {"COFFER_EXTRA_ROOTS": f"{folder}/roots.pem"}

    def warm_up(self, connections, *flags):
        """Every user spends once: from then on the service knows whose wallet is whose, as it would after an hour."""
        return self.load(SWEEP_SECONDS_MAX, connections, "--sweep", *flags)

    def load(self, seconds, connections, *flags):
        """Spends over HTTP (with --mixed other calls too); the load generator's figures."""
        command = [self.folder / "coffer-load", "--port", str(self.port), "--key", self.key, "--seconds", str(seconds),
                   "--connections", str(connections), "--users", str(self.wallets), *flags]
        figures = json.loads(subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE).stdout)
        if figures["ok"] == 0 or figures["errors"] > 0 or figures["refused"] > 0:
            raise Missing(f"the service answered {figures}")
        return figures

    def verifications_per_second(self, seconds):
        """For one core's whole time, chain known: by processor time, as openssl speed counts by default."""
        before = processor_seconds()
        rate = float(self._command("bench-verify", "--seconds", str(seconds)).split()[-1])
        return rate * seconds / (processor_seconds() - before)

    def export(self):
        """The journal's export of everything there is."""
        with tempfile.NamedTemporaryFile(dir=self.cluster.folder) as file:
            seconds, memory = self._measured("export", "journal", *days(), "--format", "csv", stdout=file)
            return Exported(seconds, lines_of(file.name), memory)

    def export_books(self):
        """The books' journal (R1) of everything there is."""
        with tempfile.TemporaryDirectory(dir=self.cluster.folder) as folder:
            seconds, memory = self._measured(
                "export", "books", *days(), "--reports", "journal_lines", "--out", folder, stdout=subprocess.DEVNULL)
            return Exported(seconds, lines_of(f"{folder}/journal_lines.csv"), memory)

    def copy(self):
        """COPY of the journal's rows in the order of its export."""
        start = time.monotonic()
        with tempfile.NamedTemporaryFile(dir=self.cluster.folder) as file:
            text = "COPY (SELECT * FROM coffer.entries ORDER BY at, bucket, wallet, sequence) TO STDOUT (FORMAT csv)"
            url = self.cluster.url(self.database)
            subprocess.run(["psql", "--no-psqlrc", "--quiet", "--dbname", url, "--command", text], check=True,
                           stdout=file)
            return Exported(time.monotonic() - start, lines_of(file.name))

    def resident_mib(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+(\d+) kB", status)[1]) / 1024

    @contextlib.contextmanager
    def serving(self, **settings):
        """The service with these settings, started and waited for; stopped as an operator would."""
        log = self.cluster.folder / f"{self.database}.log"
        with open(log, "wb") as output:
            self.process = subprocess.Popen([self.folder / "coffer", "serve"], env=self.environment | settings,
                                            stdout=output, stderr=subprocess.STDOUT)
        try:
            self._wait_until_up(log)
            yield self
        finally:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(timeout=START_SECONDS_MAX)

    def _wait_until_up(self, log):
        end = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.05)
        raise Missing(f"the service did not start: {log.read_text(errors='replace')[-2000:]}")

    def _measured(self, *arguments, stdout):
        """Seconds that a command took, and the most MiB that it ever had in memory."""
        start = time.monotonic()
        with tempfile.TemporaryFile(dir=self.cluster.folder) as errors:
            process = subprocess.Popen([self.folder / "coffer", *arguments], env=self.environment, stdout=stdout,
                                       stderr=errors)
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode != 0:
                errors.seek(0)
                raise Missing(f"coffer {' '.join(arguments)}: {errors.read().decode(errors='replace').strip()}")
        return time.monotonic() - start, used.ru_maxrss / 1024

    def _command(self, *arguments, stdout=subprocess.PIPE):
        binary = self.folder / "coffer"
        if not binary.exists():
            raise Missing(f"no {binary}: build it first (make bench does)")
        done = subprocess.run([binary, *arguments], env=self.environment, text=True, stdout=stdout,
                              stderr=subprocess.PIPE)
        if done.returncode != 0:
            raise Missing(f"coffer {' '.join(arguments)}: {done.stderr.strip() or f'status {done.returncode}'}")
        return done.stdout
