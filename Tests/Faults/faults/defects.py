"""Defects planted one at a time into a good run: each must be named by the rule that it breaks.

A defect changes the database (as a superuser, constraints dropped first), the history, or the App Store's list. Where
it can be, the rest is made to fit, so that only the rule in question can find it.
"""

import json

from . import chart
from .answers import stored_key
from .service import COURSE_PRICE, COURSES

# What a superuser would drop first.
UNGUARD = """
SET search_path = coffer, pg_catalog;
DO $$ DECLARE c record; BEGIN
    FOR c IN SELECT conrelid::regclass AS t, conname FROM pg_constraint
        WHERE contype = 'c' AND connamespace = 'coffer'::regnamespace AND conrelid <> 0
    LOOP EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', c.t, c.conname); END LOOP;
END $$;
"""


class Planted:
    """The run that the defects are planted into: known requests whose rows are known."""

    def __init__(self, load, client, quiet):
        def settle(intention):
            if not client.settle(intention):
                raise SystemExit(f"test-check: {intention.facts()} was never settled")
            return intention

        self.first = settle(load.topup("planted-a", 100))
        self.second = settle(load.topup("planted-a", 200))
        self.spend = settle(load.spend("planted-a", "ten", 10))
        self.grant = settle(load.grant("planted-a", 7))
        self.poor = settle(load.grant("planted-b", 7))
        self.refused = settle(load.spend("planted-b", "ten", 10))
        client.attempt(self.spend)
        self.refunded = settle(load.topup("planted-c", 100))
        load.store.refund(self.refunded.transaction, 50_000)
        self._promise(load, settle)
        self._forgive(load, settle, quiet)
        self._merge(load, settle)
        self._by_hand(load, client, settle)

    def _promise(self, load, settle):
        """Two lots, of which the second is held in part; a hold that was released; a course."""
        settle(load.grant("planted-d", 20))
        settle(load.grant("planted-d", 60))
        self.course = settle(load.spend("planted-d", COURSES[0], COURSE_PRICE))
        self.released = settle(load.reserve("planted-d", 15))
        settle(load.release(self.released))
        self.hold = settle(load.reserve("planted-d", 15))

    def _forgive(self, load, settle, quiet):
        """100 coins, 80 of them spent, refunded in full: of 80 that are owed 30 are written off."""
        sale = settle(load.topup("planted-e", 100))
        for _ in range(2):
            settle(load.spend("planted-e", "forty", 40))
        load.store.refund(sale.transaction, 100_000)
        quiet()
        settle(load.write_off("planted-e", 30))

    def _merge(self, load, settle):
        """Two users who both did something become one, who goes on."""
        settle(load.topup("planted-h", 200))
        settle(load.grant("planted-h", 3))
        self.guests = settle(load.topup("planted-g", 100))
        settle(load.grant("planted-g", 4))
        settle(load.spend("planted-g", "ten", 10))
        self.merge = settle(load.merge("planted-g", "planted-h"))
        settle(load.spend("planted-g", "ten", 10))
        settle(load.spend("planted-h", "ten", 10))
        load.store.refund(self.guests.transaction, 50_000)

    def _by_hand(self, load, client, settle):
        """Free coins come twice and go in part; of two purchases 30 coins are forfeited, and one is refunded later."""
        self.older = settle(load.adjust("planted-i", 9))
        settle(load.adjust("planted-i", 6))
        settle(load.adjust("planted-i", -4))
        settle(load.topup("planted-i", 100))
        self.robbed = settle(load.topup("planted-i", 100))
        client.forfeit("planted-i", 30)
        load.store.refund(self.robbed.transaction, 100_000)
        client.give("planted-j", 8)

    def where(self, intention):
        """SQL that is true for the first entry of the intention's operation."""
        if intention.key is None:
            return f"kind = 1 AND transaction_id = '{intention.transaction}'"
        return f"key = '{stored_key(intention.key)}'"


def wallet_of(user):
    return f"(SELECT wallet FROM user_wallets WHERE user_id = '{user}' AND environment = 1)"


def sql(text):
    """A defect of the database: the text may name the planted requests' rows."""
    return lambda planted, _: (text(planted) if callable(text) else text, None, None)


def history(change):
    """A defect of the history: `change` gets an event and returns it, another one, or None."""
    def plant(planted, lines):
        changed = [change(planted, json.loads(line)) for line in lines]
        return None, [json.dumps(event) for event in changed if event is not None], None
    return plant


def told(planted_name, **members):
    """The answer to one planted request, with other members in its body."""
    def change(planted, event):
        if event["event"] == "answer" and event["n"] == getattr(planted, planted_name).n:
            event["body"] = json.dumps({**json.loads(event["body"]), **members})
        return event
    return change


