import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// A migrated database of a test's own, a Writer on it in the service's role, and what tests ask of both.
struct WriterFixture {
    let cluster: PrivatePostgres
    let database: String
    let settings: PostgresSettings
    let writer: Writer

    init(
        cluster: PrivatePostgres = .shared, lanes: Int = 2, database shared: String? = nil,
        onEvent: @escaping @Sendable (WriterEvent) -> Void = { _ in }
    ) async throws {
        self.cluster = cluster
        database = if let shared { shared } else { try await Self.migratedDatabase(on: cluster) }
        let conninfo = try await cluster.conninfo(database: database) + " user=coffer_test_service"
        settings = PostgresSettings(
            conninfo: conninfo,
            options: [
                ("search_path", "pg_catalog, coffer, pg_temp"), ("lock_timeout", "1000"),
                ("statement_timeout", "3000"),
            ])
        writer = Writer(WriterSettings(postgres: settings, lanes: lanes, onEvent: onEvent))
    }

    private static func migratedDatabase(on cluster: PrivatePostgres) async throws -> String {
        let conninfo = try await cluster.freshDatabase("writer")
        let name = conninfo.split(separator: " ").first { $0.hasPrefix("dbname=") }?.dropFirst(7)
        let database = String(name ?? "postgres").filter { $0 != "'" }
        let role = """
            DO $$ BEGIN CREATE ROLE coffer_test_service LOGIN; EXCEPTION WHEN duplicate_object OR unique_violation THEN
            NULL; END $$; CREATE SCHEMA coffer; SET search_path = coffer, public;
            """
        try await cluster.execute(
            role + migrations() + ";GRANT coffer_service TO coffer_test_service", database: database)
        return database
    }

