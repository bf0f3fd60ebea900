"""What must hold in the database alone: INV-1, 2, 3, 5 (whole operations), 11, 12 and 13 of the design.

Each function yields one sentence a counter-example, with the row that is wrong.
"""

import collections
import hashlib
import struct
import uuid

from . import chart
from .books import data, micros

# A free item moves no coins, so neither does taking it back; ownership is no coin.
MOVES_NOTHING = (chart.SPENT, chart.UNDONE, chart.OWNERSHIP_ENDED, chart.MERGED, *chart.HOLDING)
ORIGIN = bytes(32)
# What the record of an act by hand tells, by the kind of its entries.
FIGURES = {chart.WRITTEN_OFF: {"debt": chart.DEBT}, chart.ADJUSTED: {"promo": chart.PROMO},
           chart.FORFEITED: {"paid": chart.PAID, "bonus": chart.BONUS}, chart.GRANTED: {"promo": chart.PROMO}}


def entries_balance(books):
    """INV-1: every entry moves something between two accounts, so they sum to zero by construction."""
    for stray in books.strays:
        yield f"a row names wallet {stray.wallet}, which does not exist"
    for wallet in books.wallets.values():
        for entry in wallet.entries:
            name = f"{wallet.name} entry {entry.sequence}"
            if entry.debit == entry.credit:
                yield f"{name} moves coins from {entry.debit} to itself"
            if entry.coins < 0 or (entry.coins == 0 and entry.kind not in MOVES_NOTHING):
                yield f"{name} moves {entry.coins} coins"
            if entry.kind in chart.HOLDING:
                if entry.coins != 0:
                    yield f"{name} holds or lets go, and moves {entry.coins} coins"
            elif entry.kind in chart.KINDS and entry.coins != sum(entry.lot_coins):
                yield f"{name} moves {entry.coins} coins and its lots {sum(entry.lot_coins)}"


def sum_is_zero(books):
    """INV-1: per currency what users hold and what the house gave out are the same coins."""
    sums = collections.Counter()
    for wallet in books.wallets.values():
        row = wallet.row
        sums[row.currency] += row.paid + row.bonus + row.promo - row.debt
        for entry in wallet.entries:
            sums[row.currency] -= entry.coins if entry.debit not in chart.USERS else 0
            sums[row.currency] += entry.coins if entry.credit not in chart.USERS else 0
    for currency, coins in sums.items():
        if coins != 0:
            yield f"wallets and house together have {coins} {currency}"


def merges_are_whole(books):
    """INV-1: what merges moved out of wallets came into others: 9580 is zero, and what is merged is taken over."""
    moved = collections.Counter()
    for wallet in books.wallets.values():
        if wallet.row.merged_into is not None and wallet.row.wallet not in books.takeovers:
            yield f"{wallet.name} is merged and nobody took it over"
        for entry in wallet.entries:
            moved[wallet.row.environment] += entry.coins if entry.credit == chart.MOVED_HOUSE else 0
            moved[wallet.row.environment] -= entry.coins if entry.debit == chart.MOVED_HOUSE else 0
    for environment, coins in moved.items():
        if coins != 0:
            yield f"merges of environment {environment} left {coins} coins between two wallets"


def balances_are_sums(books):
    """INV-2: a wallet is the sum of its entries, lots are what the balances say, numbers have no gap."""
    for wallet in books.wallets.values():
        row, sums = wallet.row, collections.Counter()
        for entry in wallet.entries:
            sums[entry.debit] -= entry.coins
            sums[entry.credit] += entry.coins
        for figure, account, sign in (("paid", chart.PAID, 1), ("bonus", chart.BONUS, 1), ("promo", chart.PROMO, 1),
                                      ("debt", chart.DEBT, -1)):
            if getattr(row, figure) != sign * sums[account]:
                yield f"{wallet.name} has {figure} {getattr(row, figure)} and its entries say {sign * sums[account]}"
        numbers = [entry.sequence for entry in wallet.entries]
        if numbers != list(range(1, row.sequence + 1)):
            missing = sorted(set(range(1, row.sequence + 1)) - set(numbers))
            yield f"{wallet.name} stands at {row.sequence} and has {len(numbers)} entries; missing: {missing[:5]}"
        yield from _lots(wallet)


