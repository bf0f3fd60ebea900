"""The points of a request's life times what can happen there: 5 killers at each point that exists.

Truth at a point, whoever strikes: before COMMIT is sent nothing is there; once it was answered everything is.
"""

import collections
import contextlib
import signal
import threading
import time

from . import proxy as proxies
from .load import Unanswered
from .service import DATABASE
from .stage import Failed

# In the service (COFFER_FAULT), in the proxy before PostgreSQL, or at the client.
IN_SERVICE, IN_PROXY, AT_CLIENT = "service", "proxy", "client"
Point = collections.namedtuple("Point", "number name place truth")
ABSENT, EITHER, PRESENT = "absent", "either", "present"
POINTS = [
    Point(0, "accepted", IN_SERVICE, ABSENT),
    Point(1, "queued", IN_SERVICE, ABSENT),
    Point(2, "locked", IN_SERVICE, ABSENT),
    Point(3, proxies.BEFORE_COMMIT, IN_PROXY, ABSENT),
    Point(4, proxies.COMMIT_SENT, IN_PROXY, EITHER),
    Point(5, proxies.COMMITTED, IN_PROXY, PRESENT),
    Point(6, "unanswered", IN_SERVICE, PRESENT),
    Point(7, "half_answered", AT_CLIENT, PRESENT),
    Point(8, "answered", AT_CLIENT, PRESENT),
]
KILLERS = ("service_kill9", "backend_terminated", "postmaster_kill9", "connection_cut", "black_hole")
REACH_SECONDS_MAX = 20
POLL_SECONDS = 0.005
# Longer than the service waits for an answer, so that it gives up by itself.
HOLE_SECONDS = 2.3
BYSTANDERS = 12
BYSTANDING_CLIENTS = 3
NTH_MAX = 3
LANE_BACKENDS = "FROM pg_stat_activity WHERE application_name = 'coffer/lane'"


class Case:
    def __init__(self, point, killer):
        self.point, self.killer = point, killer
        self.name = f"{point.number}-{point.name}:{killer}"
        self.there = threading.Event()

    def run(self, stage, nth):
        """Brings one request to its point, strikes, and leaves settling and checking to the caller."""
        self.there.clear()
        if self.point.place == IN_SERVICE:
            stage.service.stop()
            stage.service.start(fault=f"{self.point.name}:stop:{nth}")
        elif self.point.place == IN_PROXY:
            stage.proxy.arm(self.point.name, nth)
        victims = Victims(stage, self)
        victims.start(nth)
        bystanders = None
        if self.point.place != AT_CLIENT:
            self._wait_until_there(stage)
            bystanders = self._bystanders(stage)
            self.strike(stage)
        victims.join()
        if bystanders:
            bystanders.join()
        self._judge(stage, victims.struck)

    def _wait_until_there(self, stage):
        end = time.monotonic() + REACH_SECONDS_MAX
        there = stage.service.is_stopped if self.point.place == IN_SERVICE else stage.proxy.reached.is_set
        while not there():
            if time.monotonic() > end:
                raise Failed(f"no request came to the point {self.point.name}")
            time.sleep(POLL_SECONDS)
        self.there.set()

    def _bystanders(self, stage):
        """Others are on their way when it happens."""
        def work():
            with contextlib.suppress(OSError):
                stage.load.run(BYSTANDERS, BYSTANDING_CLIENTS)

        thread = threading.Thread(target=work)
        thread.start()
        return thread

    def strike(self, stage):
        getattr(self, f"_{self.killer}")(stage)

    def _go_on(self, stage, forward):
        """Whatever was stopped or held goes on into what has happened."""
        stage.proxy.release(forward)
        if self.point.place == IN_SERVICE:
            stage.service.signal(signal.SIGCONT)

    def _service_kill9(self, stage):
        stage.service.kill9()
        stage.proxy.cut()
        # The transaction is over before anybody looks.
        self._wait_for_no_lane(stage)
        stage.service.start()

    def _wait_for_no_lane(self, stage):
        end = time.monotonic() + REACH_SECONDS_MAX
        while stage.cluster.sql(DATABASE, f"SELECT count(*) {LANE_BACKENDS}") != "0":
            if time.monotonic() > end:
                raise Failed("a lane's backend outlives its client")
            time.sleep(POLL_SECONDS)

    def _backend_terminated(self, stage):
        stage.cluster.sql(DATABASE, f"SELECT pg_terminate_backend(pid) {LANE_BACKENDS}")
        # An answer that was on its way is lost with the backend.
        self._go_on(stage, forward=self.point.truth == ABSENT)

    def _postmaster_kill9(self, stage):
        stage.cluster.kill9()
        self._go_on(stage, forward=self.point.truth == ABSENT)
        stage.cluster.start()

    def _connection_cut(self, stage):
        stage.proxy.cut()
        self._go_on(stage, forward=False)

    def _black_hole(self, stage):
        stage.proxy.swallow()
        self._go_on(stage, forward=True)
        time.sleep(HOLE_SECONDS)
        stage.proxy.heal()

    def _judge(self, stage, victim):
        """Where the service died, the next one tells whether the request had been done before."""
        if victim is None:
            raise Failed(f"no request was struck at {self.point.name}")
        client = stage.load.client()
        if not client.settle(victim):
            raise Failed(f"{victim.facts()} was never settled")
        client.close()
        if victim.last.status != 200:
            raise Failed(f"{victim.facts()} ended as {victim.last.status} {victim.last.body}")
        was_done = victim.last.replayed or '"state":"already_credited"' in victim.last.body
        if self.killer == "service_kill9" and self.point.truth != EITHER:
            if was_done != (self.point.truth == PRESENT):
                raise Failed(f"{victim.facts()} must have been {self.point.truth} and was not")


class Victims:
    """A client that sends one request after the other, all of them acceptable, until one is struck."""

    def __init__(self, stage, case):
        self.stage, self.case = stage, case
        self.struck = None
        self._error = None

    def start(self, nth):
        self._thread = threading.Thread(target=self._work, args=(nth,))
        self._thread.start()

    def join(self):
        self._thread.join()
        if self._error:
            raise self._error

    def _work(self, nth):
        client = self.stage.load.client()
        try:
            if self.case.point.place == AT_CLIENT:
                self._be_struck(client, nth)
            else:
                self._until_struck(client, nth)
        except Exception as error:  # told to whoever joins
            self._error = error
        client.close()

    def _next(self, number):
        load = self.stage.load
        user = load.users[number % len(load.users)]
        return load.topup(user, is_secret=True) if number % 2 else load.grant(user, 3, reason="victim")

    def _until_struck(self, client, nth):
        """The request without a quick answer is the one: at most a few go through before."""
        for number in range(nth + REACH_SECONDS_MAX):
            intention = self._next(number)
            client.attempt(intention)
            if self.case.there.is_set():
                self.struck = intention
                return
        raise Failed(f"{nth + REACH_SECONDS_MAX} requests went by the point {self.case.point.name}")

    def _be_struck(self, client, nth):
        for number in range(nth - 1):
            client.settle(self._next(number))
        self.struck = self._next(nth)
        if self.case.point.name == "answered":
            if client.attempt(self.struck) is None:
                raise Failed("the request was not answered before anything happened")
            self.case.strike(self.stage)
            return

        def half(answer):
            answer.read(max(1, (answer.length or 2) // 2))
            self.case.strike(self.stage)
            raise Unanswered

        client.attempt(self.struck, read=half)


CASES = [Case(point, killer) for point in POINTS for killer in KILLERS]