    private static func migrations() throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Migrations")
        let files = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".sql") }
        return try files.sorted().map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
            .joined(separator: "\n")
    }

    /// Repeats a command by its key, as clients do, until its fate is settled: no test depends on speed.
    static func settle(_ writer: Writer, _ command: WalletDomain.Command) async -> Result<Outcome, WalletError> {
        for _ in 0..<repeatsMax {
            do throws(WalletError) {
                return .success(try await writer.run(command))
            } catch {
                guard [.overloaded, .outcomeUnknown, .ledgerUnavailable].contains(error) else { return .failure(error) }
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        return .failure(.ledgerUnavailable)
    }

    private static let repeatsMax = 200

    /// Runs SQL as the superuser.
    func execute(_ sql: String) async throws {
        try await cluster.execute("SET search_path = coffer; " + sql, database: database)
    }

    /// One number, as the superuser: what the books say.
    func number(_ sql: String) async throws -> Int64 {
        let conninfo = try await cluster.conninfo(database: database)
        let session = try PostgresSession(
            PostgresSettings(conninfo: conninfo, options: [("search_path", "coffer")]))
        defer { session.close() }
        try session.runScript("CREATE TEMP TABLE asked AS \(sql)", deadlineMs: 60_000)
        let pipeline = Pipeline()
        let asked = pipeline.add(AskedNumber())
        try session.run(pipeline, deadlineMs: 60_000)
        return try #require(asked.rows.first)
    }

    func addItem(_ name: String, price: Int64, kind: Int = 2) async throws {
        try await execute(
            """
            INSERT INTO items VALUES ('\(name)', '\(name)', \(kind), 2, 'epoch', 1);
            INSERT INTO item_prices VALUES ('\(name)', 1, 1, \(price), \(price == 0), 'epoch', NULL, 'epoch', 1);
            """)
    }

    /// Rows that break the books; 0 if they are whole. The rules are written here once more, in SQL.
    func brokenBooks() async throws -> Int64 {
        try await number(
            """
            WITH moves AS (
                SELECT bucket, wallet, debit AS account, -coins AS coins FROM entries
                UNION ALL SELECT bucket, wallet, credit, coins FROM entries),
            sums AS (
                SELECT bucket, wallet, sum(coins) FILTER (WHERE account = 9100) AS paid,
                    sum(coins) FILTER (WHERE account = 9110) AS bonus, sum(coins) FILTER (WHERE account = 9120) AS promo
                FROM moves GROUP BY bucket, wallet),
            counts AS (
                SELECT bucket, wallet, count(*) AS n, max(sequence) AS last FROM entries GROUP BY bucket, wallet),
            left_over AS (
                SELECT bucket, wallet, sum(issued - consumed - removed) AS coins, sum(held) AS held FROM lots
                GROUP BY bucket, wallet),
            keeping AS (SELECT bucket, wallet, sum(coins) AS coins FROM holds WHERE state = 1 GROUP BY bucket, wallet),
            told AS (
                SELECT bucket, wallet, sum(CASE WHEN kind = 9 THEN coin WHEN kind IN (10, 11) THEN -coin
                    WHEN kind = 3 AND refers_to IS NOT NULL THEN -coin ELSE 0 END) AS coins
                FROM entries CROSS JOIN unnest(lot_coins) AS coin GROUP BY bucket, wallet)
            SELECT count(*) FROM wallets w LEFT JOIN sums s USING (bucket, wallet)
                LEFT JOIN counts c USING (bucket, wallet)
                LEFT JOIN left_over l USING (bucket, wallet)
                LEFT JOIN keeping k USING (bucket, wallet)
                LEFT JOIN told t USING (bucket, wallet)
            WHERE w.paid <> coalesce(s.paid, 0) OR w.bonus <> coalesce(s.bonus, 0) OR w.promo <> coalesce(s.promo, 0)
                OR w.sequence <> coalesce(c.n, 0) OR w.sequence <> coalesce(c.last, 0)
                OR w.paid + w.bonus + w.promo <> coalesce(l.coins, 0)
                OR w.held <> coalesce(l.held, 0) OR w.held <> coalesce(k.coins, 0) OR w.held <> coalesce(t.coins, 0)
            """)
    }
}

struct AskedNumber: Statement {
    static let sql = "SELECT count::bigint FROM asked"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}

/// Commands with values that do not matter to the test.
enum Commands {
    static func wallet(_ number: Int) -> WalletID {
        func byte(_ place: Int) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * place)) }
        // Spread over the buckets, so that several lanes take part.
        return WalletID(
            UUID(
                uuid: (
                    byte(0) &* 37, byte(0) &* 91, 1, 2, 3, 4, 0x40, 6, 0x80, 8, 9, 10, byte(3), byte(2), byte(1),
                    byte(0)
                )))
    }

    static func make(
        _ action: WalletDomain.Command.Action, wallet number: Int = 1, key: UUID? = nil, fingerprint: UUID? = nil
    ) -> WalletDomain.Command {
        WalletDomain.Command(
            wallet: wallet(number), environment: .production, caller: CallerID(1),
            idempotency: key.map { Idempotency(key: $0, fingerprint: fingerprint ?? $0) }, action: action)
    }

    static func credit(_ transaction: Int, coins: Int64 = 100) throws -> WalletDomain.Command.Action {
        let moment = Instant(milliseconds: 1_790_000_000_000)
        let purchase = Purchase(
            environment: .production, transactionID: try TransactionID(String(transaction)),
            bundleID: "com.example.courses", productID: "coins_100", kind: .consumable, quantity: 1,
            purchasedAt: moment, signedAt: moment, price: StorePrice(milliunits: 990, currency: "USD"),
            storefront: "USA")
        let digest = (0..<32).map { UInt8(truncatingIfNeeded: transaction >> ($0 % 8)) &+ UInt8($0) }
        return .credit(
            CreditPurchase(
                purchase: purchase, pack: try PackID("coins_100"), packVersion: 1, coins: try CoinAmount(coins),
                bonus: try CoinAmount(0),
                proof: StoredProof(kind: .signedTransaction, digest: digest, bytes: Array("proof".utf8))))
    }

    static func spend(_ item: String, price: Int64) throws -> WalletDomain.Command.Action {
        .spend(SpendItem(item: try ItemID(item), expectedPrice: try CoinAmount(price), quantity: 1))
    }

    static func hold(_ coins: Int64, lifeMs: Int64 = 3_600_000, note: Note? = nil) throws -> WalletDomain.Command.Action
    {
        .hold(PlaceHold(purpose: .amount(try CoinAmount(coins), note: note), lifeMs: lifeMs))
    }

    static func hold(_ item: String, price: Int64, lifeMs: Int64 = 3_600_000) throws -> WalletDomain.Command.Action {
        let spend = SpendItem(item: try ItemID(item), expectedPrice: try CoinAmount(price), quantity: 1)
        return .hold(PlaceHold(purpose: .item(spend), lifeMs: lifeMs))
    }

    static func capture(_ hold: Int64, coins: Int64? = nil) throws -> WalletDomain.Command.Action {
        .capture(CaptureHold(hold: hold, coins: try coins.map { try CoinAmount($0) }))
    }

    static func release(_ hold: Int64) -> WalletDomain.Command.Action { .release(ReleaseHold(hold: hold)) }

    static func grant(_ coins: Int64, text: String = "welcome") throws -> WalletDomain.Command.Action {
        let digest = [UInt8](repeating: UInt8(truncatingIfNeeded: text.count), count: 32)
        return .grant(GrantCoins(coins: try CoinAmount(coins), expiresAt: nil, note: Note(text: text, digest: digest)))
    }
}
