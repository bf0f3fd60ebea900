"""What operators, disks and single requests do to a service: cases F2, F10 to F12 and F19 to F22 of the design."""

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import threading
import time

from .cluster import Cluster
from .matrix import LANE_BACKENDS
from .service import DATABASE
from .session import Session
from .stage import Failed, Skipped

WAIT_SECONDS_MAX = 20
POLL_SECONDS = 0.01
# Past it a command is not started any more.
DEADLINE_SECONDS = 2.0
BATCH = 128
# More than the service takes at once, connections and queues together.
FLOOD = 1_100
FLOOD_USERS = 16
DATA_MIB, WAL_MIB = 96, 12
SERVICE_USER_SESSIONS = 12
# A slow machine does not bring both requests into one batch at once.
DEADLOCK_TRIES_MAX = 5


def wait_until(what, condition):
    end = time.monotonic() + WAIT_SECONDS_MAX
    while not condition():
        if time.monotonic() > end:
            raise Failed(f"never seen: {what}")
        time.sleep(POLL_SECONDS)


def expect(condition, sentence):
    if not condition:
        raise Failed(sentence)


def told(intention):
    return f"{intention.last.status} {intention.last.body}" if intention.last else "nothing"


def lane_waits(stage):
    return stage.cluster.sql(DATABASE, f"SELECT count(*) {LANE_BACKENDS} AND wait_event_type = 'Lock'") != "0"


def lock_wallet(session, user):
    session.ask(f"SELECT 1 FROM wallets WHERE wallet = (SELECT wallet FROM user_wallets WHERE user_id = '{user}'"
                " AND environment = 1) FOR UPDATE")


def attempt_all(stage, intentions):
    """All at once, each from a client of its own, once."""
    def work(intention):
        client = stage.load.client()
        client.attempt(intention)
        client.close()

    threads = [threading.Thread(target=work, args=(intention,)) for intention in intentions]
    for thread in threads:
        thread.start()
    return threads


class Trouble:
    is_short = False

    def __init__(self, name, script, short=False):
        self.name, self.script, self.is_short = f"trouble:{name}", script, short

    def play(self, evening):
        self.script(evening)


def expired_in_queue(evening):
    """F2: what waited beyond its deadline is answered 503 and not executed late."""
    with evening.stage() as stage:
        stage.service.start(fault="queued:stop:1")
        grant = stage.load.grant("late", 5)
        threads = attempt_all(stage, [grant])
        wait_until("the service stops at its point", stage.service.is_stopped)
        time.sleep(DEADLINE_SECONDS + 0.5)
        stage.service.signal(signal.SIGCONT)
        for thread in threads:
            thread.join()
        expect(grant.last is not None and grant.last.status == 503, f"it was told {told(grant)}")
        count = stage.cluster.sql(DATABASE, "SELECT count(*) FROM coffer.entries")
        expect(count == "0", "it was executed after its deadline")
        stage.settle_and_check()


def operator_holds_lock(evening):
    """F20: who is locked out is told 503, everybody else is served."""
    with evening.stage() as stage, Session(stage.cluster.url(DATABASE)) as operator:
        # A service without memory of the wallets: it must lock them.
        stage.service.start()
        for user in ("locked", "free"):
            stage.load.client().settle(stage.load.grant(user, 50))
        stage.service.stop()
        stage.service.start()
        operator.ask("BEGIN")
        lock_wallet(operator, "locked")
        locked, free = stage.load.grant("locked", 1), [stage.load.spend("free", "ten", 10) for _ in range(3)]
        for thread in attempt_all(stage, [locked, *free]):
            thread.join()
        expect(locked.last and locked.last.status == 503, f"the locked wallet was told {told(locked)}")
        for spend in free:
            stage.load.client().settle(spend, seconds=DEADLINE_SECONDS * 2)
            expect(spend.last.status == 200, f"a free wallet was told {told(spend)}")
        operator.ask("ROLLBACK")
        stage.load.run(30)
        stage.settle_and_check()


