"""The database as it stands, read by psql in one snapshot: nothing of the service's own code takes part."""

import datetime
import json
import subprocess
import types
import uuid

TABLES = ("users", "user_wallets", "wallets", "lots", "holds", "ownerships", "store_transactions", "packs",
          "pack_versions", "items", "item_prices", "lanes", "callers", "takeovers", "approvals",
          "user_merges")
# Of these it counts which transaction wrote them.
DATED_TABLES = ("entries", "audit_log")
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
PRODUCTION = 1
# Of an item: it is owned after the first spend.
ONCE = 1


def ask(url, sql):
    """What psql prints, unaligned and without headers."""
    command = ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set", "ON_ERROR_STOP=1", "--dbname",
               url, "--file", "-"]
    done = subprocess.run(command, input=sql, text=True, capture_output=True)
    if done.returncode != 0:
        raise RuntimeError(f"psql: {done.stderr.strip()}")
    return done.stdout


def micros(text):
    """Microseconds since 1970 of a timestamp with a zone; None stays None."""
    if text is None:
        return None
    return (datetime.datetime.fromisoformat(text) - EPOCH) // datetime.timedelta(microseconds=1)


def data(text):
    """The bytes of a bytea in its hexadecimal spelling."""
    return None if text is None else bytes.fromhex(text[2:])


class Books:
    def __init__(self, url, planted=""):
        """`planted` is SQL that is run before reading and rolled back afterwards: how the checker is tested."""
        reads = "".join(f"SELECT '{table}' || chr(9) || row_to_json(t) FROM coffer.{table} t;\n" for table in TABLES)
        reads += "".join(f"SELECT '{table}' || chr(9) || (to_jsonb(t) || jsonb_build_object('xmin', t.xmin::text))"
                         f" FROM coffer.{table} t;\n" for table in DATED_TABLES)
        text = ask(url, "SET timezone = 'UTC';\nSET bytea_output = 'hex';\n"
                        f"BEGIN ISOLATION LEVEL REPEATABLE READ {'' if planted else 'READ ONLY'};\n"
                        f"{planted};\n{reads}ROLLBACK;\n")
        rows = {table: [] for table in TABLES + DATED_TABLES}
        for line in text.splitlines():
            table, _, row = line.partition("\t")
            rows[table].append(types.SimpleNamespace(**json.loads(row)))
        self.rows = rows
        self.callers = {row.name: row.caller for row in rows["callers"]}
        self.wallet_of = {row.user_id: row.wallet for row in rows["user_wallets"] if row.environment == PRODUCTION}
        self.wallets = {row.wallet: Wallet(row) for row in rows["wallets"]}
        self.strays = []
        for entry in rows["entries"]:
            entry.at_micros, entry.store_at_micros = micros(entry.at), micros(entry.store_at)
            self._wallet(entry).entries.append(entry)
        for lot in rows["lots"]:
            lot.acquired, lot.expires = micros(lot.acquired_at), micros(lot.expires_at)
            self._wallet(lot).lots.append(lot)
        for hold in rows["holds"]:
            self._wallet(hold).holds[hold.hold] = hold
        for owned in rows["ownerships"]:
            self._wallet(owned).owned[owned.item, owned.operation] = owned
        self.once = {row.item for row in rows["items"] if row.kind == ONCE}
        for wallet in self.wallets.values():
            wallet.entries.sort(key=lambda entry: entry.sequence)
            wallet.lots.sort(key=lambda lot: lot.lot)
        self.prices = {}
        for price in rows["item_prices"]:
            price.start, price.end = micros(price.valid_from), micros(price.valid_to)
            self.prices[price.item, price.version] = price
        # Of who was merged, the account that is meant now.
        self.account_of = {row.user_id: row.merged_into for row in rows["users"] if row.merged_into is not None}
        self.merges = {row.user_id: row for row in rows["user_merges"]}
        # Merged wallets by what they were: who took them over, and by how much their lots' numbers grew.
        self.takeovers = {row.source: row for row in rows["takeovers"]}
        # What people asked for, by its id, which is the key of what was done.
        self.approvals = {row.approval: row for row in rows["approvals"]}
        self.transactions = {(row.environment, row.transaction_id): row for row in rows["store_transactions"]}

    def _wallet(self, row):
        wallet = self.wallets.get(row.wallet)
        if wallet is None:
            self.strays.append(row)
            return Wallet(None)
        return wallet

    def way_of(self, wallet):
        """A wallet and those that took it over, one after the other."""
        way = [wallet]
        while way[-1] in self.takeovers:
            way.append(self.takeovers[way[-1]].wallet)
        return way

    def end_of(self, wallet):
        """Where a wallet's coins are after all merges."""
        return self.way_of(wallet)[-1]

    def in_order_of_merges(self):
        """Every wallet after those that it took over."""
        def depth(wallet):
            return max((1 + depth(source) for source, row in self.takeovers.items() if row.wallet == wallet), default=0)
        return sorted(self.wallets.values(), key=lambda wallet: depth(wallet.row.wallet))

    def operations(self):
        """Each wallet's operations by the key that they carry: (wallet, caller, key) to the first entry."""
        return {(entry.wallet, entry.caller, entry.key): entry for wallet in self.wallets.values()
                for entry in wallet.entries if entry.key is not None}


class Wallet:
    def __init__(self, row):
        self.row = row
        self.entries, self.lots, self.holds, self.owned = [], [], {}, {}

    @property
    def name(self):
        return f"wallet {self.row.wallet}"

    def operation(self, sequence):
        """All entries of the operation that begins with this sequence."""
        return [entry for entry in self.entries if entry.operation == sequence]

    def answer(self, head):
        """The entries that the answer to an operation tells: its own, and what followed from it at once."""
        end = head.sequence + head.operation_entries
        return [entry for entry in self.entries if head.sequence <= entry.sequence < end]

    def by_operation(self):
        """Entries operation by operation, in the journal's order."""
        runs = []
        for entry in self.entries:
            if runs and runs[-1][0].operation == entry.operation:
                runs[-1].append(entry)
            else:
                runs.append([entry])
        return runs


def wallet_in_id(text):
    """The wallet and the number that an id like `spd_…_7` carries; None if it carries none."""
    parts = text.split("_")
    if len(parts) != 3:
        return None
    try:
        return str(uuid.UUID(parts[1])), int(parts[2])
    except ValueError:
        return None
