import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// A ledger with a bit of everything: purchases with a bonus, grants, spends, refunds into debt and back, holds.
struct VerifyFixture {
    let writers: WriterFixture
    /// Sees what a superuser sees, so that a test may spoil what the service cannot.
    let settings: PostgresSettings

    init() async throws {
        writers = try await WriterFixture(lanes: 2)
        settings = LedgerSettings.export(conninfo: try await writers.cluster.conninfo(database: writers.database))
        try await writers.addItem("course", price: 30)
        try await writers.addItem("badge", price: 0, kind: 1)
        try await writers.execute(
            """
            INSERT INTO packs VALUES ('coins_100', 'com.example', 'coins_100', 'Coins', 1, 'epoch', 1);
            INSERT INTO pack_versions VALUES ('coins_100', 1, 100, 10, 'epoch', 'epoch', 1);
            """)
    }

    /// Wallets 0 ..< count, each with at least eight entries, three lots and one purchase; every third with four holds,
    /// and a badge, whose spend is undone in every other of them.
    /// - Parameter holdsStayOpen: the last hold of each does.
    func fill(_ count: Int, holdsStayOpen: Bool = true) async throws {
        try await writers.execute(
            (0..<count).map { number in
                let wallet = Commands.wallet(number)
                return """
                    INSERT INTO user_wallets VALUES
                        ('user-\(number)', 1, 'coin', \(wallet.bucket), '\(wallet.uuid)', 'epoch');
                    """
            }.joined())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count { group.addTask { try await fillOne(number, holdsStayOpen) } }
            try await group.waitForAll()
        }
    }

    private func fillOne(_ number: Int, _ holdsStayOpen: Bool) async throws {
        try await run(.credit(Self.credit(number)), in: number)
        try await run(Commands.grant(15), in: number)
        for _ in 0..<3 { try await run(Commands.spend("course", price: 30), in: number) }
        if number % 4 == 0 {
            // The first spend is the fourth entry, behind two of the credit and the grant.
            try await run(.undo(UndoSpend(spend: 4, coins: try CoinAmount(12), note: nil)), in: number)
        }
        // Of 110 coins 35 are left by now: a refund of all leaves a debt, of a third none.
        if number % 3 == 1 { try await run(Self.refund(number, milli: nil, at: 1), in: number) }
        if number % 3 == 2 { try await run(Self.refund(number, milli: 33_333, at: 1), in: number) }
        if number % 6 == 1 {
            try await run(.writeOff(WriteOffDebt(coins: CoinAmount(30), note: Self.note, origin: "::1")), in: number)
            try await run(.credit(Self.credit(number + 100_000)), in: number)
        }
        if number % 3 == 0 { try await hold(in: number, lastStaysOpen: holdsStayOpen) }
        try await byHand(in: number)
        if number % 6 == 4 { try await run(Self.refund(number, milli: 50_000, at: 2), in: number) }
    }

    /// Free coins come and go in every wallet; of some the last bought ones are forfeited, and a refund comes later.
    private func byHand(in number: Int) async throws {
        let act = ActByHand(note: Self.note, origin: "::1", approval: UUID())
        try await run(.adjust(AdjustCoins(.give(try CoinAmount(4), until: nil), act)), in: number)
        try await run(.adjust(AdjustCoins(.take(try CoinAmount(3)), act)), in: number)
        // Where bought coins are left.
        guard number % 6 == 1 || number % 12 == 8 else { return }
        try await run(.forfeit(ForfeitCoins(coins: nil, act)), in: number)
        if number % 12 == 8 { try await run(Self.refund(number, milli: nil, at: 3), in: number) }
    }

    private func hold(in number: Int, lastStaysOpen: Bool) async throws {
        let badge = try await run(Commands.hold("badge", price: 0), in: number)
        let spend = try await run(Commands.capture(badge), in: number)
        if number % 6 == 0 { try await run(.undo(UndoSpend(spend: spend, coins: nil, note: nil)), in: number) }
        try await run(Commands.release(try await run(Commands.hold(7), in: number)), in: number)
        try await run(Commands.capture(try await run(Commands.hold(7), in: number), coins: 3), in: number)
        let last = try await run(Commands.hold(7), in: number)
        if !lastStaysOpen { try await run(Commands.release(last), in: number) }
    }

    /// - Returns: the operation's number.
    @discardableResult
    private func run(_ action: WalletDomain.Command.Action, in number: Int) async throws -> Int64 {
        let command = Commands.make(action, wallet: number, key: action.purchase == nil ? UUID() : nil)
        guard case .done(let entries, _) = try await WriterFixture.settle(writers.writer, command).get() else {
            return 0
        }
        return entries[0].operation
    }

    private static let note = Note(text: "goodwill", digest: [UInt8](repeating: 5, count: 32))
    private static let moment = Instant(milliseconds: 1_790_000_000_000)

    private static func credit(_ transaction: Int) throws -> CreditPurchase {
        let purchase = Purchase(
            environment: .production, transactionID: try TransactionID("2000000\(transaction)"),
            bundleID: "com.example", productID: "coins_100", kind: .consumable, quantity: 1, purchasedAt: moment,
            signedAt: moment, price: StorePrice(milliunits: 990, currency: "USD"), storefront: "USA")
        let digest = (0..<32).map { UInt8(truncatingIfNeeded: transaction >> ($0 % 8)) &+ UInt8($0) }
        return CreditPurchase(
            purchase: purchase, pack: try PackID("coins_100"), packVersion: 1, coins: try CoinAmount(100),
            bonus: try CoinAmount(10), proof: StoredProof(kind: .signedTransaction, digest: digest, bytes: [1]))
    }

    /// - Parameter milli: of a percent, as Apple tells it; nil is all.
    private static func refund(_ transaction: Int, milli: Int?, at minute: Int64) throws -> WalletDomain.Command.Action
    {
        .refund(
            RefundPurchase(
                key: StoreTransaction.Key(
                    environment: .production, id: try TransactionID("2000000\(transaction)")),
                word: StoreWord(
                    signedAt: moment.adding(milliseconds: minute * 60_000),
                    revocation: Revocation(at: moment, percentageMilli: milli)), policy: .debt))
    }

    func verify(_ scope: VerifyScope = .everything, namedMax: Int = 1_000) async throws -> VerifyReport {
        try await Verifier(settings, scope: scope, namedMax: namedMax).run()
    }
}
