"""Purchases against the App Store's own list: INV-8 and 9 of the design."""

import collections

from . import chart

ENVIRONMENTS = {"Production": 1, "Sandbox": 2}
WHOLE_MILLI = 100_000


def credited_once(books, truth):
    """INV-8: at most one claim and one credit for each purchase, of the catalogue's coins, to the owner's wallet."""
    credits = collections.defaultdict(list)
    for wallet in books.wallets.values():
        for run in wallet.by_operation():
            if run[0].kind == chart.SOLD:
                credits[wallet.row.environment, run[0].transaction_id].append((wallet, run))
    issued = {(ENVIRONMENTS[sale["environment"]], sale["transaction_id"]): sale for sale in truth}
    for key, found in credits.items():
        name = f"purchase {key[1]}"
        if key not in issued:
            yield f"{name} was credited and never sold"
            continue
        if len(found) > 1:
            yield f"{name} was credited {len(found)} times"
        wallet, run = found[0]
        row = books.transactions.get(key)
        if row is None or not _is_credit(books, row, wallet, run[0]):
            yield f"{name} is credited in {wallet.name} and its row says otherwise"
            continue
        worth = _worth(books, issued[key])
        if worth is None or sum(worth) != sum(entry.coins for entry in run):
            yield f"{name} is worth {worth} coins and {sum(entry.coins for entry in run)} were credited"
    for key, row in books.transactions.items():
        if row.credited_by is not None and key not in credits:
            yield f"purchase {key[1]} is said to be credited by {row.credited_by}, where no entry is"


def _is_credit(books, row, wallet, sold):
    """Whether a purchase's row names its sale, or after merges the entry that brought it."""
    if wallet.row.wallet not in books.takeovers:
        return row.wallet == wallet.row.wallet and row.credited_by == sold.operation
    end = books.wallets[books.end_of(wallet.row.wallet)]
    return row.wallet == end.row.wallet and any(
        entry.sequence == row.credited_by and entry.kind == chart.MERGED and entry.transaction_id == sold.transaction_id
        and entry.lots == [row.lot] for entry in end.entries)


def accepted_are_credited(books, told):
    """INV-8: whose proof was accepted (200 or 202) has the coins after quiet, in the wallet of who brought it first."""
    credited = {entry.transaction_id: wallet for wallet in books.wallets.values() for entry in wallet.entries
                if entry.kind == chart.SOLD}
    for intention in told.values():
        if intention.op != "topup" or not any(said.status in (200, 202) for said in intention.answers):
            continue
        wallet = credited.get(intention.transaction)
        if wallet is None:
            yield f"purchase {intention.transaction} was accepted for {intention.user} and never credited"
        elif intention.accepted and \
                books.end_of(books.wallet_of.get(intention.user)) != books.end_of(wallet.row.wallet):
            yield f"purchase {intention.transaction} was told to {intention.user} and stands in {wallet.name}"


def refunds_agree(books, truth):
    """INV-9: what a purchase's refunds took, owe and gave back is what Apple said last; what was forgiven or forfeited
    stays so."""
    refunded, forgiven, forfeited = collections.Counter(), collections.Counter(), collections.Counter()
    for wallet in books.wallets.values():
        for entry in wallet.entries:
            if entry.kind == chart.REFUNDED:
                refunded[entry.transaction_id] += entry.coins
            elif entry.kind == chart.REVERSED:
                refunded[entry.transaction_id] -= entry.coins
            elif entry.kind == chart.WRITTEN_OFF:
                forgiven[entry.transaction_id] += entry.coins
            elif entry.kind == chart.FORFEITED:
                sale_of = {lot.lot: lot.transaction_id for lot in wallet.lots}
                for lot, coins in zip(entry.lots, entry.lot_coins):
                    forfeited[sale_of.get(lot)] += coins
    for sale in truth:
        row = books.transactions.get((ENVIRONMENTS[sale["environment"]], sale["transaction_id"]))
        if row is None or row.credited_by is None:
            if refunded[sale["transaction_id"]] != 0:
                yield f"purchase {sale['transaction_id']} was refunded and never credited"
            continue
        coins = (row.coins or 0) + (row.bonus or 0)
        wanted = (2 * coins * sale["refunded_milli_percent"] + WHOLE_MILLI) // (2 * WHOLE_MILLI)
        # What was taken away before is not asked for again; what was refunded before may be more than what was left.
        least = max(min(wanted, coins - forfeited[sale["transaction_id"]]), forgiven[sale["transaction_id"]])
        wanted = max(wanted, forgiven[sale["transaction_id"]])
        if not least <= refunded[sale["transaction_id"]] <= wanted:
            yield (f"purchase {sale['transaction_id']} of {coins} coins is refunded by "
                   f"{sale['refunded_milli_percent']} thousandths of a percent, and "
                   f"{refunded[sale['transaction_id']]} coins were taken instead of {wanted}")


def _worth(books, sale):
    """Coins and bonus of a sale by the catalogue in force when it was made."""
    pack = next((row for row in books.rows["packs"] if row.product == sale["product_id"]), None)
    if pack is None:
        return None
    versions = sorted((row for row in books.rows["pack_versions"] if row.pack == pack.pack),
                      key=lambda row: row.version)
    # The checker's runs never change a pack.
    version = versions[0]
    return version.coins * sale["quantity"], version.bonus * sale["quantity"]
