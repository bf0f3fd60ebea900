"""Everything a case plays on: database, App Store, service, clients, and the checker at its end."""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from .cluster import Cluster
from .history import History
from .load import Load
from .service import CALLER, DATABASE, Service
from .store import Store

ROOT = pathlib.Path(__file__).resolve().parent.parent
QUIET_SECONDS_MAX = 60
POLL_SECONDS = 0.05


class Failed(Exception):
    """A case did not end as it must; the sentence says how."""


class Skipped(Exception):
    """A case cannot be played on this machine; the sentence says why."""


class Template:
    """A database that is made and migrated once, for stages to begin with a copy of it."""

    def __init__(self, binary):
        self.cluster = Cluster()
        try:
            self.cluster.start()
            service = Service(pathlib.Path(binary).resolve(), self.cluster, None, self.cluster.folder)
            service.prepare()
            self.key = service.key
            self.cluster.stop()
        except BaseException:
            self.cluster.remove()
            raise


class Stage:
    """`with Stage(binary, seed) as stage:`"""

    def __init__(self, binary, seed, cluster=None, proxy=None, settings=None, template=None):
        self.binary, self.seed = pathlib.Path(binary).resolve(), seed
        self.template = template if cluster is None else None
        self.cluster, self.proxy, self.settings = cluster, proxy, settings
        self.work = pathlib.Path(tempfile.mkdtemp(prefix="coffer-faults-run-"))
        self.store = self.service = self.history = None

    def __enter__(self):
        try:
            if self.cluster is None:
                self.cluster = Cluster(copy_of=self.template.cluster if self.template else None)
            self.cluster.start()
            self.store = Store(self.binary, self.work)
            if self.proxy is not None:
                self.proxy.open(self.cluster.socket)
            self.service = Service(self.binary, self.cluster, self.store, self.work,
                                   self.proxy.port if self.proxy else None, self.settings)
            if self.template:
                self.service.key = self.template.key
            else:
                self.service.prepare()
            self.store.notify(self.service.port)
            self.history = History(self.work / "history.jsonl")
            self.load = Load(self.service, self.store, self.history, self.seed)
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        if self.service is not None:
            self.service.kill9()
        if self.store is not None:
            self.store.close()
        if self.proxy is not None:
            self.proxy.close()
        if self.history is not None:
            self.history.close()
        if self.cluster is not None:
            self.cluster.remove()
        shutil.rmtree(self.work, ignore_errors=True)

    def wait_quiet(self):
        """Every notification was delivered and worked on: what the App Store said has had its effect."""
        end = time.monotonic() + QUIET_SECONDS_MAX
        while time.monotonic() < end:
            for sent in self.store.undelivered():
                self.store.resend(sent["id"])
            waiting = self.cluster.sql(DATABASE, "SELECT count(*) FROM coffer.notifications WHERE state = 1")
            if not self.store.undelivered() and waiting == "0":
                return
            time.sleep(POLL_SECONDS)
        raise Failed("notifications are still waiting after a minute of quiet")

    def check(self):
        """Runs the checker as its own process: it reads history, database and list of truth, nothing else."""
        truth = self.work / "truth.json"
        truth.write_text(json.dumps(self.store.truth()))
        done = subprocess.run(
            [sys.executable, ROOT / "check", "--history", self.history.path, "--database", self.cluster.url(DATABASE),
             "--truth", truth, "--caller", CALLER], text=True, capture_output=True)
        if done.returncode != 0:
            raise Failed((done.stdout + done.stderr).strip())
        return done.stdout

    def settle_and_check(self):
        lost = self.load.settle_all()
        if lost:
            raise Failed(f"{len(lost)} requests were never settled, the first {lost[0].facts()}")
        self.wait_quiet()
        return self.check()
