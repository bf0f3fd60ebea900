"""What the clients were told against what stands in the books: INV-4, 5 and 6 of the design."""

import hashlib
import uuid

from . import chart
from .books import micros, wallet_in_id

CREDITED = ("credited", "already_credited")
KEYED_KINDS = {"spend": chart.SPENT, "grant": chart.GRANTED, "undo": chart.UNDONE, "hold": chart.HELD,
               "capture": chart.SPENT, "release": chart.RELEASED, "write_off": chart.WRITTEN_OFF,
               "adjust": chart.ADJUSTED}
# The member of an answer that carries its own id, and the one that tells its coins.
ID_MEMBERS = {"spend": "spend", "grant": "grant", "undo": "undo", "hold": "hold", "capture": "spend",
              "write_off": "write_off", "adjust": "adjustment"}
COIN_MEMBERS = {"release": "released"}
MERGE_GIVEN_UP = 3


def stored_key(key):
    """As the journal keeps an idempotency key: the first 16 bytes of its SHA-256."""
    return str(uuid.UUID(bytes=hashlib.sha256(key.encode()).digest()[:16]))


class Match:
    """The history joined with the books."""

    def __init__(self, told, books, caller):
        self.told, self.books = told, books
        self.caller = books.callers.get(caller)
        self.operations = books.operations()
        self.asked = {(row.wallet, row.proposer, row.key): row.approval for row in books.approvals.values()}

    def head(self, intention):
        """The first entry of the operation under the intention's key; None if there is none."""
        if intention.key is None:
            return None
        # What is about an operation is asked for where that one is.
        wallet = wallet_in_id(intention.about)[0] if intention.about else self.books.wallet_of.get(intention.user)
        key = stored_key(intention.key)
        if intention.op in ("adjust", "write_off"):
            # Done under the id of what was asked for.
            key = self.asked.get((wallet, self.caller, key))
            if key is None:
                return None
        # What came after a merge was done where the wallet leads, under a key that tells which way it came.
        while True:
            found = self.operations.get((wallet, self.caller, key))
            if found is not None or wallet not in self.books.takeovers:
                return found
            led = hashlib.sha256(uuid.UUID(key).bytes + uuid.UUID(wallet).bytes).digest()
            key, wallet = str(uuid.UUID(bytes=led[:16])), self.books.takeovers[wallet].wallet

    def carries(self, intention, head):
        """Whether the operation is this intention's and not another one's under the same key."""
        if head is None or head.kind != KEYED_KINDS[intention.op]:
            return False
        body = intention.body
        if head.kind == chart.GRANTED:
            return head.coins == body["coins"]
        if head.kind == chart.ADJUSTED:
            return body["coins"] == (head.coins if head.credit == chart.PROMO else -head.coins)
        if head.kind == chart.WRITTEN_OFF:
            run = self.books.wallets[head.wallet].operation(head.operation)
            return body.get("all") or sum(entry.coins for entry in run) == body["coins"]
        if intention.about is not None:
            return wallet_in_id(intention.about) == (head.refers_wallet or head.wallet, head.refers_to)
        if "amount" in body:
            return (head.item, sum(sum(e.lot_coins) for e in self.books.wallets[head.wallet].operation(head.operation))
                    ) == (None, body["amount"])
        wanted = (body["item"], body["expected_price"], body.get("quantity", 1))
        return (head.item, head.unit_price, head.quantity) == wanted and head.refers_to is None

    def credit(self, intention):
        """The first entry of the credit of a top-up's purchase, wherever it is."""
        for wallet in self.books.wallets.values():
            for entry in wallet.entries:
                if entry.kind == chart.SOLD and entry.transaction_id == intention.transaction:
                    return wallet.operation(entry.operation)[0]
        return None


def accepted_are_there(match):
    """INV-4: what was answered 2xx is there exactly once, as it was answered."""
    for intention in match.told.values():
        name = f"request {intention.n} ({intention.op} {intention.key or intention.transaction})"
        if intention.op == "?":
            yield f"request {intention.n} was answered and never sent"
        for said in intention.accepted:
            problem = _compare(match, intention, said.body)
            if problem:
                yield f"{name} was told {said.status}, but {problem}"
                break


def _compare(match, intention, body):
    if intention.op == "topup":
        return _compare_credit(match, intention, body)
    if intention.op == "merge":
        return _compare_merge(match.books, intention)
    head = match.head(intention)
    if head is None:
        return "no operation carries its key"
    if not match.carries(intention, head):
        return f"operation {head.operation} under its key is another one"
    entries = match.books.wallets[head.wallet].answer(head)
    last = entries[-1]
    member = ID_MEMBERS.get(intention.op)
    if member and wallet_in_id(body.get(member, "")) != (head.wallet, head.operation):
        return f"its id {body.get(member)} is not operation {head.operation}"
    balance = body["balance"]
    after = (last.paid_after, last.bonus_after, last.promo_after, last.held_after, last.debt_after)
    if tuple(balance[figure] for figure in ("paid", "bonus", "promo", "held", "debt")) != after:
        return f"the balance in it is not the one after entry {last.sequence}"
    if balance["available"] != sum(after[:3]) - after[3]:
        return "its available coins do not add up"
    touched = sum(sum(entry.lot_coins) for entry in entries if entry.kind == head.kind)
    if abs(body[COIN_MEMBERS.get(intention.op, "coins")]) != touched or body["version"] != last.sequence:
        return f"coins or version differ from operation {head.operation}"
    if micros(body["at"].replace("Z", "+00:00")) != head.at_micros:
        return "it names another time"
    return None


