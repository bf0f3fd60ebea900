"""Plays cases one after the other: the matrix on one stage, every other case on a stage of its own."""

import collections
import contextlib
import random
import time

from . import checker, history, matrix, storms, troubles
from .proxy import Proxy
from .stage import Failed, Skipped, Stage, Template

# For a submission: each point once and each killer at least once, the ends of a commit more often.
SHORT = ("0-accepted:service_kill9", "1-queued:backend_terminated", "2-locked:connection_cut",
         "3-before_commit:service_kill9", "3-before_commit:backend_terminated", "4-commit_sent:postmaster_kill9",
         "5-committed:connection_cut", "5-committed:black_hole", "6-unanswered:service_kill9",
         "7-half_answered:connection_cut", "8-answered:service_kill9")


class MatrixPlay:
    """One point and one killer, on the stage that all of them share."""

    def __init__(self, case):
        self.case, self.name, self.is_short = case, case.name, case.name in SHORT

    def play(self, evening):
        stage = evening.shared()
        try:
            self.case.run(stage, random.Random(f"{evening.seed}:{self.name}").randint(1, matrix.NTH_MAX))
            stage.settle_and_check()
        except BaseException:
            evening.leave_shared()
            raise


PLAYS = [MatrixPlay(case) for case in matrix.CASES] + storms.STORMS + troubles.TROUBLES
# "Sometimes" assertions: a whole run in which one of these stayed 0 has proved less than it seems.
MUST_HAPPEN = ("accepted", "replays", "idempotency_key_reused", "insufficient_coins", "price_changed", "already_owned",
               "purchase_belongs_to_another_user", "outcome_unknown", "overloaded", "ledger_unavailable",
               "no_full_answer", "unknown_outcomes", "settled_committed", "settled_absent", "split_batches",
               "retried_batches", "merges")


def chosen(only, short):
    parts = [part for part in only.split(",") if part]
    return [play for play in PLAYS
            if (not parts or any(part in play.name for part in parts)) and (not short or play.is_short)]


class Evening:
    """What a run needs from case to case, and what it adds up to."""

    def __init__(self, coffer, seed):
        self.coffer, self.seed = coffer, seed
        self.failed, self.skipped = [], []
        self.counts = collections.Counter()
        self._stage = self._template = None

    def play(self, play):
        started = time.monotonic()
        try:
            play.play(self)
            verdict = "passed"
        except Skipped as why:
            self.skipped.append(play)
            verdict = f"SKIPPED: {why}"
        except Exception as error:
            self.failed.append(play)
            verdict = (f"FAILED: {error if isinstance(error, Failed) else repr(error)}\n"
                       f"  again: Tests/Faults/run --coffer {self.coffer} --seed {self.seed} --only '{play.name}'")
        print(f"{play.name}: {verdict} ({time.monotonic() - started:.1f} s)", flush=True)

    @contextlib.contextmanager
    def stage(self, **what):
        """A stage for one case only."""
        with self._new_stage(**what) as stage:
            try:
                yield stage
            finally:
                self.add_up(stage)

    def shared(self):
        if self._stage is None:
            self._stage = self._new_stage(proxy=Proxy())
            self._stage.__enter__()
            self._stage.service.start()
            self._stage.load.run(40)
        return self._stage

    def _new_stage(self, **what):
        if self._template is None:
            self._template = Template(self.coffer)
        return Stage(self.coffer, self.seed, template=self._template, **what)

    def leave_shared(self):
        """Its next user gets a new one."""
        if self._stage is not None:
            stage, self._stage = self._stage, None
            try:
                self.add_up(stage)
            finally:
                stage.close()

    def add_up(self, stage):
        """What a stage's run has shown, for the end; nothing if it was never set up."""
        if stage.history is None:
            return
        self.counts.update(checker.tally(history.read(stage.history.path)))
        self.counts["unknown_outcomes"] += len(stage.service.events("commit unconfirmed, batch runs again"))
        for event in stage.service.events("commit settled"):
            self.counts[f"settled_{event['was']}"] += 1
        self.counts["split_batches"] += len(stage.service.events("batch split"))
        self.counts["retried_batches"] += len(stage.service.events("batch runs again"))

    def end(self, judges_all):
        """Adds up; a whole run in which something never happened has proved less than it seems."""
        try:
            self.leave_shared()
        finally:
            if self._template is not None:
                self._template.cluster.remove()
        print("faults: " + " ".join(f"{name}={count}" for name, count in sorted(self.counts.items())))
        never = [name for name in MUST_HAPPEN if judges_all and not self.counts[name]]
        if never:
            print(f"faults: FAILED: never happened: {' '.join(never)}")
        return len(self.failed) + len(never)
