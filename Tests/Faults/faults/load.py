"""Clients: what they want comes from a seed, what they sent and were told goes to the history."""

import http.client
import json
import random
import threading
import time

from .service import COURSE_PRICE, COURSES, PACKS, PRICES

ANSWER_SECONDS_MAX = 6
SETTLE_SECONDS_MAX = 60
PAUSE_SECONDS = 0.05
# Not the end of an intention: ask again with the same key.
UNSETTLED = (202, 408, 429, 500, 502, 503, 504)


class Intention:
    """One thing that somebody wants, and how it is asked for, as often as needed."""

    def __init__(self, n, op, user, key, path, body, transaction=None, about=None):
        self.n, self.op, self.user, self.key, self.path, self.body = n, op, user, key, path, body
        # What it is about: an App Store transaction, or the id of an earlier operation.
        self.transaction, self.about = transaction, about
        self.attempts = 0
        self.last = None

    def facts(self):
        body = {name: value for name, value in self.body.items() if name != "signed_transaction"}
        return {"n": self.n, "op": self.op, "user": self.user, "key": self.key, "body": body,
                "transaction": self.transaction, "about": self.about}

    @property
    def settled(self):
        return self.last is not None and self.last.status not in UNSETTLED


class Answer:
    def __init__(self, status, replayed, body):
        self.status, self.replayed, self.body = status, replayed, body


class Unanswered(Exception):
    """Whatever happened to the request, nobody told."""


