"""A private PostgreSQL that can be killed, stopped and started again, durable as in production."""

import os
import pathlib
import pwd
import re
import shutil
import signal
import subprocess
import tempfile
import time

from .books import ask

BIN = next((path for path in sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)), None)
OWNER = "postgres"
PORT = 5432  # the name of the socket only: nothing listens on the network
# A lane looks for a deadlock once, this long after it began to wait, and gives up waiting after a second: a case that
# makes one has that long to take the other row.
DEADLOCK_LOOK = "600ms"
SETTINGS = {
    "listen_addresses": "''", "fsync": "on", "synchronous_commit": "on", "full_page_writes": "on",
    "max_connections": "60", "shared_buffers": "32MB", "deadlock_timeout": DEADLOCK_LOOK, "log_min_messages": "log",
    "autovacuum": "off", "recovery_init_sync_method": "syncfs", "restart_after_crash": "on",
    "client_connection_check_interval": "1s",
}
START_SECONDS_MAX = 60


class Cluster:
    """Folder, data and log of one server. PostgreSQL refuses to run as root: then it runs as Debian's user."""

    def __init__(self, settings=None, data=None, wal=None, options=(), copy_of=None):
        if BIN is None:
            raise SystemExit("faults: no PostgreSQL below /usr/lib/postgresql: run scripts/setup")
        # Not /tmp: that may be memory, and a commit there costs nothing.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="coffer-faults-", dir="/var/tmp"))
        self.data, self.log = pathlib.Path(data or self.folder / "data"), self.folder / "log"
        self.socket = self.folder / f".s.PGSQL.{PORT}"
        try:
            self._make(settings, wal, options, copy_of)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise

    def _make(self, settings, wal, options, copy_of):
        self._own(self.folder)
        if copy_of is not None:
            subprocess.run(["cp", "--archive", copy_of.data, self.data], check=True)
        else:
            extra = ["--waldir", str(wal)] if wal else []
            self._server("initdb", "--pgdata", self.data, "--username", OWNER, "--auth", "trust", "--encoding", "UTF8",
                         "--locale", "C.UTF-8", "--data-checksums", "--no-sync", *extra, *options)
        with open(self.data / "postgresql.conf", "a", encoding="utf-8") as file:
            # The last line of a name counts.
            file.writelines(f"{name} = {value}\n" for name, value in {**SETTINGS, **(settings or {})}.items())
            file.write(f"unix_socket_directories = '{self.folder}'\nport = {PORT}\n")

    def _own(self, path):
        if os.geteuid() == 0:
            owner = pwd.getpwnam(OWNER)
            os.chown(path, owner.pw_uid, owner.pw_gid)
            os.chmod(path, 0o755)

    def start(self):
        end = time.monotonic() + START_SECONDS_MAX
        while True:
            try:
                return self._server("pg_ctl", "--pgdata", self.data, "--wait", "--log", self.log, "start")
            except RuntimeError:
                # Backends of a killed server may still be on their way out.
                if time.monotonic() > end:
                    raise
                time.sleep(0.1)

    def revive(self):
        """Up again, whether it has restarted by itself or is dead."""
        try:
            self._server("pg_ctl", "--pgdata", self.data, "status")
        except RuntimeError:
            self.start()
        end = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < end:
            try:
                return self.sql("postgres", "SELECT 1")
            except RuntimeError:
                time.sleep(0.1)
        raise RuntimeError(f"PostgreSQL does not come back: {self.log_tail()}")

    def stop(self, mode="fast"):
        self._server("pg_ctl", "--pgdata", self.data, "--wait", "--mode", mode, "stop")

    def postmaster(self):
        return int((self.data / "postmaster.pid").read_text().split("\n")[0])

    def processes(self):
        """The postmaster and its children."""
        postmaster = self.postmaster()
        children = pathlib.Path(f"/proc/{postmaster}/task/{postmaster}/children").read_text()
        return [postmaster, *map(int, children.split())]

    def kill9(self):
        os.kill(self.postmaster(), signal.SIGKILL)

    def freeze(self):
        for process in self.processes():
            os.kill(process, signal.SIGSTOP)

    def thaw(self):
        for process in self.processes():
            os.kill(process, signal.SIGCONT)

    def remove(self):
        try:
            if (self.data / "postmaster.pid").exists():
                self.stop("immediate")
        except (RuntimeError, OSError):
            pass  # it is dead already
        shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database, user=OWNER):
        return f"postgresql://{user}@/{database}?host={self.folder}&port={PORT}"

    def sql(self, database, text):
        return ask(self.url(database), text).strip()

    def log_tail(self, lines=30):
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:]) if self.log.exists() else ""

    def panics(self):
        return len(re.findall(r"\bPANIC:", self.log.read_text(errors="replace")))

    def _server(self, program, *arguments):
        command = [str(part) for part in (BIN / program, *arguments)]
        if os.geteuid() == 0:
            command = ["runuser", "--user", OWNER, "--", *command]
        done = subprocess.run(command, cwd="/", text=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE if program == "initdb" else subprocess.DEVNULL)
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {done.stderr or self.log_tail()}")
