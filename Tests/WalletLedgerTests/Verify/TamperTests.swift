import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// P24: what a superuser changes behind the service's back is reported, and the row named.
@Suite struct TamperTests {
    /// One change of one row: the SQL that does it, and the finding's table and key that must name it.
    private struct Tamper {
        let sql: String
        let table: String
        let key: String
    }

    private static let wallets = 100

    @Test("100 random changes, one a wallet, are all reported and nothing else is", arguments: [1, 2, 3] as [UInt64])
    func reportsAll(seed: UInt64) async throws {
        var random = TamperRandom(seed: seed)
        let fixture = try await VerifyFixture()
        try await fixture.fill(Self.wallets + 6)
        var tampers: [Tamper] = []
        for number in 0..<Self.wallets {
            tampers.append(try await Self.tamper(number, fixture, &random))
        }
        try await fixture.writers.execute(Self.dropChecks + tampers.map(\.sql).joined(separator: ";\n"))
        let named = try await fixture.verify().findings.named
        for (number, tamper) in tampers.enumerated() {
            #expect(
                named.contains { $0.table == tamper.table && $0.key == tamper.key },
                "seed \(seed), wallet \(number): \(tamper.sql)")
        }
        let untouched = (Self.wallets..<Self.wallets + 6).map { Self.id($0) }
        #expect(!named.contains { finding in untouched.contains { finding.key.hasPrefix($0) } })
    }

    private static func id(_ number: Int) -> String { Commands.wallet(number).uuid.uuidString.lowercased() }

    private static func tamper(
        _ number: Int, _ fixture: VerifyFixture, _ random: inout TamperRandom
    ) async throws -> Tamper {
        let wallet = id(number)
        let last = try await fixture.writers.number("SELECT sequence AS count FROM wallets WHERE wallet = '\(wallet)'")
        let sequence = 1 + random.below(Int(last))
        let entry = "wallet = '\(wallet)' AND sequence = \(sequence)"
        let lot = 1 + random.below(3)
        let transaction = "2000000\(number)"
        if number % 3 == 0, random.below(3) == 0 { return try await tamperPromise(number, fixture, &random) }
        switch random.below(7) {
        case 0:
            return Tamper(
                sql: "DELETE FROM entries WHERE \(entry)", table: "entries", key: "\(wallet)/\(sequence)")
        case 1, 2:
            return Tamper(
                sql: "UPDATE entries SET \(random.pick(entryEdits)) WHERE \(entry)", table: "entries",
                key: "\(wallet)/\(sequence)")
        case 3:
            let change = random.pick(["DELETE FROM lots", "UPDATE lots SET \(random.pick(lotEdits))"])
            return Tamper(
                sql: "\(change) WHERE wallet = '\(wallet)' AND lot = \(lot)", table: "lots", key: "\(wallet)/\(lot)")
        case 4:
            return Tamper(
                sql: "UPDATE wallets SET \(random.pick(walletEdits)) WHERE wallet = '\(wallet)'", table: "wallets",
                key: wallet)
        case 5:
            return Tamper(
                sql: "UPDATE store_transactions SET \(random.pick(purchaseEdits)) "
                    + "WHERE transaction_id = '\(transaction)'", table: "store_transactions",
                key: "Production/\(transaction)")
        default:
            return random.pick([
                Tamper(sql: "DELETE FROM wallets WHERE wallet = '\(wallet)'", table: "wallets", key: wallet),
                Tamper(
                    sql: "DELETE FROM store_transactions WHERE transaction_id = '\(transaction)'",
                    table: "store_transactions", key: "Production/\(transaction)"),
                Tamper(
                    sql: "DELETE FROM entries WHERE wallet = '\(wallet)' AND sequence > \(last - 2)",
                    table: "entries", key: "\(wallet)/\(last - 1)"),
                Tamper(
                    sql: "DELETE FROM entries WHERE wallet = '\(wallet)'", table: "entries", key: "\(wallet)/1"),
            ])
        }
    }

    /// Of every third wallet: its open hold, or its badge.
    private static func tamperPromise(
        _ number: Int, _ fixture: VerifyFixture, _ random: inout TamperRandom
    ) async throws -> Tamper {
        let wallet = id(number)
        if random.below(2) == 0 {
            let hold = try await fixture.writers.number(
                "SELECT hold AS count FROM holds WHERE state = 1 AND wallet = '\(wallet)'")
            let change = random.pick(["DELETE FROM holds"] + holdEdits.map { "UPDATE holds SET \($0)" })
            return Tamper(
                sql: "\(change) WHERE wallet = '\(wallet)' AND hold = \(hold)", table: "holds",
                key: "\(wallet)/\(hold)")
        }
        let operation = try await fixture.writers.number(
            "SELECT operation AS count FROM ownerships WHERE wallet = '\(wallet)'")
        let change = random.pick(["DELETE FROM ownerships"] + ownershipEdits.map { "UPDATE ownerships SET \($0)" })
        return Tamper(
            sql: "\(change) WHERE wallet = '\(wallet)'", table: "ownerships", key: "\(wallet)/badge/\(operation)")
    }

    /// Who may drop a table's CHECKs may change every column alone.
    static let dropChecks = """
        DO $$ DECLARE found record; BEGIN
            FOR found IN SELECT conrelid::regclass AS name, conname FROM pg_constraint WHERE contype = 'c'
                AND conrelid = ANY (ARRAY['entries', 'lots', 'wallets', 'store_transactions', 'holds',
                    'ownerships']::regclass[]) LOOP
                EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I', found.name, found.conname);
            END LOOP;
        END $$;
        """

    /// Every column of the journal but its key.
    private static let entryEdits = [
        "operation = operation + 1", "at = at + interval '1 microsecond'",
        "store_at = coalesce(store_at, 'epoch') + interval '1 second'", "coins = coins + 1",
        "paid_after = paid_after + 1", "bonus_after = bonus_after + 1", "promo_after = promo_after + 1",
        "held_after = held_after + 1", "debt_after = debt_after + 1", "beat = beat + 1", "key = gen_random_uuid()",
        "fingerprint = gen_random_uuid()", "unit_price = coalesce(unit_price, 0) + 1", "caller = caller + 1",
        "quantity = coalesce(quantity, 0) + 1", "price_version = coalesce(price_version, 0) + 1", "lane = lane + 1",
        "kind = kind % 8 + 1", "debit = CASE debit WHEN 9510 THEN 9520 ELSE 9510 END",
        "credit = CASE credit WHEN 9530 THEN 9550 ELSE 9530 END",
        "operation_entries = coalesce(operation_entries, 0) + 1", "shape = coalesce(shape, 0) + 1",
        "lots[1] = lots[1] + 1", "lot_coins[1] = lot_coins[1] + 1", "lot_used[1] = lot_used[1] + 1",
        "item = coalesce(item, '') || 'x'", "transaction_id = coalesce(transaction_id, '') || '1'",
        "product = coalesce(product, '') || 'x'", "note = coalesce(note, '') || '\\x00'", "hash = sha256(hash)",
        "refers_to = coalesce(refers_to, 0) + 1", "expires_at = coalesce(expires_at, 'epoch') + interval '1 second'",
    ]

    private static let lotEdits = [
        "kind = kind % 3 + 1", "open = NOT open", "issued = issued + 1", "consumed = consumed + 1",
        "removed = removed + 1", "held = held + 1", "acquired_at = acquired_at + interval '1 second'",
        "transaction_id = coalesce(transaction_id, '') || '1'", "product = coalesce(product, '') || 'x'",
    ]

    /// Of an open hold of an amount.
    static let holdEdits = [
        "hold = hold + 1", "state = 3", "coins = coins + 1", "captured = 1",
        "placed_at = placed_at - interval '1 second'", "expires_at = expires_at + interval '1 second'",
        "ended_at = placed_at", "ended_by = hold + 1", "item = 'course'", "quantity = 1", "unit_price = 1",
        "price_version = 1", "once = NOT once", "note = sha256('x')", "lots[1] = lots[1] + 1",
        "lot_coins[1] = lot_coins[1] + 1", "lots = lots || 1", "lots = lots || 1, lot_coins = lot_coins || 1::bigint",
    ]

    static let ownershipEdits = [
        "item = 'course'", "operation = operation + 1", "since = since + interval '1 second'",
        "ended_by = coalesce(ended_by, 0) + 1", "ended_at = coalesce(ended_at, since) + interval '1 second'",
        "ended_by = NULL, ended_at = NULL, since = since - interval '1 second'",
    ]

    private static let walletEdits = [
        "paid = paid + 1", "bonus = bonus + 1", "promo = promo + 1", "held = held + 1",
        "debt = debt + 1", "sequence = sequence + 1", "sequence = sequence - 1", "head = sha256(head)",
        "lots = lots + 1", "last_at = last_at + interval '1 second'", "environment = 2",
    ]

    private static let purchaseEdits = [
        "coins = coins + 1", "bonus = bonus + 1", "lot = lot + 1", "credited_by = credited_by + 1",
        "product = product || 'x'", "quantity = 2", "purchased_at = purchased_at + interval '1 second'",
        "pack_version = 2", "pack = 'other'",
        "revoked_at = signed_at, revocation_percentage = 20000 + coalesce(revocation_percentage, 40000) / 4",
        "wallet = NULL",
    ]
}

/// SplitMix64: a failing run is repeated by its seed.
struct TamperRandom {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    private mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}
