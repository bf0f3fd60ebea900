import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

@Suite struct SealTests {
    private struct Ledger {
        let books: VerifyFixture
        let sealer: Sealer

        init() async throws {
            books = try await VerifyFixture()
            sealer = Sealer(
                LedgerDatabase(pool: PostgresPool(books.writers.settings, size: 2)) { Issue.record("\($0)") })
        }

        func verify(anchor: [UInt8]? = nil) async throws -> VerifyReport {
            let conninfo = try await books.writers.cluster.conninfo(database: books.writers.database)
            return try await Verifier(LedgerSettings.export(conninfo: conninfo), namedMax: 100, anchor: anchor).run()
        }

        func grant(_ number: Int) async throws {
            let command = try Commands.make(Commands.grant(1), wallet: number, key: UUID())
            _ = try await WriterFixture.settle(books.writers.writer, command).get()
        }
    }

    private func id(_ number: Int) -> String { Commands.wallet(number).uuid.uuidString.lowercased() }

    @Test("Seals hold while the journal grows, and each root kept elsewhere is found among them")
    func hold() async throws {
        let ledger = try await Ledger()
        #expect(try await ledger.sealer.seal() == nil)
        var roots: [[UInt8]] = []
        for round in 1...3 {
            if round == 1 { try await ledger.books.fill(9) }
            try await ledger.grant(round)
            let made = try #require(try await ledger.sealer.seal())
            #expect(made.seal.number == Int64(round))
            #expect(made.seal.wallets == (round == 1 ? 9 : 1))
            roots.append(made.seal.root)
            #expect(try await ledger.sealer.seal() == nil)
        }
        try await ledger.grant(4)
        #expect(Set(roots).count == 3)
        for root in roots {
            let report = try await ledger.verify(anchor: root)
            #expect(report.findings.named == [] && report.seals == 3)
        }
        let strange = try await ledger.verify(anchor: [UInt8](repeating: 7, count: 32))
        #expect(strange.findings.named.map(\.rule) == [.seal])
    }

    @Test("A wallet removed with all its rows is missed by the seals, and by nothing else")
    func missesWallets() async throws {
        let ledger = try await Ledger()
        try await ledger.books.fill(4)
        let root = try #require(try await ledger.sealer.seal()).seal.root
        let tables = ["entries", "lots", "wallets", "store_transactions", "user_wallets"]
        try await ledger.books.writers.execute(
            tables.map { "DELETE FROM \($0) WHERE wallet = '\(id(2))'" }.joined(separator: ";"))
        let named = try await ledger.verify(anchor: root).findings.named
        #expect(named.map(\.rule) == [.seal])
        #expect(named.first?.key == "1")
        #expect(named.first?.computed.hasPrefix("3 wallets") == true)
    }

    @Test("The last entry taken out with everything set back to before it is missed by the seals only")
    func missesTails() async throws {
        let ledger = try await Ledger()
        try await ledger.books.fill(3)
        try await ledger.grant(1)
        _ = try await ledger.sealer.seal()
        try await ledger.books.writers.execute(
            """
            DELETE FROM lots l USING wallets w WHERE w.wallet = l.wallet AND l.wallet = '\(id(1))' AND l.lot = w.lots;
            DELETE FROM entries e USING wallets w
                WHERE w.wallet = e.wallet AND e.wallet = '\(id(1))' AND e.sequence = w.sequence;
            UPDATE wallets w SET sequence = e.sequence, head = e.hash, promo = e.promo_after, last_at = e.at,
                lots = w.lots - 1
                FROM entries e WHERE e.wallet = w.wallet AND e.sequence = w.sequence - 1 AND w.wallet = '\(id(1))';
            """)
        #expect(try await ledger.verify().findings.named.map(\.rule) == [.seal])
    }

    @Test(
        "A seal that is changed or removed is named",
        arguments: [
            ("UPDATE seals SET root = sha256(root) WHERE seal = 2", ["2", "3"]),
            ("UPDATE seals SET sealed_at = sealed_at - interval '1 hour' WHERE seal = 2", ["2"]),
            ("UPDATE seals SET wallets = wallets + 1 WHERE seal = 2", ["2"]),
            ("UPDATE seals SET beats[1] = beats[1] - 1 WHERE seal = 3", ["3"]),
            ("DELETE FROM seals WHERE seal = 1", ["1", "2"]),
        ])
    func namesSeals(sql: String, keys: [String]) async throws {
        let ledger = try await Ledger()
        for number in 1...3 {
            try await ledger.grant(number)
            _ = try await ledger.sealer.seal()
        }
        try await ledger.books.writers.execute(sql)
        let named = try await ledger.verify().findings.named
        #expect(named.allSatisfy { $0.rule == .seal })
        #expect(Array(Set(named.map(\.key))).sorted() == keys)
    }

    @Test("Two who seal at once make one chain")
    func sealsOnce() async throws {
        let ledger = try await Ledger()
        for round in 0..<5 {
            for number in 0..<4 { try await ledger.grant(round * 4 + number) }
            async let first = ledger.sealer.seal()
            async let second = ledger.sealer.seal()
            let made = [try await first, try await second].compactMap { $0 }
            #expect(made.count >= 1)
        }
        let report = try await ledger.verify()
        #expect(report.findings.named == [])
        #expect(report.seals >= 5)
    }

    @Test("It is not sealed again before its time")
    func waits() async throws {
        let ledger = try await Ledger()
        try await ledger.grant(1)
        #expect(try await ledger.sealer.seal(everyMs: 600_000) != nil)
        try await ledger.grant(2)
        #expect(try await ledger.sealer.seal(everyMs: 600_000) == nil)
        #expect(try await ledger.sealer.seal(everyMs: 0) != nil)
    }
}
