"""All rules in the order in which a break is easiest to understand, over one history and one database."""

import collections

from . import answers, invariants, promises, purchases, replay
from .books import Books
from .history import read

# What the service cannot do yet, so nothing can be found true or false.
NOT_APPLICABLE = {"INV-10": "there are no webhooks"}


class Evidence:
    """History, database and the App Store's list, as they are at one moment."""

    def __init__(self, history, url, truth, caller, planted=""):
        self.told, self.truth = read(history), truth
        self.books = Books(url, planted)
        self.match = answers.Match(self.told, self.books, caller)
        self.courses = {}


RULES = [
    ("INV-1", lambda e: invariants.entries_balance(e.books)),
    ("INV-2", lambda e: invariants.balances_are_sums(e.books)),
    ("INV-1", lambda e: invariants.sum_is_zero(e.books)),
    ("INV-1", lambda e: invariants.merges_are_whole(e.books)),
    ("INV-3", lambda e: invariants.never_below_zero(e.books)),
    ("INV-2", lambda e: promises.holds_are_entries(e.books)),
    ("INV-2", lambda e: promises.ownerships_are_entries(e.books)),
    ("INV-5", lambda e: invariants.operations_are_whole(e.books)),
    ("INV-4", lambda e: answers.accepted_are_there(e.match)),
    ("INV-5", lambda e: answers.nothing_unasked(e.match)),
    ("INV-6", lambda e: answers.repeats_are_equal(e.match)),
    ("INV-6", lambda e: answers.conflicts_were_real(e.match)),
    ("INV-8", lambda e: purchases.credited_once(e.books, e.truth)),
    ("INV-8", lambda e: purchases.accepted_are_credited(e.books, e.told)),
    ("INV-9", lambda e: purchases.refunds_agree(e.books, e.truth)),
    ("INV-12", lambda e: invariants.changes_are_recorded(e.books)),
    ("INV-13", lambda e: invariants.prices_were_valid(e.books)),
    ("INV-7", lambda e: replay.model_agrees(e.books, e.courses)),
    ("INV-7", lambda e: replay.in_real_time(e.match)),
    # Needs the courses that the model has found.
    ("INV-7", lambda e: replay.refusals_were_right(e.match, e.courses)),
    ("INV-11", lambda e: invariants.chains_recompute(e.books)),
    ("INV-14", lambda e: invariants.no_leftovers(e.books)),
]


def counter_examples(evidence):
    """(rule, sentence) for everything that is wrong."""
    for rule, find in RULES:
        for sentence in find(evidence):
            yield rule, sentence


def tally(told):
    """What the history shows to have happened: a run in which one of these stays 0 has proved less than it seems."""
    counts = collections.Counter(intentions=len(told))
    for intention in told.values():
        counts["no_full_answer"] += len(intention.sends) - len(intention.answers)
        for said in intention.answers:
            counts["answers"] += 1
            counts["replays"] += said.replayed
            if said.status == 200 and not said.replayed:
                counts["accepted"] += 1
                counts["merges"] += intention.op == "merge"
            elif said.code:
                counts[said.code] += 1
    return counts
