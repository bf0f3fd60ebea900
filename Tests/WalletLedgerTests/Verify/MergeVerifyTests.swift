import FoundationEssentials
import Postgres
import Testing
import WalletDomain
import WalletLedger

/// Wallets with purchases, spends, undos, refunds and debts are merged by the real Writer: the books stay whole.
@Suite struct MergeVerifyTests {
    static let pairs = 12

    struct Merges {
        let fixture: VerifyFixture
        let estates: EstateReader

        init() async throws {
            fixture = try await VerifyFixture()
            try await fixture.fill(2 * pairs, holdsStayOpen: false)
            let pool = PostgresPool(fixture.writers.settings, size: 2)
            estates = EstateReader(LedgerDatabase(pool: pool) { fault in Issue.record("\(fault)") })
        }

        func run(_ action: WalletDomain.Command.Action, in number: Int, key: UUID) async throws -> [Entry] {
            let command = Commands.make(action, wallet: number, key: key)
            guard case .done(let entries, _) = try await WriterFixture.settle(fixture.writers.writer, command).get()
            else { return [] }
            return entries
        }

        func close(_ source: Int, into target: Int, key: UUID = UUID()) async throws -> [Entry] {
            try await run(.close(CloseWallet(into: Commands.wallet(target))), in: source, key: key)
        }

        func takeOver(_ source: Int, by target: Int, key: UUID = UUID()) async throws -> [Entry] {
            let estate = try await estates.estate(of: Commands.wallet(source))
            return try await run(
                .takeOver(TakeOver(estate: estate, merge: key, policy: .debt)), in: target, key: key)
        }
    }

    @Test("Twelve pairs become twelve wallets: nothing is wrong, 9580 is zero, and each half done twice is done once")
    func keepsBooksWhole() async throws {
        let merges = try await Merges()
        for number in 0..<Self.pairs {
            let (source, target) = (number, number + Self.pairs)
            let (out, into) = (UUID(), UUID())
            let closed = try await merges.close(source, into: target, key: out)
            #expect(try await merges.close(source, into: target, key: out) == closed)
            let taken = try await merges.takeOver(source, by: target, key: into)
            #expect(!taken.isEmpty)
            #expect(try await merges.takeOver(source, by: target, key: into) == taken)
        }
        let report = try await merges.fixture.verify()
        #expect(report.findings.named == [])
        #expect(report.sums[.production, .moved] == 0)
        #expect(report.sums.total(of: .production) == 0)
        let owners = "SELECT count(*) FROM store_transactions t JOIN wallets w USING (bucket, wallet) WHERE w.state = 3"
        #expect(try await merges.fixture.writers.number(owners) == 0)
        #expect(try await merges.fixture.writers.number("SELECT count(*) FROM takeovers") == Int64(Self.pairs))
    }

    @Test("Between both halves the coins are told as under way; a merge that lost its other half is named")
    func tellsWhatIsMissing() async throws {
        let merges = try await Merges()
        _ = try await merges.close(0, into: 1)
        let between = try await merges.fixture.verify()
        #expect(between.findings.named == [])
        #expect(between.sums[.production, .moved] > 0)
        _ = try await merges.takeOver(0, by: 1)
        #expect(try await merges.fixture.verify().findings.named == [])
        try await merges.fixture.writers.execute("DELETE FROM takeovers")
        #expect(try await merges.fixture.verify().findings.named.map(\.rule) == [.moved])
    }

    @Test("A changed lot, purchase or entry of a merged wallet is named")
    func namesTampered() async throws {
        let merges = try await Merges()
        _ = try await merges.close(0, into: 1)
        let taken = try await merges.takeOver(0, by: 1)
        let lot = try #require(taken.first?.lots.first?.lot)
        let wallet = Commands.wallet(1).uuid.uuidString.lowercased()
        try await merges.fixture.writers.execute(
            """
            UPDATE lots SET removed = removed + 1 WHERE wallet = '\(wallet)' AND lot = \(lot);
            UPDATE store_transactions SET credited_by = credited_by + 1 WHERE transaction_id = '20000000';
            """)
        let rules = Set(try await merges.fixture.verify().findings.named.map(\.rule))
        #expect(rules.contains(.lotCounters) && rules.contains(.creditUnknown))
    }
}
