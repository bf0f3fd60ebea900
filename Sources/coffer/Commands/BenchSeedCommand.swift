internal import Crypto
internal import Foundation
internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer bench-seed`: what `Benchmarks/` spends: users `bench-0` … and `bench-hot` with coins, an item `bench` for 1
/// and a pack.
enum BenchSeedCommand {
    static let command = Subcommand(
        words: ["bench-seed"], summary: "Fills a fresh database for the benchmarks (development only)",
        flags: [
            .value("--wallets", "N", "how many users; default 1000"),
            .value("--spends", "N", "how many times each has spent already; default 0"),
        ],
        isHidden: true
    ) { arguments in
        let count = try arguments.number("--wallets", in: 1...walletsMax) ?? 1_000
        let spends = try arguments.number("--spends", in: 0...spendsMax) ?? 0
        let config = try Config(needs: [.database])
        guard config.mode == .development else { throw Failure("bench-seed needs COFFER_MODE=development") }
        try seedUsers(count, config)
        try await fill(count, spends: spends, config)
        Console.write("seeded \(count)")
        return .success
    }

    private static let walletsMax = 10_000_000
    private static let spendsMax = 100
    private static let coinsEach: Int64 = 1_000_000
    /// More than any run can spend, from one wallet.
    private static let hotCoins: Int64 = 1 << 40
    private static let prefix = "bench-"
    private static let hotUser = "hot"
    /// Commands that are under way at once.
    private static let atOnce = 512
    private static let scriptMs = 600_000

    /// All users in one statement: one at a time takes minutes. Only the Writer makes wallets and moves coins.
    private static func seedUsers(_ count: Int, _ config: Config) throws {
        let session = try PostgresSession(
            PostgresSettings(
                conninfo: config.migrateURL, options: [(name: "search_path", value: LedgerSettings.searchPath)]))
        defer { session.close() }
        try session.runScript(
            """
            WITH names AS (
                SELECT '\(prefix)' || n AS name FROM generate_series(0, \(count - 1)) n UNION ALL
                SELECT '\(prefix)\(hotUser)'),
            hashed AS (SELECT name, sha256(convert_to(name, 'UTF8')) AS hash FROM names),
            added AS (INSERT INTO users SELECT name, false, clock_timestamp() FROM names ON CONFLICT DO NOTHING)
            INSERT INTO user_wallets SELECT name, 1, 'coin', (get_byte(hash, 0) << 2) | (get_byte(hash, 1) >> 6),
                encode(substr(hash, 1, 16), 'hex')::uuid, clock_timestamp()
            FROM hashed ON CONFLICT DO NOTHING
            """, deadlineMs: scriptMs)
    }

    /// The same id that `seedUsers` gives.
    private static func wallet(of name: String) -> WalletID {
        let hash = SHA256.hash(Array(name.utf8))
        return WalletID(
            UUID(
                uuid: (
                    hash[0], hash[1], hash[2], hash[3], hash[4], hash[5], hash[6], hash[7], hash[8], hash[9], hash[10],
                    hash[11], hash[12], hash[13], hash[14], hash[15]
                )))
    }

    private static func fill(_ count: Int, spends: Int, _ config: Config) async throws {
        let log = ServiceLog(LogFile.standardError)
        let ledger = try OpenLedger(config, log: log)
        let caller = try await KeyStore(ledger.database).caller(named: "bench")
        let catalogue = Catalogue(ledger.database)
        let samples = DevSamples(catalogue: catalogue, caller: caller)
        try await samples.add(SampleItem(id: item, title: "Bench", coins: 1, kind: .repeatable))
        let pack = PackDraft(
            id: try PackID(item), bundle: BenchPurchasesCommand.bundle, product: BenchPurchasesCommand.product,
            title: "Bench", coins: try CoinAmount(packCoins), bonus: .zero)
        _ = try await catalogue.putPack(pack, ChangeTerms(caller: caller, reason: "benchmark")).get()
        let writer = ledger.makeWriter(log: log)
        try await run(try grant(hotCoins), of: hotUser, writer, caller)
        try await forEach(count) { try await run(try grant(coinsEach), of: String($0), writer, caller) }
        for _ in 0..<spends {
            let spend = SpendItem(item: try ItemID(item), expectedPrice: try CoinAmount(1), quantity: 1)
            try await forEach(count) { try await run(.spend(spend), of: String($0), writer, caller) }
        }
        _ = writer.drain(deadlineMs: Limits.drainMs)
        await ledger.close()
        log.close()
    }

    private static let item = "bench"
    private static let packCoins: Int64 = 100

    private static func forEach(_ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<count {
                if number >= atOnce { _ = try await group.next() }
                group.addTask { try await body(number) }
            }
            try await group.waitForAll()
        }
    }

    private static func grant(_ coins: Int64) throws -> WalletDomain.Command.Action {
        let note = Note(text: "bench", digest: SHA256.hash(Array("bench".utf8)))
        return .grant(GrantCoins(coins: try CoinAmount(coins), expiresAt: nil, note: note))
    }

    private static func run(
        _ action: WalletDomain.Command.Action, of user: String, _ writer: Writer, _ caller: CallerID
    ) async throws {
        _ = try await writer.run(
            WalletDomain.Command(
                wallet: wallet(of: prefix + user), environment: .production, caller: caller, idempotency: nil,
                action: action))
    }
}
