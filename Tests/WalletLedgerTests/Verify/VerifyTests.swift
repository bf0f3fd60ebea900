import FoundationEssentials
import Synchronization
import TestSupport
import Testing
import WalletDomain
import WalletLedger

@Suite struct VerifyTests {
    @Test("Books that the Writer wrote are whole, and everything was looked at")
    func findsNothing() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(24)
        let report = try await fixture.verify()
        #expect(report.findings.named == [])
        #expect(report.wallets == 24)
        #expect(report.purchases == 28)
        #expect(try await fixture.writers.number("SELECT count(*) FROM entries") == report.entries)
        #expect(try await fixture.writers.number("SELECT count(*) FROM lots") == report.lots)
        for account in Account.allCases {
            let booked = try await fixture.writers.number(
                """
                SELECT (SELECT coalesce(sum(coins), 0) FROM entries WHERE credit = \(account.rawValue))::bigint
                    - (SELECT coalesce(sum(coins), 0) FROM entries WHERE debit = \(account.rawValue))::bigint AS count
                """)
            #expect(report.sums[.production, account] == Int128(booked), "\(account.name)")
        }
        #expect(report.sums[.production, .debt] < 0)
        #expect(report.sums.total(of: .production) == 0)
    }

    @Test("An empty ledger is whole")
    func allowsNothing() async throws {
        let report = try await VerifyFixture().verify()
        #expect(report.findings.isEmpty)
        #expect(report.entries == 0)
    }

    @Test("One wallet is verified by itself: what is wrong with others is not looked at")
    func verifiesOne() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(3)
        try await fixture.writers.execute("UPDATE wallets SET paid = paid + 1 WHERE wallet = '\(id(2))'")
        let good = try await fixture.verify(.wallets([Commands.wallet(1)]))
        #expect(good.findings.isEmpty)
        #expect(good.wallets == 1 && good.entries > 0)
        let bad = try await fixture.verify(.wallets([Commands.wallet(1), Commands.wallet(2)]))
        #expect(bad.findings.named.map(\.rule) == [.walletBalance])
    }

    @Test("A row that no entry can be is named, and the rest is verified all the same")
    func namesUnreadable() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(3)
        try await fixture.writers.execute(
            """
            UPDATE entries SET at = 'infinity' WHERE wallet = '\(id(0))' AND sequence = 2;
            UPDATE entries SET lots = ARRAY[lots], lot_coins = ARRAY[lot_coins], lot_used = ARRAY[lot_used]
                WHERE wallet = '\(id(1))' AND sequence = 1;
            UPDATE entries SET kind = 99 WHERE wallet = '\(id(2))' AND sequence = 2;
            """)
        let report = try await fixture.verify()
        let unreadable = report.findings.named.filter { $0.rule == .unreadable }.map(\.key)
        #expect(Set(unreadable) == ["\(id(0))/2", "\(id(1))/1"])
        #expect(report.findings.named.contains { $0.rule == .entryAccounts && $0.key == "\(id(2))/2" })
        #expect(report.wallets == 3)
    }

    @Test("Whatever of a hold's or an ownership's row is changed, that row is named and nothing else")
    func namesPromises() async throws {
        let edits =
            TamperTests.holdEdits.map { ("holds", $0, "state = 1 AND ") }
            + TamperTests.ownershipEdits.map { ("ownerships", $0, "") }
        let fixture = try await VerifyFixture()
        // Every third wallet has an open hold and a badge.
        try await fixture.fill(3 * edits.count)
        let sql = edits.enumerated().map { number, edit in
            "UPDATE \(edit.0) SET \(edit.1) WHERE \(edit.2)wallet = '\(id(3 * number))'"
        }
        try await fixture.writers.execute(TamperTests.dropChecks + sql.joined(separator: ";"))
        let named = try await fixture.verify().findings.named
        for (number, edit) in edits.enumerated() {
            let found = named.filter { $0.key.hasPrefix(id(3 * number)) }
            #expect(found.allSatisfy { $0.table == edit.0 })
            #expect(found.map(\.rule) == rules(edit.0, edit.1), "\(edit)")
        }
        #expect(named.count == edits.reduce(0) { $0 + rules($1.0, $1.1).count })
    }

    /// A row under another key is one that is missing and one that nobody knows.
    private func rules(_ table: String, _ edit: String) -> [VerifyFinding.Rule] {
        if table == "holds" { return edit.hasPrefix("hold = ") ? [.holdMissing, .holdUnknown] : [.hold] }
        let isRenamed = edit.hasPrefix("item = ") || edit.hasPrefix("operation = ")
        return isRenamed ? [.ownershipMissing, .ownershipUnknown] : [.ownership]
    }

    @Test("Holds and ownerships that are gone, or that no entry gave, are named")
    func namesMissingPromises() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(4)
        #expect(try await fixture.verify().findings.isEmpty)
        try await fixture.writers.execute(
            """
            INSERT INTO ownerships SELECT bucket, wallet, 'course', 1, last_at FROM wallets WHERE wallet = '\(id(1))';
            INSERT INTO holds SELECT (jsonb_populate_record(h, jsonb_build_object('bucket', w.bucket, 'wallet',
                w.wallet, 'hold', 2))).* FROM holds h, wallets w WHERE h.state = 1 AND h.wallet = '\(id(3))'
                AND w.wallet = '\(id(1))';
            DELETE FROM holds WHERE wallet = '\(id(3))';
            DELETE FROM ownerships WHERE wallet = '\(id(0))';
            """)
        let named = try await fixture.verify().findings.named
        #expect(named.filter { $0.key.hasPrefix(id(0)) }.map(\.rule) == [.ownershipMissing])
        #expect(named.filter { $0.key.hasPrefix(id(1)) }.map(\.rule) == [.holdUnknown, .ownershipUnknown])
        #expect(named.filter { $0.key.hasPrefix(id(3)) }.map(\.rule) == Array(repeating: .holdMissing, count: 4))
        #expect(named.count == 7)
    }

    @Test("Only the first rows of a kind are named, all are counted")
    func namesFirst() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(6)
        try await fixture.writers.execute("UPDATE wallets SET bonus = bonus + 1")
        let report = try await fixture.verify(namedMax: 2)
        #expect(report.findings.named.filter { $0.rule == .walletBalance }.count == 2)
        #expect(report.findings.counts[.walletBalance] == 6)
        let first = report.findings.named.first
        #expect(first?.table == "wallets")
        #expect(first?.stored != first?.computed)
    }

    @Test("Progress rises to the number of entries")
    func tellsProgress() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(3)
        let told = Mutex<[Int64]>([])
        let settings = LedgerSettings.export(
            conninfo: try await fixture.writers.cluster.conninfo(database: fixture.writers.database))
        let report = try await Verifier(settings).run { done, _ in told.withLock { $0.append(done) } }
        #expect(told.withLock { $0 == $0.sorted() })
        #expect(told.withLock { $0.last } == report.entries)
    }

    private func id(_ number: Int) -> String { Commands.wallet(number).uuid.uuidString.lowercased() }
}