def _another_repeat(planted, event):
    if event["event"] == "answer" and event["n"] == planted.spend.n and event["replayed"]:
        event["body"] += " "
    return event


def _refused_after_all(planted, event):
    if event["event"] == "answer" and event["n"] == planted.grant.n:
        event["status"], event["body"] = 422, json.dumps({"code": "amount_out_of_range"})
    return event


def _merged_after_all(planted, event):
    if event["event"] == "answer" and event["n"] == planted.merge.n:
        event["status"], event["body"] = 409, json.dumps({"code": "holds_open"})
    return event


def _never_sent(planted, event):
    return None if event.get("n") == planted.grant.n else event


def _too_early(planted, event):
    # The grant, version 4, was acknowledged before the spend, version 3, was sent.
    if event.get("n") == planted.grant.n:
        event["t"] = 1 if event["event"] == "send" else 2
    return event


def _done_twice(planted, event):
    if event["event"] == "answer" and event["n"] == planted.spend.n:
        event["replayed"] = False
    return event


def truth(change):
    return lambda planted, _: (None, None, lambda sales: [change(planted, dict(sale)) for sale in sales])


def _unrefunded(planted, sale):
    if sale["transaction_id"] == planted.refunded.transaction:
        sale["refunded_milli_percent"] = 0
    return sale


def _forget_sale(planted, sale):
    if sale["transaction_id"] == planted.first.transaction:
        sale["transaction_id"] = "1"
    return sale


A = wallet_of("planted-a")
B = wallet_of("planted-b")
D = wallet_of("planted-d")
E = wallet_of("planted-e")
G = wallet_of("planted-g")
I = wallet_of("planted-i")
J = wallet_of("planted-j")

# Removes the last operation of planted-a as if it had never been: nothing in the database alone can show it.
UNDO_GRANT = f"""
    DELETE FROM lots WHERE wallet = {A} AND lot = (SELECT lots FROM wallets WHERE wallet = {A});
    DELETE FROM entries WHERE wallet = {A} AND sequence = (SELECT sequence FROM wallets WHERE wallet = {A});
    UPDATE wallets w SET promo = promo - 7, lots = w.lots - 1, sequence = w.sequence - 1, last_at = e.at, head = e.hash
        FROM entries e WHERE w.wallet = {A} AND e.wallet = w.wallet AND e.sequence = w.sequence - 1;
"""

# The 100 coins of planted-a once more, for planted-b: balanced, and with a lot of its own.
CREDIT_TWICE = f"""
    INSERT INTO entries SELECT (jsonb_populate_record(e, jsonb_build_object('bucket', w.bucket, 'wallet', w.wallet,
            'sequence', w.sequence + 1, 'operation', w.sequence + 1, 'lots', jsonb_build_array(w.lots + 1),
            'at', w.last_at,
            'paid_after', w.paid + e.coins, 'bonus_after', w.bonus, 'promo_after', w.promo, 'debt_after', w.debt))).*
        FROM entries e, wallets w WHERE e.wallet = {A} AND e.sequence = 1 AND w.wallet = {B};
    INSERT INTO lots SELECT (jsonb_populate_record(l, jsonb_build_object('bucket', w.bucket, 'wallet', w.wallet,
            'lot', w.lots + 1, 'consumed', 0, 'removed', 0, 'open', true))).*
        FROM lots l, wallets w WHERE l.wallet = {A} AND l.lot = 1 AND w.wallet = {B};
    UPDATE wallets SET paid = paid + 100, lots = lots + 1, sequence = sequence + 1 WHERE wallet = {B};
"""

