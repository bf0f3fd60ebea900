"""Service and PostgreSQL are killed, stopped and cut off while clients work: cases F1 to F9 of the design."""

import signal
import threading
import time

from .matrix import LANE_BACKENDS
from .proxy import Proxy
from .service import DATABASE
from .stage import Failed

REQUESTS = 240
CLIENTS = 8
REFUNDS = 8
BLOWS = 3
BLOW_EVERY_SECONDS = 0.4
# Longer than a command may wait, shorter than a client does.
STOP_SECONDS = 2.6
DRIP_REQUESTS = 30


class Storm:
    """Clients work, something happens several times, everything is settled and judged."""

    def __init__(self, name, blow, short=False, blows=BLOWS, requests=REQUESTS, lanes="2"):
        self.name, self.is_short = f"load:{name}", short
        self.blow, self.blows, self.requests, self.lanes = blow, blows, requests, lanes

    def play(self, evening):
        with evening.stage(proxy=Proxy(), settings={"COFFER_LANES": self.lanes}) as stage:
            stage.service.start()
            stage.load.run(CLIENTS)
            work = Work(stage, self.requests)
            for _ in range(self.blows):
                if work.is_over:
                    stage.history.note("blow_without_load")
                self.blow(stage)
                time.sleep(BLOW_EVERY_SECONDS)
            work.join()
            stage.settle_and_check()


class Work:
    """The clients, in threads of their own."""

    def __init__(self, stage, requests):
        self._error, self._stage, self._requests = None, stage, requests
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    @property
    def is_over(self):
        return not self._thread.is_alive()

    def _run(self):
        try:
            lost = self._stage.load.run(self._requests, CLIENTS, refunds=REFUNDS)
            if lost:
                self._error = Failed(f"{len(lost)} requests were never settled, the first {lost[0].facts()}")
        except Exception as error:  # told to whoever joins
            self._error = error

    def join(self):
        self._thread.join()
        if self._error:
            raise self._error


def kill_service(stage):
    stage.service.kill9()
    stage.service.start()


def stop_service(stage):
    stage.service.signal(signal.SIGSTOP)
    time.sleep(STOP_SECONDS)
    stage.service.signal(signal.SIGCONT)


def terminate_backends(stage):
    stage.cluster.sql(DATABASE, f"SELECT pg_terminate_backend(pid) {LANE_BACKENDS}")


def kill_postgres(stage):
    stage.cluster.kill9()
    stage.cluster.start()


def stop_postgres(mode):
    def blow(stage):
        stage.cluster.stop(mode)
        stage.cluster.start()
    return blow


def freeze_postgres(stage):
    stage.cluster.freeze()
    time.sleep(STOP_SECONDS)
    stage.cluster.thaw()


def kill_both(stage):
    stage.service.kill9()
    stage.cluster.kill9()
    stage.cluster.start()
    stage.service.start()


def refuse_connections(stage):
    """Nobody listens any more where the database was; a storm of connections would be seen at the proxy."""
    before = stage.proxy.connection_count
    stage.proxy.refuses = True
    stage.proxy.cut()
    time.sleep(STOP_SECONDS)
    stage.proxy.refuses = False
    tries = stage.proxy.connection_count - before
    # Two lanes that wait 50 ms at first and then longer, and a pool that tries for each request.
    if tries > 200 * STOP_SECONDS:
        raise Failed(f"{tries} connections were tried in {STOP_SECONDS} s")


def drip(stage):
    stage.proxy.drips = True
    time.sleep(STOP_SECONDS)
    stage.proxy.drips = False


STORMS = [
    Storm("service_kill9", kill_service, short=True),
    Storm("service_stopped", stop_service, blows=1),
    Storm("backends_terminated", terminate_backends, blows=6),
    Storm("postmaster_kill9", kill_postgres, blows=2),
    Storm("postgres_stopped_fast", stop_postgres("fast"), blows=2),
    Storm("postgres_stopped_immediate", stop_postgres("immediate"), blows=2),
    Storm("postgres_frozen", freeze_postgres, blows=1),
    Storm("everything_kill9", kill_both, blows=2),
    Storm("connections_refused", refuse_connections, blows=1),
    Storm("one_byte_at_a_time", drip, blows=1, requests=DRIP_REQUESTS),
]
