import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// Undo through the Writer: what it reads of earlier batches, and what it writes.
@Suite struct UndoTests {
    private func shop() async throws -> WriterFixture {
        let fixture = try await WriterFixture()
        try await fixture.addItem("sticker", price: 30)
        try await fixture.addItem("course", price: 100, kind: 1)
        return fixture
    }

    private func undo(_ spend: Int64, coins: Int64? = nil, text: String? = nil) throws -> WalletDomain.Command.Action {
        let note = text.map { Note(text: $0, digest: [UInt8](repeating: 9, count: 32)) }
        return .undo(UndoSpend(spend: spend, coins: try coins.map { try CoinAmount($0) }, note: note))
    }

    @discardableResult
    private func run(
        _ action: WalletDomain.Command.Action, on writer: Writer, key: UUID = UUID()
    ) async throws -> [Entry] {
        let isPurchase = action.purchase != nil
        let outcome = try await writer.run(Commands.make(action, key: isPurchase ? nil : key))
        guard case .done(let entries, _) = outcome else { throw WalletError.internalError }
        return entries
    }

    @Test("Coins return to lots that were used up, also on a lane that remembers the wallet without them")
    func refillsUsedLots() async throws {
        let fixture = try await shop()
        try await run(Commands.credit(1), on: fixture.writer)
        let spend = try await run(Commands.spend("course", price: 100), on: fixture.writer)[0].operation
        #expect(try await fixture.number("SELECT count(*) FROM lots WHERE open") == 0)
        try await run(Commands.grant(1), on: fixture.writer)

        let part = try await run(undo(spend, coins: 40, text: "by mistake"), on: fixture.writer)
        #expect(part.map(\.kind) == [.undone])
        #expect(try await fixture.number("SELECT count(*) FROM ownerships WHERE ended_by IS NULL") == 1)
        await #expect(throws: WalletError.moreThanPaid(paid: try CoinAmount(100), undone: try CoinAmount(40))) {
            try await run(undo(spend, coins: 61), on: fixture.writer)
        }
        let rest = try await run(undo(spend), on: fixture.writer)
        #expect(rest.map(\.kind) == [.undone, .ownershipEnded])
        #expect(rest.map(\.coins) == [60, 0])
        #expect(try await fixture.number("SELECT paid AS count FROM wallets") == 100)
        #expect(try await fixture.number("SELECT count(*) FROM lots WHERE open AND consumed = 0 AND kind = 1") == 1)
        let ended = "SELECT count(*) FROM ownerships WHERE operation = \(spend) AND ended_by = \(rest[0].operation)"
        #expect(try await fixture.number(ended) == 1)
        #expect(try await fixture.number("SELECT count(*) FROM notes WHERE text = 'by mistake'") == 1)
        #expect(try await fixture.number("SELECT count(*) FROM entries WHERE refers_to = \(spend)") == 3)
        #expect(try await fixture.brokenBooks() == 0)