# (name, the rule that must name it, the defect)
DEFECTS = [
    ("an entry is missing", "INV-2", sql(lambda p: f"DELETE FROM entries WHERE {p.where(p.second)}")),
    ("an entry is there twice", "INV-2", sql(
        f"INSERT INTO entries SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', w.sequence + 1, 'key',"
        f" null, 'fingerprint', null))).* FROM entries e, wallets w WHERE e.wallet = {A} AND w.wallet = {A}"
        " AND e.sequence = 4")),
    ("two users have each other's wallets", "INV-4", sql(
        f"CREATE TEMP TABLE both_wallets AS SELECT {A} AS a, {B} AS b;"
        "UPDATE user_wallets u SET wallet = CASE u.user_id WHEN 'planted-a' THEN b ELSE a END"
        " FROM both_wallets WHERE u.user_id IN ('planted-a', 'planted-b') AND u.environment = 1")),
    ("an entry moves another amount", "INV-1", sql(
        lambda p: f"UPDATE entries SET coins = coins + 1 WHERE {p.where(p.spend)}")),
    ("an entry and its lot moved another amount", "INV-2", sql(
        lambda p: f"UPDATE entries SET coins = 11, lot_coins = '{{11}}' WHERE {p.where(p.spend)}")),
    ("a wallet has a coin too many", "INV-2", sql(f"UPDATE wallets SET paid = paid + 1 WHERE wallet = {A}")),
    ("a wallet's coins are of another kind", "INV-2", sql(
        f"UPDATE wallets SET paid = paid - 1, promo = promo + 1 WHERE wallet = {A}")),
    ("a lot was used more than any entry says", "INV-2", sql(
        f"UPDATE lots SET consumed = consumed + 1 WHERE wallet = {A} AND lot = 1")),
    ("an entry says another balance after it", "INV-3", sql(
        lambda p: f"UPDATE entries SET paid_after = paid_after - 1 WHERE {p.where(p.spend)}")),
    ("an entry moves coins the other way", "INV-2", sql(
        lambda p: f"UPDATE entries SET debit = credit, credit = debit WHERE {p.where(p.spend)}")),
    ("a wallet holds back a coin too many", "INV-2", sql(f"UPDATE wallets SET held = held + 1 WHERE wallet = {D}")),
    ("a lot holds back a coin too many", "INV-2", sql(
        f"UPDATE lots SET held = held + 1 WHERE wallet = {D} AND lot = 2")),
    ("held coins stand in another lot", "INV-7", sql(
        f"UPDATE lots SET held = 15 * (2 - lot) WHERE wallet = {D} AND lot IN (1, 2)")),
    ("an open hold's row is gone", "INV-2", sql(f"DELETE FROM holds WHERE wallet = {D} AND state = 1")),
    ("a hold is there that nobody placed", "INV-2", sql(
        f"INSERT INTO holds SELECT (jsonb_populate_record(h, jsonb_build_object('hold', 1))).* FROM holds h"
        f" WHERE wallet = {D} AND state = 1")),
    ("a hold keeps a coin too many", "INV-2", sql(
        f"UPDATE holds SET coins = coins + 1, lot_coins[1] = lot_coins[1] + 1 WHERE wallet = {D} AND state = 1")),
    ("a hold keeps coins of another lot", "INV-2", sql(
        f"UPDATE holds SET lots[1] = 1 WHERE wallet = {D} AND state = 1")),
    ("a hold was released and says that it is open", "INV-2", sql(
        f"UPDATE holds SET state = 1, ended_by = NULL, ended_at = NULL WHERE wallet = {D} AND state = 3")),
    ("a hold ends later than was agreed", "INV-2", sql(
        f"UPDATE holds SET expires_at = expires_at + interval '1 hour' WHERE wallet = {D} AND state = 1")),
    ("what was bought is not owned", "INV-2", sql(f"DELETE FROM ownerships WHERE wallet = {D}")),
    ("what was bought is owned no longer", "INV-2", sql(
        f"UPDATE ownerships SET ended_by = operation + 1, ended_at = since WHERE wallet = {D}")),
    ("something is owned that was never bought", "INV-2", sql(
        f"INSERT INTO ownerships SELECT bucket, wallet, '{COURSES[1]}', 2, since FROM ownerships WHERE wallet = {D}")),
    ("a write-off has no record", "INV-12", sql(f"DELETE FROM audit_log WHERE wallet = {E}")),
    ("a write-off's record tells another debt", "INV-12", sql(
        f"UPDATE audit_log SET before = jsonb_build_object('debt', 81) WHERE wallet = {E}")),
    ("a write-off's record came later", "INV-12", sql(
        f"UPDATE audit_log SET origin = origin WHERE wallet = {E}")),
    ("a record tells of a write-off that never was", "INV-12", sql(
        f"INSERT INTO audit_log SELECT (jsonb_populate_record(a, jsonb_build_object('record', gen_random_uuid(),"
        f" 'operation', 1, 'sequence', 1000000 + a.sequence))).* FROM audit_log a WHERE wallet = {E}")),
    ("a write-off forgave the debt of a lot of another sale", "INV-7", sql(
        f"UPDATE entries SET lots = '{{2}}' WHERE wallet = {E} AND kind = {chart.WRITTEN_OFF};"
        f"UPDATE audit_log SET origin = origin WHERE wallet = {E}")),
    ("a gift has no record", "INV-12", sql(f"DELETE FROM audit_log WHERE wallet = {J}")),
    ("nobody asked for a gift", "INV-12", sql(f"DELETE FROM approvals WHERE wallet = {J}")),
    ("an adjustment has no record", "INV-12", sql(
        f"DELETE FROM audit_log WHERE wallet = {I} AND action = 'adjust_coins' AND operation = 1")),
    ("a forfeit's record tells other coins", "INV-12", sql(
        f"UPDATE audit_log SET after = jsonb_build_object('paid', 171, 'bonus', 0)"
        f" WHERE wallet = {I} AND action = 'forfeit_coins'")),
    ("whoever asked for a forfeit agreed to it too", "INV-12", sql(
        f"UPDATE approvals SET decider = proposer WHERE wallet = {I} AND needs_second")),
    ("a forfeit was done by one person", "INV-12", sql(
        f"UPDATE approvals SET needs_second = false, decider = NULL, decided_at = NULL"
        f" WHERE wallet = {I} AND needs_second")),
    ("an adjustment took older coins than the newest", "INV-7", sql(
        f"UPDATE entries SET lots = '{{1}}' WHERE wallet = {I} AND sequence = 3;"
        f"UPDATE audit_log SET origin = origin WHERE wallet = {I} AND operation = 3;"
        f"UPDATE lots SET removed = 4 * (2 - lot) WHERE wallet = {I} AND lot IN (1, 2)")),
    ("a forfeit took the older purchase", "INV-9", sql(
        f"UPDATE entries SET lots = '{{3}}' WHERE wallet = {I} AND kind = 19;"
        f"UPDATE lots SET removed = CASE lot WHEN 3 THEN 30 ELSE 70 END WHERE wallet = {I} AND lot IN (3, 4)")),
    ("a refund took less than was left after a forfeit", "INV-9", sql(
        f"UPDATE entries SET coins = 69, lot_coins = '{{69}}', paid_after = paid_after + 1"
        f" WHERE wallet = {I} AND kind = 5;"
        f"UPDATE lots SET removed = 99, open = true WHERE wallet = {I} AND lot = 4;"
        f"UPDATE wallets SET paid = paid + 1 WHERE wallet = {I}")),
    ("an entry is older than the one before it", "INV-3", sql(
        lambda p: f"UPDATE entries SET at = at - interval '1 day' WHERE {p.where(p.spend)}")),
    ("an entry moves coins to where they were", "INV-1", sql(
        lambda p: f"UPDATE entries SET credit = debit WHERE {p.where(p.spend)}")),
    ("an operation has lost an entry", "INV-5", sql(
        lambda p: f"UPDATE entries SET operation_entries = 2 WHERE {p.where(p.spend)}")),
    ("an acknowledged operation is gone without a trace", "INV-4", sql(UNDO_GRANT)),
    ("an answer told another balance", "INV-4", history(told("poor", balance={
        "available": 8, "paid": 0, "bonus": 0, "promo": 8, "held": 0, "debt": 0}))),
    ("an operation is there that nobody asked for", "INV-5", history(_never_sent)),
    ("what was refused was done", "INV-5", history(_refused_after_all)),
    ("a repeat was answered with other bytes", "INV-6", history(_another_repeat)),
    ("one key was done twice", "INV-6", history(_done_twice)),
    ("a purchase is credited in two wallets", "INV-8", sql(CREDIT_TWICE)),
    ("a purchase's row names another wallet", "INV-8", sql(
        lambda p: f"UPDATE store_transactions SET wallet = {B} WHERE transaction_id = '{p.first.transaction}'")),
    ("a purchase is credited that was never sold", "INV-8", truth(_forget_sale)),
    ("more was refunded than Apple said", "INV-9", truth(_unrefunded)),
    ("a spend paid a price that was not in force", "INV-13", sql(
        "UPDATE item_prices SET valid_to = now() - interval '1 day' WHERE item = 'ten'")),
    ("a spend used the wrong purchase", "INV-7", sql(
        lambda p: f"UPDATE entries SET lots = '{{2}}' WHERE {p.where(p.spend)};"
        f"UPDATE lots SET consumed = 10 * (lot - 1) WHERE wallet = {A} AND lot IN (1, 2)")),
    ("versions contradict what clients knew", "INV-7", history(_too_early)),
    ("a refusal told a balance that never was", "INV-7", history(told("refused", balance=6))),
    ("a request was given another fingerprint", "INV-11", sql(
        lambda p: f"UPDATE entries SET fingerprint = gen_random_uuid() WHERE {p.where(p.spend)}")),
    ("a merge was told and the guest is still apart", "INV-4", sql(
        "UPDATE users SET merged_into = NULL WHERE user_id = 'planted-g'")),
    ("a refused merge is there", "INV-5", history(_merged_after_all)),
    ("a merge lost its other half", "INV-1", sql(f"DELETE FROM takeovers WHERE source = {G}")),
    ("a merged lot was spent more than the guest had", "INV-7", sql(
        f"UPDATE lots SET consumed = consumed + 1, removed = removed - 1 WHERE wallet = {G} AND removed > 0")),
    ("a wallet has another head", "INV-11", sql(f"UPDATE wallets SET head = sha256('x') WHERE wallet = {A}")),
    ("an entry is ahead of its lane", "INV-14", sql("UPDATE lanes SET beat = 0")),
]