def _lots(wallet):
    row = wallet.row
    if [lot.lot for lot in wallet.lots] != list(range(1, row.lots + 1)):
        yield f"{wallet.name} counts {row.lots} lots and has {[lot.lot for lot in wallet.lots]}"
    left = collections.Counter()
    for lot in wallet.lots:
        left[chart.ACCOUNT_OF_LOT[lot.kind]] += lot.issued - lot.consumed - lot.removed
    for figure, account in (("paid", chart.PAID), ("bonus", chart.BONUS), ("promo", chart.PROMO)):
        if left[account] != getattr(row, figure):
            yield f"{wallet.name} has {figure} {getattr(row, figure)} and its lots hold {left[account]}"
    if sum(lot.held for lot in wallet.lots) != row.held:
        yield f"{wallet.name} holds back {row.held} and its lots {sum(lot.held for lot in wallet.lots)}"


def never_below_zero(books):
    """INV-3: at every version, not only at the end; what an entry says about `after` is what there was after it."""
    for wallet in books.wallets.values():
        sums, held, before = collections.Counter(), 0, None
        for entry in wallet.entries:
            sums[entry.debit] -= entry.coins
            sums[entry.credit] += entry.coins
            name = f"{wallet.name} entry {entry.sequence}"
            held += _held(entry)
            found = (sums[chart.PAID], sums[chart.BONUS], sums[chart.PROMO], held, -sums[chart.DEBT])
            if min(found) < 0 or held > sum(found[:3]):
                yield f"{name} leaves paid, bonus, promo, held, debt at {found}"
            said = (entry.paid_after, entry.bonus_after, entry.promo_after, entry.held_after, entry.debt_after)
            if said != found:
                yield f"{name} says {said} were left, the entries say {found}"
            if before is not None and entry.at_micros < before:
                yield f"{name} is dated before the one before it"
            before = entry.at_micros


def _held(entry):
    """What an entry adds to the coins that are held. A capture is a spend that refers to its hold."""
    if entry.kind == chart.HELD:
        return sum(entry.lot_coins)
    is_capture = entry.kind == chart.SPENT and entry.refers_to is not None
    return -sum(entry.lot_coins) if is_capture or entry.kind in (chart.RELEASED, chart.HOLD_EXPIRED) else 0


def operations_are_whole(books):
    """INV-5: an operation is there with all its entries, or not at all."""
    for wallet in books.wallets.values():
        for run in wallet.by_operation():
            head, name = run[0], f"{wallet.name} operation {run[0].operation}"
            if head.sequence != head.operation:
                yield f"{name} has no first entry"
                continue
            answered = [entry for entry in wallet.entries
                        if head.sequence <= entry.sequence < head.sequence + head.operation_entries]
            same = [entry for entry in answered if (entry.lane, entry.beat, entry.at) == (head.lane, head.beat, head.at)
                    and (entry.operation == head.operation or entry.kind in chart.FOLLOWERS)]
            if len(same) != head.operation_entries or len(run) > len(same):
                yield f"{name} has {len(same)} of {head.operation_entries} entries"


def changes_are_recorded(books):
    """INV-12: what an admin changed has one record, of the same transaction, and each record has its change."""
    records = collections.defaultdict(list)
    for record in books.rows["audit_log"]:
        if record.operation is not None:
            records[record.wallet, record.operation].append(record)
    for wallet in books.wallets.values():
        for run in wallet.by_operation():
            place = (wallet.row.wallet, run[0].operation)
            # Without a key it followed from a refund, by policy; what back ends grant is nobody's act.
            by_hand = run[0].key is not None and (
                run[0].kind != chart.GRANTED or place in records or run[0].key in books.approvals)
            if run[0].kind in FIGURES and by_hand:
                found = records.pop(place, [])
                name = f"{wallet.name} {chart.KINDS[run[0].kind]} {run[0].operation}"
                yield from _recorded(name, run, found)
                yield from _agreed(name, run[0], found, books)
    for wallet, operation in records:
        yield f"a record tells of operation {operation} of wallet {wallet}, which no admin asked for"


def _recorded(name, run, records):
    if len(records) != 1:
        yield f"{name} has {len(records)} records"
        return
    record, first, last = records[0], run[0], run[-1]
    said = (record.before, record.after, record.caller, record.reason, micros(record.at), record.xmin)
    figures = FIGURES[first.kind]
    before = {name: getattr(first, f"{name}_after") for name in figures}
    # The entry says what was there after it.
    for account, coins in ((first.debit, first.coins), (first.credit, -first.coins)):
        if account in figures.values():
            name = next(name for name in figures if figures[name] == account)
            before[name] += coins if account != chart.DEBT else -coins
    found = (before, {name: getattr(last, f"{name}_after") for name in figures}, first.caller, first.note,
             first.at_micros, first.xmin)
    if said != found or not record.origin:
        yield f"{name} is recorded as {said} from {record.origin}, its entries say {found}"