        let again = try await run(Commands.spend("course", price: 100), on: fixture.writer)
        #expect(try await fixture.number("SELECT count(*) FROM ownerships") == 2)
        #expect(again.first?.kind == .spent)
    }

    @Test("A repeat answers all entries of the first, those that followed from it included")
    func replays() async throws {
        let fixture = try await shop()
        let other = try await WriterFixture(database: fixture.database)
        try await run(Commands.credit(1), on: fixture.writer)
        let spend = try await run(Commands.spend("course", price: 100), on: fixture.writer)[0].operation
        let key = UUID()
        let first = try await run(undo(spend), on: fixture.writer, key: key)
        #expect(first.count == 2)
        #expect(try await run(undo(spend), on: other.writer, key: key) == first)
        #expect(try await run(undo(spend), on: fixture.writer, key: key) == first)
        #expect(try await fixture.number("SELECT count(*) FROM entries") == 4)
    }

    @Test("What is no spend is not found, and no wallet is made for it")
    func notFound() async throws {
        let fixture = try await shop()
        try await run(Commands.credit(1), on: fixture.writer)
        await #expect(throws: WalletError.spendNotFound) { try await run(undo(1), on: fixture.writer) }
        await #expect(throws: WalletError.spendNotFound) { try await run(undo(77), on: fixture.writer) }
        await #expect(throws: WalletError.spendNotFound) {
            try await fixture.writer.run(Commands.make(undo(1), wallet: 2, key: UUID()))
        }
        #expect(try await fixture.number("SELECT count(*) FROM wallets") == 1)
    }

    @Test("A stranger's id in a batch spoils nobody, and those who need a wallet get one")
    func strangersInBatch() async throws {
        let fixture = try await shop()
        let results = try await withThrowingTaskGroup(of: Result<Outcome, WalletError>.self) { group in
            for number in 1...40 {
                let action = number % 2 == 0 ? try Commands.grant(5) : try undo(3)
                let command = Commands.make(action, wallet: number, key: UUID())
                group.addTask { await WriterFixture.settle(fixture.writer, command) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { if case .failure(.spendNotFound) = $0 { true } else { false } } == 20)
        #expect(try await fixture.number("SELECT count(*) FROM wallets WHERE promo = 5") == 20)
        #expect(try await fixture.number("SELECT count(*) FROM wallets") == 20)
    }

    @Test("Two Writers undo one spend coin by coin at once: as many as were paid, each coin once")
    func concurrent() async throws {
        let fixture = try await shop()
        let other = try await WriterFixture(database: fixture.database)
        try await run(Commands.credit(1), on: fixture.writer)
        let spend = try await run(Commands.spend("sticker", price: 30), on: fixture.writer)[0].operation
        let refused = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                let writer = number % 2 == 0 ? fixture.writer : other.writer
                let command = try Commands.make(undo(spend, coins: 1), key: UUID())
                group.addTask { if case .failure = await WriterFixture.settle(writer, command) { true } else { false } }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(refused == 10)
        #expect(try await fixture.number("SELECT sum(coins)::bigint AS count FROM entries WHERE kind = 12") == 30)
        #expect(try await fixture.number("SELECT paid AS count FROM wallets") == 100)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("Coins of a refunded purchase meet its debt, in the same commit")
    func meetsDebt() async throws {
        let fixture = try await shop()
        try await run(Commands.credit(1), on: fixture.writer)
        let spend = try await run(Commands.spend("course", price: 100), on: fixture.writer)[0].operation
        let at = Instant(milliseconds: 1_790_000_000_001)
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID("1"))
        let word = StoreWord(signedAt: at, revocation: Revocation(at: at, percentageMilli: nil))
        try await run(.refund(RefundPurchase(key: key, word: word, policy: .debt)), on: fixture.writer)
        #expect(try await fixture.number("SELECT debt AS count FROM wallets") == 100)
        let undone = try await run(undo(spend), on: fixture.writer)
        #expect(undone.map(\.kind) == [.undone, .debtSettled, .ownershipEnded])
        #expect(try await fixture.number("SELECT debt + paid AS count FROM wallets") == 0)
        #expect(try await fixture.number("SELECT removed AS count FROM lots") == 100)
        #expect(try await fixture.brokenBooks() == 0)
    }

    @Test("Undos of earlier batches are counted: the last one that may be is done, the next refused")
    func undosMax() async throws {
        let fixture = try await shop()
        try await fixture.addItem("term", price: 5_000)
        try await run(Commands.credit(1, coins: 5_000), on: fixture.writer)
        let spend = try await run(Commands.spend("term", price: 5_000), on: fixture.writer)[0].operation
        try await run(undo(spend, coins: 1), on: fixture.writer)
        // As if it had been undone so often, far behind the journal's end.
        try await fixture.execute(
            """
            INSERT INTO entries SELECT (jsonb_populate_record(e, jsonb_build_object('sequence', 1000000 + n,
                'operation', 1000000 + n, 'key', gen_random_uuid()))).*
            FROM entries e, generate_series(1, \(Limits.undosMax - 2)) n WHERE e.kind = 12
            """)
        try await run(undo(spend, coins: 1), on: fixture.writer)
        await #expect(throws: WalletError.tooManyUndos) { try await run(undo(spend), on: fixture.writer) }
    }

    @Test("What a refund may take back is found by its lots, the latest first, and taken back in the same commit")
    func takesBack() async throws {
        let fixture = try await shop()
        try await fixture.addItem("second", price: 50, kind: 1)
        try await run(Commands.credit(1), on: fixture.writer)
        let first = try await run(Commands.spend("course", price: 100), on: fixture.writer)[0].operation
        try await run(Commands.credit(2), on: fixture.writer)
        let second = try await run(Commands.spend("second", price: 50), on: fixture.writer)[0].operation
        try await run(Commands.spend("sticker", price: 30), on: fixture.writer)
        let pool = PostgresPool(fixture.settings, size: 1)
        let store = StoreTransactionStore(LedgerDatabase(pool: pool) { Issue.record("\($0)") })
        let wallet = Commands.wallet(1)
        #expect(try await store.spends(paidBy: [1, 2], of: wallet) == [second, first])
        #expect(try await store.spends(paidBy: [2], of: wallet) == [second])
        #expect(try await store.spends(paidBy: [3], of: wallet) == [])
        #expect(try await store.spends(paidBy: [1, 2], of: Commands.wallet(2)) == [])

        let at = Instant(milliseconds: 1_790_000_000_001)
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID("2"))
        let word = StoreWord(signedAt: at, revocation: Revocation(at: at, percentageMilli: nil))
        let refund = RefundPurchase(key: key, word: word, policy: .debt, revocable: [second])
        let entries = try await run(.refund(refund), on: fixture.writer)
        #expect(entries.map(\.kind) == [.refunded, .refunded, .undone, .debtSettled, .ownershipEnded])
        #expect(try await fixture.number("SELECT debt AS count FROM wallets") == 30)
        #expect(try await store.spends(paidBy: [1, 2], of: wallet) == [first])
        #expect(try await fixture.brokenBooks() == 0)
        await pool.close()
    }
}