class Client:
    """One connection, kept as long as it is good."""

    def __init__(self, service, history):
        self.service, self.history = service, history
        self.connection = None

    def attempt(self, intention, read=lambda answer: answer.read()):
        """Sends once. Returns the answer, or None if there was no full one; either is in the history."""
        intention.attempts += 1
        attempt = intention.attempts
        self.history.send(intention, attempt)
        try:
            answer = self._exchange(intention, read)
        except (OSError, http.client.HTTPException, Unanswered) as error:
            self.close()
            self.history.no_answer(intention, attempt, type(error).__name__)
            return None
        self.history.answer(intention, attempt, answer)
        intention.last = answer
        return answer

    def settle(self, intention, seconds=SETTLE_SECONDS_MAX):
        """The same request until the answer says what happened; False if it never does."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.attempt(intention)
            if intention.settled:
                return True
            time.sleep(PAUSE_SECONDS)
        return False

    def give(self, user, coins):
        """A person gives free coins: not part of the history."""
        self._by_hand(f"/v1/admin/wallets/{user}/grants", {"coins": coins, "reason": "goodwill"},
                      self.service.second_key, f"give-{user}", 200)

    def forfeit(self, user, coins):
        """One person has purchased coins taken away, another agrees: not part of the history."""
        told = self._by_hand(f"/v1/admin/wallets/{user}/forfeits", {"coins": coins, "reason": "stolen"},
                             self.service.second_key, f"forfeit-{user}", 202)
        self._by_hand(f"/v1/admin/approvals/{told['approval']}/approve", {}, self.service.key, None, 200)

    def _by_hand(self, path, body, key, idempotency_key, status):
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
        if idempotency_key:
            headers["Idempotency-Key"] = idempotency_key
        connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=ANSWER_SECONDS_MAX)
        connection.request("POST", path, json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        if answer.status != status:
            raise SystemExit(f"{path}: {answer.status} {text}")
        return json.loads(text)

    def close(self):
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def _exchange(self, intention, read):
        headers = {"Authorization": f"Bearer {self.service.key}", "Content-Type": "application/json"}
        if intention.key is not None:
            headers["Idempotency-Key"] = intention.key
        if self.connection is None:
            self.connection = http.client.HTTPConnection("127.0.0.1", self.service.port, timeout=ANSWER_SECONDS_MAX)
        self.connection.request("POST", intention.path, json.dumps(intention.body), headers)
        answer = self.connection.getresponse()
        body = read(answer).decode()
        return Answer(answer.status, answer.getheader("Idempotency-Replayed") == "true", body)


class Load:
    """Makes intentions; the same seed makes the same ones, but for what the App Store numbers itself."""

    def __init__(self, service, store, history, seed, users=8):
        self.service, self.store, self.history = service, store, history
        self.random = random.Random(seed)
        self.users = [f"user-{number}" for number in range(users)]
        self.name = f"s{seed}"
        # Guests become accounts while they are at work, and go on under their old names.
        self.guests = []
        self.made, self.sold, self.refunded = [], [], {}
        self.lock = threading.RLock()

    def client(self):
        return Client(self.service, self.history)

    # What there is to want

    def grant(self, user, coins, reason="load"):
        return self._new("grant", user, {"coins": coins, "reason": reason})

    def spend(self, user, item, price, quantity=None):
        body = {"item": item, "expected_price": price, **({"quantity": quantity} if quantity else {})}
        return self._new("spend", user, body)

    def topup(self, user, coins=None, is_secret=False):
        """A new purchase, signed by the store; a secret one is brought by nobody else (`stolen`)."""
        transaction, proof = self.store.buy(coins or self.random.choice(PACKS))
        if not is_secret:
            self.sold.append((user, transaction, proof))
        return self._new("topup", user, {"user": user, "signed_transaction": proof}, transaction)

    def stolen(self):
        """Somebody else's purchase."""
        owner, transaction, proof = self.random.choice(self.sold)
        user = self.random.choice([name for name in self.users if name != owner])
        return self._new("topup", user, {"user": user, "signed_transaction": proof}, transaction)

    def undo(self):
        """A spend is taken back, all of it or a part."""
        spend = self.random.choice(self._spends())
        told = json.loads(spend.last.body)
        part = self.random.choice([None, None, max(1, told["coins"] // 3)])
        return self._new("undo", spend.user, {"amount": part} if part else {}, about=told["spend"])

    def hold(self, user):
        """Coins are reserved for an item or an amount; a few holds end by themselves soon."""
        body = self.random.choice([{"item": "ten", "expected_price": 10, "quantity": 3}, {"amount": 15},
                                   {"item": COURSES[0], "expected_price": COURSE_PRICE}])
        return self._new("hold", user, {**body, "expires_in": self.random.choice([1, 600, 600])})

    def reserve(self, user, coins):
        return self._new("hold", user, {"amount": coins, "expires_in": 600})

    def release(self, hold):
        return self._new("release", hold.user, {}, about=json.loads(hold.last.body)["hold"])

    def end_hold(self):
        """A hold is captured, all of it or a part, or released."""
        hold = self.random.choice([intention for intention in self._done() if intention.op == "hold"])
        told = json.loads(hold.last.body)
        op, part = self.random.choice([("release", None), ("capture", None), ("capture", max(1, told["coins"] // 2))])
        return self._new(op, hold.user, {"amount": part} if part else {}, about=told["hold"])

    def write_off(self, user, coins=None):
        """An admin forgives what a user owes; mostly there is nothing, and it is refused."""
        body = {"coins": coins} if coins else {"all": True}
        return self._new("write_off", user, {**body, "reason": "goodwill"})

    def adjust(self, user, coins):
        """Support gives free coins, or takes some; often there are fewer, and it is refused."""
        return self._new("adjust", user, {"coins": coins, "reason": "by hand"})

    def guest(self):
        """Somebody new; now and then one of the last few."""
        if not self.guests or self.random.random() < 0.3:
            self.guests.append(f"guest-{self.name}-{len(self.guests)}")
        return self.random.choice(self.guests[-3:])

    def merge(self, guest, into):
        return self._new("merge", guest, {"into": into})

    def join(self):
        """A guest who has coins becomes an account, or another guest."""
        guest = self.random.choice([name for name in self.guests if self._has_coins(name)])
        others = [name for name in self.users + self.guests[:1] if name != guest]
        return self.merge(guest, self.random.choice(others))

    def _has_coins(self, user):
        return any(done.user == user and done.op == "grant" for done in self._done())

    def conflict(self):
        """The key of something done, with another body."""
        done = self.random.choice(self._done())
        body = {"item": "ten", "expected_price": 10, "quantity": self.random.randint(2, 900)}
        return self._new("spend", done.user, body, key=done.key)

    def next(self):
        """A mixture: most is right, some repeats, some is wrong on purpose."""
        with self.lock:
            user, dice = self.random.choice(self.users), self.random.random()
            if self.random.random() < 0.12:
                user = self.guest()
            if self.random.random() < 0.02 and any(map(self._has_coins, self.guests)):
                return self.join()
            if dice < 0.12:
                return self.grant(user, self.random.randint(1, 60))
            if dice < 0.24:
                return self.topup(user)
            if dice < 0.32:
                return self.hold(user)
            if dice < 0.38 and any(intention.op == "hold" for intention in self._done()):
                return self.end_hold()
            if dice < 0.55:
                return self.spend(user, "ten", PRICES["ten"], self.random.choice([None, None, 1, 3]))
            if dice < 0.68:
                return self.spend(user, "forty", PRICES["forty"])
            if dice < 0.72:
                return self.spend(user, self.random.choice(COURSES), COURSE_PRICE)
            if dice < 0.75:
                return self.spend(user, "free", 0)
            if dice < 0.76:
                return self.write_off(user, self.random.choice([None, 5]))
            if dice < 0.78:
                return self.adjust(user, self.random.choice([9, 4, -3, -20]))
            if dice < 0.80:
                return self.spend(user, "forty", 39)
            if dice < 0.86:
                return self.spend(user, "dear", PRICES["dear"])
            if dice < 0.89 and self.sold:
                return self.stolen()
            if dice < 0.92 and self._done():
                return self.conflict()
            if dice < 0.96 and self._spends():
                return self.undo()
            if self._done():
                return self.random.choice(self._done())
            return self.grant(user, 5)

    def refund(self):
        """Apple gives money back, all or a part, or takes a refund back; the store tells the service."""
        with self.lock:
            if not self.sold:
                return
            _, transaction, _ = self.random.choice(self.sold)
            before = self.refunded.get(transaction, 0)
            # A refund grows, or is taken back as a whole (0): so does Apple's.
            more = [share for share in (100_000, 66_667, 33_333) if share > before]
            share = self.random.choice(more + [0] if before else more)
            self.refunded[transaction] = share
            self.history.note("refund", transaction=transaction, milli_percent=share)
            if share:
                self.store.refund(transaction, share)
            else:
                self.store.reverse_refund(transaction)

    def unsettled(self):
        with self.lock:
            return [intention for intention in self.made if not intention.settled]

    def _done(self):
        return [intention for intention in self.made[-400:]
                if intention.key and intention.last is not None and intention.last.status == 200]

    def _spends(self):
        return [intention for intention in self._done() if intention.op == "spend"]

    def _new(self, op, user, body, transaction=None, key=None, about=None):
        with self.lock:
            n = len(self.made)
            paths = {"grant": f"/v1/wallets/{user}/grants", "spend": f"/v1/wallets/{user}/spends",
                     "topup": "/v1/topups", "undo": f"/v1/spends/{about}/undo",
                     "hold": f"/v1/wallets/{user}/holds", "capture": f"/v1/holds/{about}/capture",
                     "release": f"/v1/holds/{about}/release",
                     "write_off": f"/v1/admin/wallets/{user}/write-off",
                     "adjust": f"/v1/admin/wallets/{user}/adjustments", "merge": f"/v1/users/{user}/merge"}
            key = None if op == "topup" else key or f"{self.name}-{n}"
            intention = Intention(f"{self.name}-{n}", op, user, key, paths[op], body, transaction, about)
            self.made.append(intention)
            return intention

    # Sending it

    def run(self, count, clients=8, refunds=0):
        """`count` intentions from several clients at once, each settled. Returns those that never were."""
        every = count // refunds if refunds else count + 1

        def made():
            for number in range(count):
                if number % every == every - 1:
                    self.refund()
                yield self.next()

        return self._settle(made(), clients)

    def settle_all(self, clients=8):
        """Asks again for everything without a final answer. Returns what stayed open."""
        return self._settle(iter(self.unsettled()), clients)

    def _settle(self, intentions, clients):
        lost, broken = [], []

        def work():
            client = self.client()
            try:
                while (intention := self._take(intentions)) is not None:
                    if not client.settle(intention):
                        lost.append(intention)
            except Exception as error:  # told to whoever waits for the threads
                broken.append(error)
            client.close()

        threads = [threading.Thread(target=work) for _ in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if broken:
            raise broken[0]
        return lost

    def _take(self, intentions):
        with self.lock:
            return next(intentions, None)
