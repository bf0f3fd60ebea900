"""What a wallet holds by the rules of the design, entry by entry; it shares no code with the service.

Promo coins first (the soonest to expire), then purchased ones (the oldest purchase); refunds from the end of the
sale's lots; debts met by purchased coins, the oldest debt first.
"""

import collections

from . import chart, merges
from .books import micros


class Wrong(Exception):
    """The model would have written something else."""


class LotState:
    def __init__(self, number, kind, issued, acquired, expires):
        self.number, self.kind, self.issued, self.acquired, self.expires = number, kind, issued, acquired, expires
        self.consumed = self.removed = self.held = 0

    @property
    def available(self):
        return self.issued - self.consumed - self.removed - self.held

    @property
    def account(self):
        return chart.ACCOUNT_OF_LOT[self.kind]

    @property
    def order(self):
        """Of use: promo first, the soonest expiry first; then by age, then by number."""
        if self.kind == chart.PROMO_LOT:
            return 0, self.expires is None, self.expires or 0, self.acquired, self.number
        return 1, False, 0, self.acquired, self.number

    def expired(self, at):
        return self.expires is not None and self.expires <= at


class Paid:
    """One spend: what its lots paid and got back."""

    def __init__(self, uses, item):
        self.left, self.item = collections.Counter({lot: coins for lot, coins, _ in uses}), item


class Hold:
    """Coins of lots that are reserved, in the order of use."""

    def __init__(self, parts, expires):
        self.parts, self.expires, self.is_open = parts, expires, True


class Tally:
    """Refunds of one purchase: what was taken from its lots, what met its debt, what is owed. Forgiven is forgotten."""

    def __init__(self):
        self.removed, self.met, self.owed = collections.Counter(), collections.Counter(), 0


