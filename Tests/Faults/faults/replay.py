"""INV-7: every wallet's operations through a model of our own give the same entries; refusals were right."""

import bisect
import collections

from . import chart
from .answers import KEYED_KINDS
from .purse import Purse, Wrong

# Refusals that tell a figure of the wallet, or a price.
REFUSALS = {"spend": ("insufficient_coins", "wallet_in_debt", "price_changed")}
# Of an adjustment or a write-off a refusal stays one: it is told again, whatever the wallet has by then.


class Course:
    """What a wallet had after each entry, by the model."""

    def __init__(self):
        self.sequences, self.states = [0], [(0, 0)]

    def note(self, sequence, purse, at):
        self.sequences.append(sequence)
        self.states.append((purse.spendable(at), purse.debt))

    def between(self, first, last):
        """Every (spendable, owed) that was true from version `first` to version `last`."""
        start = bisect.bisect_right(self.sequences, first) - 1
        return self.states[start:bisect.bisect_right(self.sequences, last)]


def model_agrees(books, courses):
    """Replays every wallet; `courses` gets what each had when."""
    purses = {}
    for wallet in books.in_order_of_merges():
        taken = {row.operation: (purses[source], source, row.lot_offset) for source, row in books.takeovers.items()
                 if row.wallet == wallet.row.wallet}
        purse, course, unmet = Purse(wallet.lots, taken), Course(), 0
        purses[wallet.row.wallet] = purse
        courses[wallet.row.wallet] = course
        for run in wallet.by_operation():
            name = f"{wallet.name} operation {run[0].operation} ({chart.KINDS.get(run[0].kind, run[0].kind)})"
            if unmet and run[0].kind not in (*chart.FOLLOWERS, chart.HOLD_EXPIRED):
                yield f"{name}: {unmet} coins are owed and there, and the operation before did not settle it"
            try:
                purse.apply(run)
            except Wrong as wrong:
                yield f"{name}: {wrong}"
                break
            except (KeyError, IndexError, TypeError) as missing:
                yield f"{name} names what does not exist: {missing!r}"
                break
            unmet = purse.unmet()
            course.note(run[-1].sequence, purse, run[-1].at_micros)
        else:
            if unmet:
                yield f"{wallet.name} owes {purse.debt} coins and has {unmet} that should have met it"
            yield from _lots_agree(wallet, purse)


def _lots_agree(wallet, purse):
    for row in wallet.lots:
        lot = purse.lots.get(row.lot)
        found = (row.consumed, row.removed, row.held)
        if lot is None:
            yield f"{wallet.name} lot {row.lot} comes from no entry"
        elif found != (lot.consumed, lot.removed, lot.held):
            yield f"{wallet.name} lot {row.lot} has consumed, removed, held {found}, the model " \
                  f"{(lot.consumed, lot.removed, lot.held)}"


def in_real_time(match):
    """What was acknowledged before another request was sent has the lower version."""
    for wallet, done in _done(match).items():
        earliest = None
        for version, intention in sorted(done, key=lambda pair: pair[0], reverse=True):
            if earliest is not None and earliest.acknowledged < intention.sent:
                yield (f"wallet {wallet}: request {earliest.n} was acknowledged before request {intention.n} was sent, "
                       "and has the higher version")
            if intention.acknowledged and (earliest is None or intention.acknowledged < earliest.acknowledged):
                earliest = intention


def _done(match):
    done = collections.defaultdict(list)
    for intention in match.told.values():
        head = match.head(intention) if intention.op in KEYED_KINDS else None
        if head is not None and match.carries(intention, head):
            done[head.wallet].append((head.sequence + head.operation_entries - 1, intention))
    return done


def refusals_were_right(match, courses):
    """Each refusal was true at some version between what was known when it was sent and when it was answered."""
    done = _done(match)
    acknowledged, sent = {}, {}
    for wallet, pairs in done.items():
        acknowledged[wallet] = sorted((i.acknowledged, version) for version, i in pairs if i.acknowledged)
        sent[wallet] = sorted((i.sent, version) for version, i in pairs)
    for intention in match.told.values():
        # Whose wallet was merged meanwhile was refused by one that it led to.
        way = match.books.way_of(match.books.wallet_of.get(intention.user))
        for said in intention.answers:
            if said.code not in REFUSALS.get(intention.op, ()):
                continue
            states = []
            for wallet in way:
                known = [version for t, version in acknowledged.get(wallet, []) if t < said.sent]
                later = [version for t, version in sent.get(wallet, []) if t > said.t]
                course = courses.get(wallet, Course())
                states += course.between(max(known, default=0), min(later, default=course.sequences[-1] + 1) - 1)
            problem = _refuted(match, intention, said, states)
            if problem:
                yield f"request {intention.n} was refused as {said.code}, but {problem}"


def _refuted(match, intention, said, states):
    body = said.body
    if said.code == "wallet_in_debt":
        return None if any(owed == body["debt"] for _, owed in states) else f"the wallet owed {states}"
    if said.code == "insufficient_coins":
        required = intention.body["expected_price"] * intention.body.get("quantity", 1)
        if body["required"] != required or body["balance"] >= required:
            return f"it says {body['balance']} of {body['required']} and {required} were asked for"
        return None if any(coins == body["balance"] for coins, _ in states) else \
            f"the wallet never had {body['balance']} meanwhile: {states}"
    slack = 2_000_000  # between the clocks of this process and of the database
    for price in match.books.prices.values():
        in_force = price.start <= said.wall + slack and (price.end is None or price.end >= said.sent_wall - slack)
        if price.item == intention.body["item"] and price.price == body["current_price"] and in_force:
            return None if price.price != intention.body["expected_price"] else "that is the price in force"
    return f"{body['current_price']} was no price then"
