import Foundation
import Postgres
import Synchronization
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// A journal of a test's own, exported as the command does it.
struct ExportFixture: Sendable {
    let database: TestDatabase
    private let pool: PostgresPool
    let reader: JournalReader

    /// - Parameter sessionZone: what the server takes for the zone of the session's day, which must not matter.
    init(sessionZone: String = "UTC") async throws {
        self.init(of: try await TestDatabase.migrated(), sessionZone: sessionZone)
        try await database.execute(
            """
            INSERT INTO wallets SELECT 4, '\(Self.wallet)', 1, 'coin', 1, 1, 0, 0, 0, 0, 0, 0, 'epoch',
                decode(repeat('00', 32), 'hex')
            """)
    }

    /// Exports what others wrote.
    init(of database: TestDatabase, sessionZone: String = "UTC") {
        self.database = database
        let settings = LedgerSettings.export(conninfo: database.serviceConninfo)
        let options = settings.options.filter { $0.name != "timezone" } + [(name: "timezone", value: sessionZone)]
        pool = PostgresPool(PostgresSettings(conninfo: database.serviceConninfo, options: options), size: 1)
        reader = JournalReader(LedgerDatabase(pool: pool) { Issue.record("ledger fault: \($0)") })
    }

    static let wallet = "01234567-89ab-4def-8123-456789abcdef"

    /// Spends of `coins`, one for each of `lotCoins`' sums, at `moments` (SQL), sequences from 1.
    func addSpends(at moments: String, lots: String = "'{1}'", lotCoins: String = "'{288}'", coins: Int = 288)
        async throws
    {
        try await database.execute(
            """
            INSERT INTO entries (bucket, wallet, sequence, operation, at, coins, paid_after, bonus_after, promo_after,
                held_after, debt_after, beat, caller, lane, kind, debit, credit, operation_entries, shape, lots,
                lot_coins, lot_used, item, hash)
            SELECT 4, '\(Self.wallet)', n, n, at, \(coins), 5, 0, 0, 0, 0, 1, 1, 1, 3, 9100, 9530, 1, 1, \(lots),
                \(lotCoins), \(lotCoins), 'course-a', decode(repeat('00', 32), 'hex')
            FROM (SELECT at, row_number() OVER () AS n FROM (\(moments)) moments (at)) numbered
            """)
    }

    /// A purchase of 100 coins and 5 bonus coins: two entries, two lots, both of which know the price.
    func addSale(price: String, sequence: Int = 1) async throws {
        for (lot, account) in [(sequence, 9100), (sequence + 1, 9110)] {
            let isPaid = account == 9100
            let coins = isPaid ? 100 : 5
            try await database.execute(
                """
                INSERT INTO lots VALUES (4, '\(Self.wallet)', \(lot), \(isPaid ? 1 : 2), true, \(coins), 0, 0, 0,
                    'epoch', NULL, '\(sequence)', 'coins_100', 'coins_100', 1, \(price), 'USA', 'app_store');
                INSERT INTO entries (bucket, wallet, sequence, operation, at, coins, paid_after, bonus_after,
                    promo_after, held_after, debt_after, beat, caller, lane, kind, debit, credit, operation_entries,
                    shape, lots, lot_coins, lot_used, transaction_id, product, hash)
                VALUES (4, '\(Self.wallet)', \(lot), \(sequence), '2026-03-31 12:00+00', \(coins), 100,
                    \(isPaid ? 0 : 5), 0, 0, 0, 1, 1, 1, 1, \(isPaid ? 9510 : 9515), \(account),
                    \(isPaid ? "2" : "NULL"), \(isPaid ? "1" : "NULL"), '{\(lot)}', '{\(coins)}', '{0}',
                    '\(sequence)', 'coins_100', decode(repeat('00', 32), 'hex'))
                """)
        }
    }

    func export(
        _ from: String, _ to: String, zone: String = "UTC", environment: StoreEnvironment = .production,
        onBytes: ([UInt8]) async throws -> Void = { _ in }
    ) async throws -> [[String: String]] {
        let period = try ExportPeriod(
            from: #require(CalendarDay(from)), to: #require(CalendarDay(to)), zone: #require(ExportZone(zone)))
        let export = JournalExport(reader, environment: environment, period: period, flavour: .plain)
        var bytes: [UInt8] = []
        try await export.write { part in
            bytes += part
            try await onBytes(part)
        }
        let records = try StrictCSV.read(bytes)
        let header = try #require(records.first)
        return records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(header, $0)) }
    }

    /// The sequences of the lines of these days.
    func sequences(_ from: String, _ to: String, zone: String) async throws -> [Int] {
        try await export(from, to, zone: zone).filter { !($0["kind"] ?? "").hasPrefix("total:") }
            .compactMap { $0["seq"].flatMap { Int($0) } }
    }
}