def _agreed(name, head, records, books):
    """A second person said yes where one is not enough, and what was done is what was asked for."""
    # After merges its own key tells which way it came.
    approval = books.approvals.get(records[0].approval) if records else None
    if approval is None or approval.state != 3 or approval.proposer != head.caller:
        yield f"{name} was done, and nobody asked for it, or it says otherwise"
    elif head.kind == chart.FORFEITED and not approval.needs_second:
        yield f"{name} was done by one person alone"
    elif approval.needs_second and approval.decider in (None, approval.proposer):
        yield f"{name} was approved by {approval.decider}, who asked for it"


def prices_were_valid(books):
    """INV-13: the coins of a spend are the price of the version that it names, and that one was in force."""
    for wallet in books.wallets.values():
        for run in wallet.by_operation():
            head, name = run[0], f"{wallet.name} spend {run[0].operation}"
            # What a capture takes is priced by its hold.
            if head.kind not in (chart.SPENT, chart.HELD) or head.refers_to is not None or head.item is None:
                continue
            price = books.prices.get((head.item, head.price_version))
            if price is None:
                yield f"{name} names version {head.price_version} of {head.item}, which does not exist"
            elif price.price != head.unit_price:
                yield f"{name} paid {head.unit_price} each and version {price.version} of {head.item} is {price.price}"
            elif not price.start <= head.at_micros < (price.end or head.at_micros + 1):
                yield f"{name} is dated outside the window of its price"
            coins = sum(sum(entry.lot_coins) for entry in run)
            if coins != head.unit_price * head.quantity:
                yield f"{name} took {coins} coins for {head.quantity} at {head.unit_price}"


def chains_recompute(books):
    """INV-11: each hash covers the entry and the one before it. Layout: docs/chain.md."""
    for wallet in books.wallets.values():
        head = ORIGIN
        for entry in wallet.entries:
            if entry.kind not in chart.KINDS:
                head = data(entry.hash)
                continue
            head = hashlib.sha256(_hashed(entry, head)).digest()
            if head != data(entry.hash):
                yield f"{wallet.name} entry {entry.sequence} has another hash than its fields"
                break
        else:
            if head != data(wallet.row.head):
                yield f"{wallet.name} has another head than its last entry's hash"


def _hashed(entry, previous):
    """The bytes that an entry's hash covers: integers big-endian, texts with their length first."""
    refers = entry.refers_to is not None or entry.expires_at is not None
    layout = b"\x03" if entry.refers_wallet is not None else b"\x02" if refers else b"\x01"
    parts = [layout, previous, uuid.UUID(entry.wallet).bytes,
             struct.pack(">qqhhhq", entry.sequence, entry.operation, entry.kind, entry.debit, entry.credit,
                         entry.coins),
             struct.pack(">qqqqq", entry.paid_after, entry.bonus_after, entry.promo_after, entry.held_after,
                         entry.debt_after),
             struct.pack(">i", len(entry.lots))]
    for lot in zip(entry.lots, entry.lot_coins, entry.lot_used):
        parts.append(struct.pack(">iqq", *lot))
    parts.append(struct.pack(">i", entry.caller))
    if entry.operation_entries is None:
        parts.append(b"\x00")
    else:
        parts.append(b"\x01" + struct.pack(">hh", entry.operation_entries, entry.shape))
        parts.append(b"\x00" if entry.key is None
                     else b"\x01" + uuid.UUID(entry.key).bytes + uuid.UUID(entry.fingerprint).bytes)
    parts += [_text(entry.item), _number(">i", entry.quantity), _number(">q", entry.unit_price),
              _number(">i", entry.price_version), _text(entry.transaction_id), _text(entry.product)]
    parts.append(b"\x00" if entry.note is None else b"\x01" + data(entry.note))
    if refers:
        parts += [_number(">q", entry.refers_to), _number(">q", micros(entry.expires_at))]
    if entry.refers_wallet is not None:
        parts.append(uuid.UUID(entry.refers_wallet).bytes)
    parts += [struct.pack(">q", entry.at_micros), _number(">q", entry.store_at_micros),
              struct.pack(">hq", entry.lane, entry.beat)]
    return b"".join(parts)


def _text(text):
    if text is None:
        return b"\x00"
    encoded = text.encode()
    return b"\x01" + struct.pack(">i", len(encoded)) + encoded


def _number(layout, number):
    return b"\x00" if number is None else b"\x01" + struct.pack(layout, number)


def no_leftovers(books):
    """INV-14, as far as rows tell: every entry is at or below its lane's beat."""
    beats = {row.lane: row.beat for row in books.rows["lanes"]}
    for wallet in books.wallets.values():
        for entry in wallet.entries:
            if entry.beat > beats.get(entry.lane, -1):
                name = f"{wallet.name} entry {entry.sequence}"
                yield f"{name} has beat {entry.beat} of lane {entry.lane}, which never was"
