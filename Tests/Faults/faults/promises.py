"""What is reserved and what is owned: INV-2 for the rows of `holds` and `ownerships`, which the journal tells as well.

Each function yields one sentence a counter-example, with the row that is wrong.
"""

from . import chart
from .books import micros

OPEN, CAPTURED, RELEASED, EXPIRED = 1, 2, 3, 4
ENDS = {chart.SPENT: CAPTURED, chart.RELEASED: RELEASED, chart.HOLD_EXPIRED: EXPIRED}
TERMS = ("item", "quantity", "unit_price", "price_version", "note")


def holds_are_entries(books):
    for wallet in books.wallets.values():
        wanted = {}
        for run in wallet.by_operation():
            if run[0].kind == chart.HELD:
                wanted[run[0].operation] = _placed(run, books.once)
            elif run[0].kind in ENDS and run[0].refers_to in wanted:
                _end(wanted[run[0].refers_to], run)
        for number in sorted(wanted.keys() | wallet.holds.keys()):
            yield from _compare_hold(f"{wallet.name} hold {number}", wallet.holds.get(number), wanted.get(number))


def _placed(run, once):
    head = run[0]
    parts = [list(zip(entry.lots, entry.lot_coins)) for entry in run]
    return {"state": OPEN, "captured": 0, "coins": sum(coins for part in parts for _, coins in part), "parts": parts,
            "placed_at": head.at_micros, "expires_at": micros(head.expires_at), "ended_by": None, "ended_at": None,
            "once": head.item in once, **{name: getattr(head, name) for name in TERMS}}


def _end(hold, run):
    # What a capture leaves is let go by entries behind it.
    if hold["state"] == OPEN:
        hold.update(state=ENDS[run[0].kind], ended_by=run[0].operation, ended_at=run[0].at_micros)
    if run[0].kind == chart.SPENT:
        hold["captured"] += sum(entry.coins for entry in run)


def _compare_hold(name, row, wanted):
    if row is None or wanted is None:
        yield f"{name} has {'no row' if row is None else 'no entry'}"
        return
    found = {**vars(row), **{name: micros(getattr(row, name)) for name in ("placed_at", "expires_at", "ended_at")}}
    for field, value in wanted.items():
        if field != "parts" and found[field] != value:
            yield f"{name} has {field} {found[field]} and its entries say {value}"
    stored, parts = list(zip(row.lots, row.lot_coins)), wanted["parts"]
    # Within an entry in its order; how the entries' lots are mixed is the order of use.
    agree = all([use for use in stored if use[0] in dict(part)] == part for part in parts)
    if not agree or len(stored) != sum(map(len, parts)) or len(row.lots) != len(row.lot_coins):
        yield f"{name} keeps {row.lot_coins} of lots {row.lots} and its entries say {parts}"


def ownerships_are_entries(books):
    """What a merge gave is told by the other wallet's entries: of such rows only the end is compared."""
    for wallet in books.wallets.values():
        merges = {row.operation for row in books.takeovers.values() if row.wallet == wallet.row.wallet}
        taken = {item for item, operation in wallet.owned if operation in merges}
        wanted, ends = _owned(wallet, books.once)
        for item, operation in sorted(wanted.keys() | wallet.owned.keys()):
            row, said = wallet.owned.get((item, operation)), wanted.get((item, operation))
            found = None if row is None else (micros(row.since), row.ended_by, micros(row.ended_at))
            if operation in merges and (row.ended_by is None or (item, *found[1:]) in ends):
                continue
            # A hold captured for what a merge gave meanwhile: that row stands for both.
            if row is None and item in taken:
                continue
            if found != said:
                yield (f"{wallet.name} has {item} by spend {operation} (since, ended by, ended at) {found} and its "
                       f"entries say {said}")


def _owned(wallet, once):
    """By item and spend (since, ended by, ended at), and every end (item, ended by, ended at)."""
    wanted, giver, ends, undo = {}, {}, set(), None
    for run in wallet.by_operation():
        head = run[0]
        if head.kind == chart.SPENT and head.item in once:
            giver[head.item] = head.operation
            wanted[head.item, head.operation] = (head.at_micros, None, None)
        elif head.kind == chart.UNDONE:
            undo = head
        elif head.kind == chart.OWNERSHIP_ENDED:
            ends.add((head.item, undo.operation, undo.at_micros))
            if head.item in giver:
                name = (head.item, giver.pop(head.item))
                wanted[name] = (wanted[name][0], undo.operation, undo.at_micros)
    return wanted, ends
