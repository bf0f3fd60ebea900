"""A private PostgreSQL for one run: durable as in production, in a folder that goes away afterwards."""

import os
import pathlib
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile

# The same server for the yardstick and for Coffer. Checkpoints are rare, so that none falls into one phase only;
# whatever trades durability for speed stays off.
SETTINGS = {
    "listen_addresses": "''",
    "fsync": "on",
    "synchronous_commit": "on",
    "full_page_writes": "on",
    "max_connections": "200",
    "shared_buffers": "512MB",
    "max_wal_size": "8GB",
    "checkpoint_timeout": "1h",
}
# Debian keeps them out of PATH.
BIN = next((path for path in sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
PORT = 5432  # the name of the socket only: nothing listens on the network
USER = "postgres"


class Cluster:
    """`with Cluster() as cluster:` makes, starts and in the end removes a server.

    PostgreSQL refuses to run as root: then it runs as the user that Debian's package made.
    """

    def __enter__(self):
        if BIN is None:
            raise SystemExit("bench: no PostgreSQL below /usr/lib/postgresql: run scripts/setup")
        # Not /tmp: that may be memory, and a commit there costs nothing.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="coffer-bench-", dir="/var/tmp"))
        self.data = self.folder / "data"
        # Being ended also ends the server and removes the folder; not in the middle of initdb, which would go on.
        early = []
        signal.signal(signal.SIGTERM, lambda *_: early.append(True))
        try:
            self._start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        if early:
            self.__exit__()
            sys.exit(1)
        return self

    def _start(self):
        if os.geteuid() == 0:
            owner = pwd.getpwnam(USER)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self.folder.chmod(0o755)
        self._server("initdb", "--pgdata", self.data, "--username", USER, "--auth", "trust", "--encoding", "UTF8",
                     "--locale", "C.UTF-8", "--data-checksums")
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            file.writelines(f"{name} = {value}\n" for name, value in SETTINGS.items())
            file.write(f"unix_socket_directories = '{self.folder}'\nport = {PORT}\n")
        self._server("pg_ctl", "--pgdata", self.data, "--wait", "--log", self.folder / "log", "start")

    def __exit__(self, *_):
        self._server("pg_ctl", "--pgdata", self.data, "--wait", "--mode", "fast", "stop")
        shutil.rmtree(self.folder)

    def url(self, database, user=USER):
        return f"postgresql://{user}@/{database}?host={self.folder}&port={PORT}"

    def create(self, database):
        self.sql("postgres", f"CREATE DATABASE {database}")

    def sql(self, database, text):
        """Runs SQL and returns what it printed, unaligned."""
        return self._client("psql", "--quiet", "--no-psqlrc", "--set", "ON_ERROR_STOP=1", "--tuples-only",
                            "--no-align", "--dbname", self.url(database), "--file", "-", input=text).strip()

    def pgbench(self, database, script, seconds, clients, *options):
        """Transactions a second."""
        output = self._client("pgbench", "--no-vacuum", "--protocol", "prepared", "--client", str(clients), "--jobs",
                              "1", "--time", str(seconds), "--file", script, *options, self.url(database))
        lines = [line for line in output.splitlines() if line.startswith("tps = ")]
        return float(lines[0].split()[2])

    def _client(self, program, *arguments, input=None):
        return subprocess.run([BIN / program, *arguments], input=input, check=True, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE).stdout

    def _server(self, program, *arguments):
        command = [BIN / program, *arguments]
        if os.geteuid() == 0:
            command = ["runuser", "--user", USER, "--", *command]
        done = subprocess.run(command, cwd="/", text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL)
        if done.returncode != 0:
            log = self.folder / "log"
            raise SystemExit(f"bench: {program} failed: {done.stderr or log.read_text()[-2000:]}")
