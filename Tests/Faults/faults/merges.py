"""What a merge writes, by the rules: out of one purse with all that is left, into another with all that ever was."""

import collections

from . import chart

ACCOUNTS = (chart.PAID, chart.BONUS, chart.PROMO)


def leaves(purse):
    """Every coin and every debt goes to the house; what the purse was is kept for whoever takes it over."""
    purse.estate = {number: (lot.consumed, lot.removed) for number, lot in purse.lots.items()}
    is_empty = True
    for account in ACCOUNTS:
        lots = [lot for _, lot in sorted(purse.lots.items()) if lot.account == account and lot.available]
        uses = [(lot.number, lot.available, lot.consumed) for lot in lots]
        for lot in lots:
            lot.removed += lot.available
        if uses:
            is_empty = False
            yield account, chart.MOVED_HOUSE, sum(use[1] for use in uses), uses, None
    for purchase, tally in purse.tallies.items():
        if tally.owed:
            is_empty = False
            first = purse.sales[purchase][0]
            use = (first, tally.owed, purse.lots[first].consumed)
            yield chart.MOVED_HOUSE, chart.DEBT, tally.owed, [use], purchase
            tally.gone, tally.owed = tally.owed, 0
    if is_empty:
        yield chart.PROMO, chart.MOVED_HOUSE, 0, [], None


def arrives(purse, run, source, wallet, offset):
    """Each lot whole, then what was gone of it, then what refunds did with it."""
    from .purse import Paid
    purchase_of = {number: purchase for purchase, numbers in source.sales.items() for number in numbers}
    arrivals = iter(run)
    for number, lot in sorted(source.lots.items()):
        purse._open(next(arrivals))
        own = purse.lots[number + offset]
        if (own.kind, own.issued, own.acquired, own.expires) != (lot.kind, lot.issued, lot.acquired, lot.expires):
            raise ValueError(f"lot {number} became another one")
        yield chart.MOVED_HOUSE, lot.account, lot.issued, [(number + offset, lot.issued, 0)], purchase_of.get(number)
    for purchase, numbers in source.sales.items():
        purse.sales[purchase] = [number + offset for number in numbers]
    yield from _history(purse, source, offset)
    for key, paid in source.spends.items():
        moved = Paid([(lot + offset, coins, 0) for lot, coins in paid.left.items()], paid.item)
        purse.spends[key if isinstance(key, tuple) else (wallet, key)] = moved
    if not source.lots and not source.tallies:
        yield chart.MOVED_HOUSE, chart.PROMO, 0, [], None


def _history(purse, source, offset):
    spent = {number: consumed for number, (consumed, _) in source.estate.items()}
    gone = {number: removed for number, (_, removed) in source.estate.items()}
    for tally in source.tallies.values():
        for number, coins in (tally.removed + tally.met).items():
            gone[number] -= coins
    for posting in _moves(purse, spent, offset, None):
        yield posting
        for number, coins, _ in posting[3]:
            purse.lots[number].consumed += coins
    yield from _removals(purse, gone, offset, None)
    for purchase, tally in source.tallies.items():
        yield from _removals(purse, tally.removed, offset, purchase)
        yield from _removals(purse, tally.met, offset, purchase)
        owed = getattr(tally, "gone", 0)
        if owed:
            first = purse.sales[purchase][0]
            yield chart.DEBT, chart.MOVED_HOUSE, owed, [(first, owed, purse.lots[first].consumed)], purchase
        if owed or +tally.removed or +tally.met:
            own = purse.tallies.setdefault(purchase, type(tally)())
            own.owed = owed
            own.removed = collections.Counter({number + offset: coins for number, coins in tally.removed.items()})
            own.met = collections.Counter({number + offset: coins for number, coins in tally.met.items()})


def _moves(purse, coins, offset, purchase):
    for account in ACCOUNTS:
        lots = [(purse.lots[number + offset], count) for number, count in sorted(coins.items()) if count]
        uses = [(lot.number, count, lot.consumed) for lot, count in lots if lot.account == account]
        if uses:
            yield account, chart.MOVED_HOUSE, sum(use[1] for use in uses), uses, purchase


def _removals(purse, coins, offset, purchase):
    for posting in _moves(purse, coins, offset, purchase):
        yield posting
        for number, count, _ in posting[3]:
            purse.lots[number].removed += count