def deadlock(evening):
    """F19: a session that takes rows in the other order makes PostgreSQL end the lane's transaction; nobody hears."""
    with evening.stage() as stage, Session(stage.cluster.url(DATABASE)) as first, \
            Session(stage.cluster.url(DATABASE)) as second:
        stage.service.start()
        for user in ("a", "b", "c"):
            stage.load.client().settle(stage.load.grant(user, 50))
        stage.service.stop()
        stage.service.start()
        low, high = sorted(("a", "b"), key=lambda user: stage.cluster.sql(DATABASE, (
            f"SELECT lpad(bucket::text, 4, '0') || wallet FROM coffer.user_wallets WHERE user_id = '{user}'")))
        first.ask("SET deadlock_timeout = '30s'")
        both, states = [], []
        # Both requests must be in one batch, and the session in time: on a slow machine not at once.
        for _ in range(DEADLOCK_TRIES_MAX):
            both += _take_crosswise(stage, first, second, low, high)
            states = [event.get("state") for event in stage.service.events("batch runs again")]
            if "40P01" in states:
                break
        expect("40P01" in states, f"there was no deadlock, but {states}")
        expect(all(grant.last and grant.last.status == 200 for grant in both), "a client heard of the deadlock")
        stage.settle_and_check()


def _take_crosswise(stage, first, second, low, high):
    """A batch that has the lower wallet waits for the higher one, whose holder asks for the lower one."""
    for session in (first, second):
        session.ask("BEGIN")
    lock_wallet(first, high)
    lock_wallet(second, "c")
    threads = attempt_all(stage, [stage.load.grant("c", 1)])
    wait_until("the lane waits for the lock", lambda: lane_waits(stage))
    both = [stage.load.grant(user, 1) for user in (low, high)]
    threads += attempt_all(stage, both)
    time.sleep(0.1)
    second.ask("ROLLBACK")
    # The next batch has both wallets: it locks the lower one and waits for the higher.
    wait_until("the lane waits for the higher wallet", lambda: stage.cluster.sql(
        DATABASE, f"SELECT count(*) {LANE_BACKENDS} AND cardinality(pg_blocking_pids(pid)) > 0") != "0")
    first.send(f"SELECT 1 FROM wallets WHERE wallet = (SELECT wallet FROM user_wallets WHERE user_id = '{low}'"
               " AND environment = 1) FOR UPDATE")
    first.wait()
    first.ask("COMMIT")
    for thread in threads:
        thread.join()
    return both