def _compare_merge(books, intention):
    """Accounts may have been merged on since."""
    into = intention.body["into"]
    account = books.account_of.get(into, into)
    if books.account_of.get(intention.user) != account:
        return f"{intention.user} is {books.account_of.get(intention.user)} and not {account}"
    wallets = [books.end_of(books.wallet_of.get(user)) for user in (intention.user, account)]
    if wallets[0] != wallets[1]:
        return f"{intention.user} and {account} have the wallets {wallets}"
    return None


def _compare_credit(match, intention, body):
    way = match.books.way_of(match.books.wallet_of.get(intention.user))
    for purchase in body.get("purchases", []):
        if purchase["state"] not in CREDITED:
            continue
        place = wallet_in_id(purchase["credit"])
        if place is None or place[0] not in way:
            return f"credit {purchase['credit']} is not in the user's wallets {way}"
        entries = _credits(match.books.wallets[place[0]], place[1], purchase["transaction_id"])
        if not entries:
            return f"no entry credits {purchase['transaction_id']} as {purchase['credit']}"
        if "coins" in purchase and purchase["coins"] != sum(entry.coins for entry in entries):
            return f"{purchase['coins']} coins were told and {sum(entry.coins for entry in entries)} credited"
        return None
    return "it names no credit"


def _credits(wallet, number, transaction):
    """The entries that brought a purchase: its sale, or what a merge moved of it."""
    if any(entry.sequence == number and entry.kind == chart.MERGED for entry in wallet.entries):
        return [entry for entry in wallet.entries if entry.kind == chart.MERGED
                and entry.debit == chart.MOVED_HOUSE and entry.transaction_id == transaction]
    return [entry for entry in wallet.operation(number)
            if entry.kind == chart.SOLD and entry.transaction_id == transaction]


def nothing_unasked(match):
    """INV-5: what was refused is not there; what is there was asked for."""
    accepted, asked = set(), {}
    for intention in match.told.values():
        head = match.head(intention) if intention.op in KEYED_KINDS else None
        if head is None:
            continue
        place = (head.wallet, head.sequence)
        if match.carries(intention, head):
            accepted.add(place)
            asked[place] = intention
    for place, intention in asked.items():
        # The service may have been asked again after a refusal: only who was refused every time wanted nothing.
        answers = intention.answers
        if answers and len(answers) == len(intention.sends) and all(400 <= said.status < 500 for said in answers):
            yield f"request {intention.n} was refused as {answers[-1].code}, yet it is operation {place[1]}"
    yield from _merges_unasked(match)
    for head in match.operations.values():
        # What a merge did is judged by who was merged.
        if head.kind == chart.MERGED:
            continue
        if head.caller == match.caller and (head.wallet, head.sequence) not in accepted:
            yield f"wallet {head.wallet} operation {head.operation}: nobody asked for it under this key"


def _merges_unasked(match):
    """A merge that was begun or done is one that somebody asked for and was not refused."""
    asked = {(intention.user, stored_key(intention.key)): intention for intention in match.told.values()
             if intention.op == "merge"}
    for row in match.books.merges.values():
        intention = asked.get((row.user_id, row.key))
        if row.state == MERGE_GIVEN_UP or intention is None:
            continue
        if intention.body["into"] != row.into_user:
            yield f"request {intention.n} wanted {intention.body['into']}, and {row.user_id} goes into {row.into_user}"
        answers = intention.answers
        if answers and len(answers) == len(intention.sends) and all(400 <= said.status < 500 for said in answers):
            yield f"request {intention.n} was refused as {answers[-1].code}, yet {row.user_id} is merged"


def repeats_are_equal(match):
    """INV-6: all 2xx answers to one key are the same bytes."""
    for intention in match.told.values():
        if intention.op == "topup":
            credits = {purchase.get("credit") for said in intention.accepted for purchase in said.body["purchases"]}
            # After a merge it is the account's.
            ends = {match.books.end_of((wallet_in_id(credit or "") or (None,))[0]) for credit in credits}
            if len(credits) > 1 and len(ends) > 1:
                yield f"request {intention.n} was told of several credits: {sorted(map(str, credits))}"
            continue
        bodies = {said.text for said in intention.accepted}
        if len(bodies) > 1:
            yield f"request {intention.n} was answered differently: {sorted(bodies)[0]} and {sorted(bodies)[1]}"
        fresh = [said for said in intention.accepted if not said.replayed]
        if len(fresh) > 1:
            yield f"request {intention.n} was done {len(fresh)} times by what its answers say"


def conflicts_were_real(match):
    """INV-6: 'key reused' is only said where another request had the key."""
    by_key = {}
    for intention in match.told.values():
        by_key.setdefault((intention.user, intention.key), []).append(intention)
    for intention in match.told.values():
        for said in intention.answers:
            if said.code != "idempotency_key_reused":
                continue
            others = [other for other in by_key[intention.user, intention.key]
                      if other.n != intention.n and other.sent < said.t]
            if not others:
                yield f"request {intention.n} was told that its key is used, and nobody used it"