class Purse:
    """One wallet as the rules say."""

    def __init__(self, rows, taken=None):
        """`taken`: by operation, the purse that it took over, that wallet, and by how much its lots' numbers grow."""
        self.rows, self.taken = {row.lot: row for row in rows}, taken or {}
        self.lots, self.sales, self.tallies, self.spends, self.holds = {}, {}, {}, {}, {}

    @property
    def debt(self):
        return sum(tally.owed for tally in self.tallies.values())

    def spendable(self, at):
        return sum(lot.available for lot in self.lots.values() if not lot.expired(at))

    def apply(self, run):
        """Compares one operation with what the model writes for it.

        A posting is (debit, credit, coins, uses, purchase); a use is (lot, coins, consumed before).
        """
        writers = {chart.SOLD: self._sold, chart.GRANTED: self._granted, chart.SPENT: self._spent,
                   chart.EXPIRED: self._expired, chart.REFUNDED: self._refunded, chart.SETTLED: self._settled,
                   chart.REVERSED: self._reversed, chart.WRITTEN_OFF: self._written_off, chart.UNDONE: self._undone,
                   chart.OWNERSHIP_ENDED: self._ownership_ended, chart.HELD: self._held,
                   chart.RELEASED: self._let_go, chart.HOLD_EXPIRED: self._let_go, chart.MERGED: self._merged,
                   chart.ADJUSTED: self._adjusted, chart.FORFEITED: self._forfeited}
        if run[0].kind not in writers:
            raise Wrong(f"kind {run[0].kind} is not in the model")
        wanted = [posting for posting in writers[run[0].kind](run) if posting]
        found = [(entry.debit, entry.credit, entry.coins,
                  list(zip(entry.lots, entry.lot_coins, entry.lot_used)), entry.transaction_id) for entry in run]
        if wanted != found:
            raise Wrong(f"the model writes {wanted} and the journal has {found}")

    def _merged(self, run):
        if run[0].operation in self.taken:
            yield from merges.arrives(self, run, *self.taken[run[0].operation])
        else:
            yield from merges.leaves(self)

    def _paid(self, entry):
        """The spend that an undo is about, perhaps one of a merged wallet."""
        if entry.refers_wallet is None:
            return self.spends[entry.refers_to]
        return self.spends[entry.refers_wallet, entry.refers_to]

    def _open(self, entry):
        number = entry.lots[0]
        row = self.rows.get(number)
        if row is None or number in self.lots or row.issued != entry.coins:
            raise Wrong(f"lot {number} of {entry.coins} coins is not there, or not so")
        self.lots[number] = LotState(number, row.kind, row.issued, row.acquired, row.expires)
        return number

    def _sold(self, run):
        houses = {chart.PAID: chart.SOLD_HOUSE, chart.BONUS: chart.BONUS_HOUSE}
        for entry in run:
            number = self._open(entry)
            self.sales.setdefault(entry.transaction_id, []).append(number)
            account = self.lots[number].account
            yield houses.get(account), account, entry.coins, [(number, entry.coins, 0)], run[0].transaction_id

    def _granted(self, run):
        number = self._open(run[0])
        yield chart.GRANTED_HOUSE, chart.PROMO, run[0].coins, [(number, run[0].coins, 0)], None

    def _adjusted(self, run):
        if run[0].credit == chart.PROMO:
            number = self._open(run[0])
            yield chart.ADJUSTED_HOUSE, chart.PROMO, run[0].coins, [(number, run[0].coins, 0)], None
        else:
            uses = self._pick_newest(run[0].coins, run[0].at_micros, lambda lot: lot.kind == chart.PROMO_LOT)
            yield chart.PROMO, chart.ADJUSTED_HOUSE, run[0].coins, uses, None

    def _forfeited(self, run):
        """Purchased coins only, whatever the entries say."""
        wanted = sum(entry.coins for entry in run)
        uses = self._pick_newest(wanted, run[0].at_micros, lambda lot: lot.kind != chart.PROMO_LOT)
        for account, some in self._by_account(uses, (chart.BONUS, chart.PAID)):
            yield account, chart.ADJUSTED_HOUSE, sum(use[1] for use in some), some, None

    def _pick_newest(self, coins, at, may):
        """Takes away what came last; the uses add up to `coins`."""
        uses = []
        for lot in sorted(self.lots.values(), key=lambda lot: (lot.acquired, lot.number), reverse=True):
            taken = min(coins, lot.available) if may(lot) and not lot.expired(at) else 0
            if taken:
                uses.append((lot.number, taken, lot.consumed))
                lot.removed += taken
                coins -= taken
        if coins:
            raise Wrong(f"{coins} coins more were taken away than there were")
        return uses

    def _pick(self, coins, at):
        """Takes what is used first; the uses add up to `coins`."""
        uses = []
        for lot in sorted(self.lots.values(), key=lambda lot: lot.order):
            taken = 0 if lot.expired(at) else min(coins, lot.available)
            if taken:
                uses.append((lot.number, taken, lot.consumed))
                coins -= taken
        if coins:
            raise Wrong(f"{coins} coins more were used than there were")
        return uses

    def _by_account(self, uses, accounts=(chart.PROMO, chart.PAID, chart.BONUS)):
        """Uses in groups, one an account; a group of none if there are none."""
        groups = [(account, [use for use in uses if self.lots[use[0]].account == account]) for account in accounts]
        return [group for group in groups if group[1]] or [(chart.PROMO, [])]

    def _spent(self, run):
        if run[0].refers_to is not None:
            yield from self._captured(run)
            return
        if self.debt:
            raise Wrong(f"it was spent while {self.debt} coins were owed")
        yield from self._consumed(run, self._pick(run[0].unit_price * run[0].quantity, run[0].at_micros))

    def _consumed(self, run, uses):
        for number, coins, _ in uses:
            self.lots[number].consumed += coins
        self.spends[run[0].operation] = Paid(uses, run[0].item)
        for account, some in self._by_account(uses):
            yield account, chart.SPENT_HOUSE, sum(use[1] for use in some), some, None

    def _held(self, run):
        if self.debt:
            raise Wrong(f"it was held while {self.debt} coins were owed")
        # An amount has no price: what it asked for is compared with the request.
        coins = sum(sum(e.lot_coins) for e in run) if run[0].item is None else run[0].unit_price * run[0].quantity
        uses = self._pick(coins, run[0].at_micros)
        for number, coins, _ in uses:
            self.lots[number].held += coins
        self.holds[run[0].operation] = Hold([use[:2] for use in uses], micros(run[0].expires_at))
        for account, some in self._by_account(uses):
            yield account, chart.SPENT_HOUSE, 0, some, None

    def _end(self, run, by_itself=False):
        """The hold that ends here; its coins are free, in the lots where they are."""
        hold, at = self.holds[run[0].refers_to], run[0].at_micros
        if not hold.is_open or by_itself != (hold.expires <= at):
            raise Wrong(f"hold {run[0].refers_to} had ended, or its time was {'not ' if by_itself else ''}over")
        hold.is_open = False
        for number, coins in hold.parts:
            self.lots[number].held -= coins
        return hold

    def _captured(self, run):
        hold, missing, uses, rest = self._end(run), sum(entry.coins for entry in run), [], []
        for number, coins in hold.parts:
            taken = min(missing, coins)
            missing -= taken
            uses += [(number, taken, self.lots[number].consumed)] if taken else []
            rest += [(number, coins - taken)] if taken < coins else []
        if missing:
            raise Wrong(f"{missing} coins more were captured than were held")
        # What is left is let go by the entries that follow.
        hold.parts = rest
        yield from self._consumed(run, uses)

    def _let_go(self, run):
        hold = self.holds[run[0].refers_to]
        if hold.is_open:
            self._end(run, by_itself=run[0].kind == chart.HOLD_EXPIRED)
        uses = [(number, coins, self.lots[number].consumed) for number, coins in hold.parts]
        hold.parts = []
        for account, some in self._by_account(uses):
            yield chart.SPENT_HOUSE, account, 0, some, None

    def _undone(self, run):
        """The lot that was used last gives first; never more than was paid."""
        paid, missing, uses = self._paid(run[0]), sum(entry.coins for entry in run), []
        for lot in sorted(self.lots.values(), key=lambda lot: lot.order, reverse=True):
            coins = min(missing, paid.left[lot.number])
            if coins:
                uses.append((lot.number, coins, lot.consumed))
                lot.consumed -= coins
                paid.left[lot.number] -= coins
                missing -= coins
        if missing:
            raise Wrong(f"{missing} coins more were undone than were paid")
        for account, some in self._by_account(uses, (chart.BONUS, chart.PAID, chart.PROMO)):
            yield chart.SPENT_HOUSE, account, sum(use[1] for use in some), some, None

    def _ownership_ended(self, run):
        paid = self._paid(run[0])
        if sum(paid.left.values()) or paid.item != run[0].item:
            raise Wrong(f"{paid.item} is owned no longer, and {sum(paid.left.values())} coins of it are still paid")
        yield chart.SPENT_HOUSE, chart.PROMO, 0, [], None

    def _expired(self, run):
        due = [lot for lot in sorted(self.lots.values(), key=lambda lot: lot.order)
               if lot.expired(run[0].at_micros) and lot.available]
        uses = [(lot.number, lot.available, lot.consumed) for lot in due]
        for lot in due:
            lot.removed += lot.available
        yield chart.PROMO, chart.EXPIRED_HOUSE, sum(use[1] for use in uses), uses, None

    def _refunded(self, run):
        purchase, missing = run[0].transaction_id, sum(entry.coins for entry in run)
        sale, tally = self.sales.get(purchase, []), self.tallies.setdefault(purchase, Tally())
        for number in reversed(sale):
            lot = self.lots[number]
            coins = min(missing, lot.available)
            if coins:
                yield lot.account, chart.CLAWED_BACK, coins, [(number, coins, lot.consumed)], purchase
                lot.removed += coins
                tally.removed[number] += coins
                missing -= coins
        if missing:
            tally.owed += missing
            yield chart.DEBT, chart.CLAWED_BACK, missing, [(sale[0], missing, self.lots[sale[0]].consumed)], purchase

    def _settled(self, _):
        for purchase, tally in self.tallies.items():
            for lot in sorted(self.lots.values(), key=lambda lot: lot.order):
                coins = 0 if lot.kind == chart.PROMO_LOT else min(lot.available, tally.owed)
                if coins:
                    yield lot.account, chart.DEBT, coins, [(lot.number, coins, lot.consumed)], purchase
                    lot.removed += coins
                    tally.met[lot.number] += coins
                    tally.owed -= coins

    def _written_off(self, run):
        """The oldest refund's debt first; never more than is owed."""
        missing = sum(entry.coins for entry in run)
        for purchase, tally in self.tallies.items():
            coins, first = min(missing, tally.owed), self.sales[purchase][0]
            if coins:
                yield (chart.WRITTEN_OFF_HOUSE, chart.DEBT, coins, [(first, coins, self.lots[first].consumed)],
                       purchase)
                tally.owed -= coins
                missing -= coins
        if missing:
            raise Wrong(f"{missing} coins more were written off than were owed")

    def _reversed(self, run):
        purchase, missing = run[0].transaction_id, sum(entry.coins for entry in run)
        tally, first = self.tallies.setdefault(purchase, Tally()), self.sales[purchase][0]
        cancelled = min(missing, tally.owed)
        if cancelled:
            tally.owed -= cancelled
            missing -= cancelled
            use = (first, cancelled, self.lots[first].consumed)
            yield chart.REVERSED_HOUSE, chart.DEBT, cancelled, [use], purchase
        back = [(number, tally.met) for number in sorted(tally.met, reverse=True)]
        back += [(number, tally.removed) for number in sorted(tally.removed)]
        for number, source in back:
            coins, lot = min(missing, source[number]), self.lots[number]
            if coins:
                yield chart.REVERSED_HOUSE, lot.account, coins, [(number, coins, lot.consumed)], purchase
                source[number] -= coins
                lot.removed -= coins
                missing -= coins

    def unmet(self):
        """Coins that should have met a debt and did not."""
        purchased = sum(lot.available for lot in self.lots.values() if lot.kind != chart.PROMO_LOT)
        return min(purchased, self.debt)