def poison(evening):
    """F22: of a batch of 128 one command that the database refuses is told so alone; half of the rest are refusals."""
    with evening.stage() as stage, Session(stage.cluster.url(DATABASE)) as operator:
        stage.service.start()
        for user in ("gate", "poor"):
            stage.load.client().settle(stage.load.grant(user, 5))
        stage.service.stop()
        stage.cluster.sql(DATABASE, "ALTER TABLE coffer.notes ADD CONSTRAINT poison CHECK (text <> 'poison')")
        stage.service.start()
        operator.ask("BEGIN")
        lock_wallet(operator, "gate")
        gate = attempt_all(stage, [stage.load.grant("gate", 1)])
        wait_until("the lane waits for the lock", lambda: lane_waits(stage))
        poisoned = stage.load.grant("eve", 1, reason="poison")
        grants = [stage.load.grant(f"many-{number % 8}", 1) for number in range(BATCH // 2)]
        refused = [stage.load.spend("poor", "dear", 100_000) for _ in range(BATCH - 1 - len(grants))]
        mixed = grants + refused
        threads = attempt_all(stage, mixed[::2] + [poisoned] + mixed[1::2])
        time.sleep(0.5)
        operator.ask("ROLLBACK")
        for thread in threads + gate:
            thread.join()
        expect(poisoned.last and poisoned.last.status == 500, "the poison was not told so")
        wrong = [told(grant) for grant in grants if grant.last is None or grant.last.status != 200]
        expect(not wrong, f"{len(wrong)} neighbours were told otherwise, the first {wrong[:1]}")
        wrong = [told(spend) for spend in refused if spend.last is None or spend.last.status != 422]
        expect(not wrong, f"{len(wrong)} refusals were told otherwise, the first {wrong[:1]}")
        expect(stage.service.metrics()["coffer_batch_splits_total"] > 0, "no batch was split")
        stage.cluster.sql(DATABASE, "ALTER TABLE coffer.notes DROP CONSTRAINT poison")
        stage.settle_and_check()


def flood(evening):
    """More requests at once than are taken: the rest is told 503 with Retry-After, at once, and repeats in peace."""
    with evening.stage() as stage:
        stage.service.start()
        for number in range(FLOOD_USERS):
            stage.load.client().settle(stage.load.grant(f"flood-{number}", 1))
        stage.cluster.freeze()
        intentions = [stage.load.grant(f"flood-{number % FLOOD_USERS}", 1) for number in range(FLOOD)]
        threads = attempt_all(stage, intentions)
        for thread in threads:
            thread.join()
        stage.cluster.thaw()
        answers = [intention.last for intention in intentions if intention.last]
        expect(all(answer.status == 503 for answer in answers), "somebody was told something else than 503")
        shed = sum("overloaded" in answer.body for answer in answers)
        expect(shed > 0, f"nobody was shed, {len(answers)} of {FLOOD} were answered")
        stage.settle_and_check()


def slots_exhausted(evening):
    """F21: no connection is left: 503, and everything goes on by itself when there is one."""
    settings = {"max_connections": str(SERVICE_USER_SESSIONS + 4), "superuser_reserved_connections": "3"}
    with contextlib.ExitStack() as hoard:
        stage = hoard.enter_context(evening.stage(cluster=Cluster(settings), settings={"COFFER_POOL": "2"}))
        stage.service.start()
        stage.load.run(20)
        stage.cluster.sql("postgres", "CREATE ROLE hoarder LOGIN")
        url = stage.cluster.url("postgres", "hoarder")
        stage.service.kill9()
        sessions = []
        with contextlib.suppress(RuntimeError, BrokenPipeError):
            for _ in range(SERVICE_USER_SESSIONS * 2):
                sessions.append(hoard.enter_context(Session(url)))
        expect(sessions, "nothing was hoarded")
        # Room for the start; then what the lane had is taken away.
        for session in sessions[:4]:
            session.__exit__()
        stage.service.start()
        stage.cluster.sql("postgres", f"SELECT pg_terminate_backend(pid) {LANE_BACKENDS}")
        with contextlib.suppress(RuntimeError, BrokenPipeError):
            for _ in range(4):
                hoard.enter_context(Session(url))
        grant = stage.load.grant("crowded", 5)
        stage.load.client().attempt(grant)
        stage.history.note("crowded", status=grant.last.status if grant.last else None)
        for session in sessions[4:]:
            session.__exit__()
        stage.load.run(20)
        stage.settle_and_check()


@contextlib.contextmanager
def memory_disk(mebibytes):
    """A small file system of our own; only root may mount one."""
    if os.geteuid() != 0:
        raise Skipped("only root can mount a small file system")
    folder = tempfile.mkdtemp(prefix="coffer-faults-disk-")
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={mebibytes}m", "tmpfs", folder], capture_output=True,
                             text=True)
    if mounted.returncode != 0:
        os.rmdir(folder)
        raise Skipped(f"no file system can be mounted here: {mounted.stderr.strip()}")
    shutil.chown(folder, "postgres", "postgres")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=False)
        os.rmdir(folder)


