"""Works out the books of wallets coin by coin, one JSON object a line.

A line is {"policy": {...}, "moves": [...]}: what happened to one wallet's coins, and the choices of its accountant.
The answer is a line {"moves": [...]} with what each move posts: a dictionary from "account unit lot" to debits less
credits.

Nothing is shared with what it judges. There a lot has counters, and money is a difference of a function of them. Here
every coin is an object with its own share of the sale's money, and a place; money is the sum over coins. A sale whose
money is learnt later is posted by telling the wallet's whole story once more and taking the difference.
"""

import json
import sys
from collections import defaultdict

KINDS = {"paid": 9100, "bonus": 9110, "promo": 9120}
WHOLE = 100_000


def half_up(amount, part, whole):
    return (2 * amount * part + whole) // (2 * whole)


class Coin:
    """One coin of a lot: what it holds in money, and where it is."""

    def __init__(self, share, cut):
        self.share = share
        self.cut = cut
        self.state = "live"
        self.broken = False

    def is_deferred(self):
        return self.state == "live" and not self.broken


class Lot:
    def __init__(self, kind, count, currency=None, amount=0, commission=0):
        self.kind = kind
        self.currency = currency
        self.coins = [
            Coin(
                amount * (place + 1) // count - amount * place // count,
                commission * (place + 1) // count - commission * place // count)
            for place in range(count)
        ]

    def among(self, state):
        return [coin for coin in self.coins if coin.state == state]

    def deferred(self):
        coins = [coin for coin in self.coins if coin.is_deferred()]
        return sum(coin.share for coin in coins), sum(coin.cut for coin in coins)

    def use(self, count):
        for coin in self.among("live")[:count]:
            assert not coin.broken, "broken coins come back before they are used"
            coin.state = "used"

    def return_used(self, count):
        for coin in self.among("used")[::-1][:count]:
            coin.state = "live"

    def take(self, count):
        for coin in self.among("live")[::-1][:count]:
            coin.state = "gone"
            coin.broken = False

    def return_taken(self, count):
        """As many are broken as before: always the last of those that are there."""
        broken = sum(coin.broken for coin in self.coins)
        for coin in self.among("gone")[:count]:
            coin.state = "live"
        live = self.among("live")
        for place, coin in enumerate(live):
            coin.broken = place >= len(live) - broken

    def unbreak(self, count):
        for coin in self.among("live")[:count]:
            coin.broken = False

    def break_all(self, _count):
        for coin in self.among("live"):
            coin.broken = True


class Term:
    """What a spend moved, earned day by day."""

    def __init__(self, first, count):
        self.first = first
        self.count = count
        self.gross = defaultdict(int)
        self.cut = defaultdict(int)
        self.earned = defaultdict(int)
        self.earned_cut = defaultdict(int)

    def due(self, total, day):
        """An undo may have taken back more than the spend moved: then all of it is earned."""
        if total <= 0:
            return total
        return total * min(max(0, day - self.first + 1), self.count) // self.count


class Wallet:
    def __init__(self, policy, prices):
        self.policy = policy
        #: Money by sale, for those whose money is known.
        self.prices = prices
        self.lots = {}
        self.sales = {}
        self.terms = {}
        self.posted = None

    def post(self, move):
        self.posted = defaultdict(int)
        getattr(self, move["t"])(move)
        return {place: figure for place, figure in self.posted.items() if figure}

    def debit(self, account, amount, unit, lot=""):
        self.posted[f"{account} {unit} {lot}".strip()] += amount

    def credit(self, account, amount, unit, lot=""):
        self.debit(account, -amount, unit, lot)

    def coins(self, parts, house, sign=1):
        for lot, count in parts:
            self.debit(KINDS[self.lots[lot].kind], sign * count, "COIN", lot)
            self.credit(house, sign * count, "COIN")

    def change(self, parts, how):
        """Moves coins, books what their lots lose in money, and says it by currency."""
        released = defaultdict(lambda: [0, 0])
        for number, count in parts:
            lot = self.lots[number]
            before = lot.deferred()
            how(lot, count)
            after = lot.deferred()
            if lot.currency is None:
                continue
            gross, cut = before[0] - after[0], before[1] - after[1]
            self.debit(2100, gross, lot.currency, number)
            self.credit(1200, cut, lot.currency, number)
            released[lot.currency][0] += gross
            released[lot.currency][1] += cut
        return released

    def tax(self, gross):
        if self.policy["tax_mode"] != "operator_at_spend":
            return 0
        tax = abs(gross) * self.policy["rate"] // (10_000 + self.policy["rate"])
        return -tax if gross < 0 else tax

    def income(self, released, account, cost=5100):
        for currency, (gross, cut) in released.items():
            tax = self.tax(gross)
            self.credit(2300, tax, currency)
            self.credit(account, gross - tax, currency)
            self.debit(cost, cut, currency)

    def mend(self, parts):
        """Coins that were taken to income come back first, as far as they are used now."""
        for currency, (gross, cut) in self.change(parts, Lot.unbreak).items():
            self.credit(4200, gross, currency)
            self.debit(5100, cut, currency)

    # What can happen.

    def sold(self, move):
        paid, bonus = move["paid"], move["bonus"]
        money = self.prices.get(move["sale"])
        lots = [("paid", paid)] + ([("bonus", bonus)] if bonus else [])
        houses = {"paid": 9510, "bonus": 9515}
        if money is None:
            for kind, (number, count) in lots:
                self.lots[number] = Lot(kind, count)
                self.coins([(number, count)], houses[kind], -1)
            return
        unit = money["currency"]
        amount = money["price"] - (0 if self.policy["tax_mode"] == "operator_at_spend" else money["tax"])
        commission = money["commission"]
        if self.policy["presentation"] == "net":
            amount, commission = amount - commission, 0
        sharing = paid[1] + (bonus[1] if bonus and self.policy["bonus"] == "pro_rata" else 0)
        shares = {"paid": (amount * paid[1] // sharing, commission * paid[1] // sharing)}
        shares["bonus"] = (amount - shares["paid"][0], commission - shares["paid"][1])
        for kind, (number, count) in lots:
            self.lots[number] = Lot(kind, count, unit, *shares[kind])
            self.coins([(number, count)], houses[kind], -1)
            self.credit(2100, shares[kind][0], unit, number)
            self.debit(1200, shares[kind][1], unit, number)
        owed = money["tax"] if self.policy["tax_mode"] == "operator_at_sale" else 0
        self.debit(1100, amount - commission + owed, unit)
        self.credit(2300, owed, unit)
        self.sales[move["sale"]] = {
            "unit": unit, "amount": amount, "commission": commission, "tax": owed, "percent": 0}

    def granted(self, move, house=9520):
        number, count = move["part"]
        self.lots[number] = Lot("promo", count)
        self.coins([(number, count)], house, -1)

    def adjusted_up(self, move):
        self.granted(move, 9560)

    def spent(self, move):
        self.mend(move["parts"])
        self.coins(move["parts"], 9530)
        released = self.change(move["parts"], Lot.use)
        if not move["term"]:
            return self.income(released, 4100)
        self.income(released, 2120, 1210)
        term = self.terms[move["op"]] = Term(*move["term"])
        for currency, (gross, cut) in released.items():
            term.gross[currency] = gross - self.tax(gross)
            term.cut[currency] = cut

    def undone(self, move):
        self.coins(move["parts"], 9530, -1)
        released = self.change(move["parts"], Lot.return_used)
        term = self.terms.get(move["op"])
        if term is None:
            return self.income(released, 4100)
        for currency, (gross, cut) in released.items():
            tax = self.tax(gross)
            self.credit(2300, tax, currency)
            back, back_cut = tax - gross, -cut
            waiting = min(back, term.gross[currency] - term.earned[currency])
            waiting_cut = min(back_cut, term.cut[currency] - term.earned_cut[currency])
            self.debit(2120, waiting, currency)
            self.debit(4100, back - waiting, currency)
            self.credit(1210, waiting_cut, currency)
            self.credit(5100, back_cut - waiting_cut, currency)
            term.gross[currency] -= back
            term.earned[currency] -= back - waiting
            term.cut[currency] -= back_cut
            term.earned_cut[currency] -= back_cut - waiting_cut

    def recognised(self, move):
        for term in self.terms.values():
            for currency in term.gross:
                gross = max(term.earned[currency], term.due(term.gross[currency], move["day"]))
                cut = max(term.earned_cut[currency], term.due(term.cut[currency], move["day"]))
                self.debit(2120, gross - term.earned[currency], currency)
                self.credit(4100, gross - term.earned[currency], currency)
                self.debit(5100, cut - term.earned_cut[currency], currency)
                self.credit(1210, cut - term.earned_cut[currency], currency)
                term.earned[currency], term.earned_cut[currency] = gross, cut

    def refund(self, move, released):
        """The difference that Apple's new percentage makes."""
        sale = self.sales.get(move["sale"])
        if sale is None:
            return
        unit, old, new = sale["unit"], sale["percent"], move["percent"]
        sale["percent"] = new
        net, cut, tax = (
            half_up(sale[name], new, WHOLE) - half_up(sale[name], old, WHOLE)
            for name in ("amount", "commission", "tax"))
        gross, unused_cut = released.get(unit, (0, 0))
        used = net - gross
        self.debit(4900, used - self.tax(used), unit)
        self.debit(2300, self.tax(used) + tax, unit)
        self.credit(5100, cut - unused_cut, unit)
        self.credit(1100, net - cut + tax, unit)

    def refunded(self, move):
        self.coins(move["own"], 9540)
        self.debit(9200, move["owed"], "COIN")
        self.credit(9540, move["owed"], "COIN")
        self.refund(move, self.change(move["own"], Lot.take))

    def refund_reversed(self, move):
        self.coins(move["own"] + move["met"], 9545, -1)
        self.credit(9200, move["cancelled"], "COIN")
        self.debit(9545, move["cancelled"], "COIN")
        self.refund(move, self.change(move["own"], Lot.return_taken))
        self.income(self.change(move["met"], Lot.return_used), 4300)

    def debt_settled(self, move):
        self.mend(move["parts"])
        for number, count in move["parts"]:
            self.debit(KINDS[self.lots[number].kind], count, "COIN", number)
            self.credit(9200, count, "COIN")
        self.income(self.change(move["parts"], Lot.use), 4300)

    def expired(self, move):
        self.coins(move["parts"], 9550)
        self.change(move["parts"], Lot.take)

    def adjusted_down(self, move):
        self.coins(move["parts"], 9560)
        self.change(move["parts"], Lot.take)

    def forfeited(self, move):
        self.coins(move["parts"], 9560)
        for currency, (gross, cut) in self.change(move["parts"], Lot.take).items():
            self.credit(4210, gross, currency)
            self.debit(5100, cut, currency)

    def written_off(self, move):
        self.credit(9200, move["coins"], "COIN")
        self.debit(9570, move["coins"], "COIN")

    def broken(self, _move):
        parts = [(number, 0) for number, lot in self.lots.items() if lot.currency and lot.among("live")]
        for currency, (gross, cut) in self.change(parts, Lot.break_all).items():
            self.credit(4200, gross, currency)
            self.debit(5100, cut, currency)


def tell(policy, moves, prices):
    wallet = Wallet(policy, prices)
    return wallet, [wallet.post(move) for move in moves]


def difference(new, old):
    places = {place: new.get(place, 0) - old.get(place, 0) for place in {**new, **old}}
    return {place: figure for place, figure in places.items() if figure}


def total(figures):
    sums = defaultdict(int)
    for posted in figures:
        for place, figure in posted.items():
            sums[place] += figure
    return sums


def books(policy, moves):
    prices = {move["sale"]: move["money"] for move in moves if move["t"] == "sold" and move["money"]}
    wallet, past, answers = Wallet(policy, dict(prices)), [], []
    for move in moves:
        if move["t"] == "priced":
            _, before = tell(policy, past, dict(prices))
            prices[move["sale"]] = move["money"]
            wallet, after = tell(policy, past, dict(prices))
            answers.append(difference(total(after), total(before)))
        else:
            past.append(move)
            answers.append(wallet.post(move))
    return answers


def main():
    for line in sys.stdin:
        book = json.loads(line)
        print(json.dumps({"moves": books(book["policy"], book["moves"])}))


if __name__ == "__main__":
    main()