def fill(folder):
    """Takes what room is left. Returns the file that holds it."""
    name = f"{folder}/ballast"
    with open(name, "wb", buffering=0) as ballast, contextlib.suppress(OSError):
        while True:
            ballast.write(bytes(4_096))
    return name


def data_full(evening):
    """F10: reads work, writes are told 503, everything goes on when there is room again."""
    with memory_disk(DATA_MIB) as disk, tempfile.TemporaryDirectory(prefix="coffer-faults-wal-", dir="/var/tmp") as wal:
        shutil.chown(wal, "postgres", "postgres")
        os.chmod(wal, 0o700)
        cluster = Cluster({"max_wal_size": "64MB"}, data=f"{disk}/data", wal=f"{wal}/wal")
        with evening.stage(cluster=cluster) as stage:
            stage.service.start()
            stage.load.run(60)
            ballast = fill(disk)
            refused = 0
            for number in range(400):
                grant = stage.load.grant(f"full-{number}", 1, reason="x" * 1_500)
                stage.load.client().attempt(grant)
                if grant.last is None or grant.last.status != 200:
                    expect(grant.last is not None and grant.last.status == 503, f"it was told {told(grant)}")
                    refused += 1
                    if refused == 3:
                        break
            expect(refused, "the disk was never full")
            expect(stage.service.read(f"/v1/wallets/{stage.load.users[0]}") == 200, "reads do not work")
            os.remove(ballast)
            stage.settle_and_check()


def wal_full(evening):
    """F11: PostgreSQL panics; what was acknowledged is there afterwards, what was not is settled."""
    with memory_disk(WAL_MIB) as disk:
        # No checkpoint: it would make room.
        cluster = Cluster({"min_wal_size": "2MB", "max_wal_size": "1GB", "checkpoint_timeout": "1h"},
                          wal=f"{disk}/wal", options=["--wal-segsize=1"])
        with evening.stage(cluster=cluster) as stage:
            stage.service.start()
            stage.load.run(60)
            ballast = fill(disk)
            client = stage.load.client()
            for number in range(2_000):
                grant = stage.load.grant(f"full-{number % 20}", 1, reason="x" * 1_900)
                if client.attempt(grant) is None or grant.last.status != 200:
                    break
            expect(grant.last is None or grant.last.status >= 500, "the log's disk was never full")
            os.remove(ballast)
            wait_until("a panic", stage.cluster.panics)
            stage.cluster.revive()
            stage.settle_and_check()


def flush_fails(evening):
    """F12: one flush of the log fails: PostgreSQL panics, and the transaction may be there all the same."""
    if shutil.which("strace") is None:
        raise Skipped("there is no strace to make a flush fail")
    with evening.stage() as stage:
        stage.service.start()
        stage.load.run(40)
        lane = stage.cluster.sql(DATABASE, f"SELECT pid {LANE_BACKENDS}")
        tracer = subprocess.Popen(
            ["strace", "--quiet=all", "--output", str(stage.work / "strace"), "--attach", lane, "--trace", "fdatasync",
             "--inject", "fdatasync:error=EIO:when=2"], stderr=subprocess.PIPE, text=True)
        try:
            time.sleep(0.5)
            if tracer.poll() is not None:
                raise Skipped(f"strace cannot attach here: {tracer.stderr.read().strip()}")
            stage.load.run(60)
        finally:
            tracer.kill()
            tracer.wait()
        expect(stage.cluster.panics(), "no flush failed")
        stage.settle_and_check()


TROUBLES = [
    Trouble("expired_in_queue", expired_in_queue, short=True),
    Trouble("operator_holds_lock", operator_holds_lock, short=True),
    Trouble("deadlock", deadlock, short=True),
    Trouble("poison_in_batch", poison, short=True),
    Trouble("flood", flood),
    Trouble("connection_slots_exhausted", slots_exhausted),
    Trouble("data_disk_full", data_full),
    Trouble("log_disk_full", wal_full),
    Trouble("flush_fails", flush_fails),
]
