import FoundationEssentials
import Postgres
import Synchronization
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// A migrated database of a test's own, the stores' face on it in the service's role, and the superuser beside it.
struct StoreFixture {
    let database: LedgerDatabase
    let clock: TestShift
    let faults: FaultList
    private let name: String
    private let pool: PostgresPool

    /// - Parameter connections: two, so that two who race meet in the database.
    init(connections: Int = 2) async throws {
        let template = try await TemplateDatabase.shared.name()
        let owner = try await PrivatePostgres.shared.freshDatabase("store", template: template)
        let clock = TestShift()
        let faults = FaultList()
        self.clock = clock
        self.faults = faults
        name = databaseName(owner)
        pool = PostgresPool(patientSettings(owner), size: connections, deadlineMs: patienceMs)
        database = LedgerDatabase(
            pool: pool, clockShiftSeconds: { clock.seconds }, onFault: { faults.add($0) })
    }

    /// For a second server beside the first: its own pool, the same database.
    func sibling() async throws -> LedgerDatabase {
        let owner = try await PrivatePostgres.shared.conninfo(database: name)
        let faults = faults
        let pool = PostgresPool(patientSettings(owner), size: 2, deadlineMs: patienceMs)
        return LedgerDatabase(pool: pool, onFault: { faults.add($0) })
    }

    func catalogue() -> Catalogue { Catalogue(database, writeTimeoutMs: patienceMs) }

    func siblingCatalogue() async throws -> Catalogue {
        Catalogue(try await sibling(), writeTimeoutMs: patienceMs)
    }

    /// Settings of a Writer on the same database.
    func writer(lanes: Int = 1) async throws -> Writer {
        let owner = try await PrivatePostgres.shared.conninfo(database: name)
        return Writer(WriterSettings(postgres: patientSettings(owner), lanes: lanes))
    }

    var superuserConninfo: String {
        get async throws { try await PrivatePostgres.shared.conninfo(database: name) }
    }

    /// Runs SQL as the superuser.
    func execute(_ sql: String) async throws {
        try await PrivatePostgres.shared.execute("SET search_path = coffer; " + sql, database: name)
    }

    /// What a query of one text column answers, as the superuser.
    func texts(_ sql: String) async throws -> [String] {
        try await askTexts(sql, conninfo: superuserConninfo)
    }

    /// The state with which PostgreSQL refuses `sql` to the service's role; nil if it does not.
    func serviceIsRefused(_ sql: String) async throws -> SQLState? {
        let settings = LedgerSettings.pool(conninfo: serviceConninfo(try await superuserConninfo))
        return try await PostgresConnection(settings).withSession { session in
            do throws(PostgresError) {
                try session.runScript("BEGIN; \(sql); ROLLBACK", deadlineMs: 10_000)
                return nil
            } catch {
                guard let state = error.serverState else { throw error }
                return state
            }
        }
    }
}

/// One database, migrated once by our own migrator; tests take copies.
private actor TemplateDatabase {
    static let shared = TemplateDatabase()
    private var made: Task<String, any Error>?

    func name() async throws -> String {
        if let made { return try await made.value }
        let task = Task {
            try await makeServiceLogin()
            let owner = try await PrivatePostgres.shared.freshDatabase("template")
            _ = try await Migrator(try Migration.load(folder: migrationsFolder)).run(conninfo: owner)
            try await PrivatePostgres.shared.execute(
                "GRANT coffer_service TO \(serviceLogin)", database: databaseName(owner))
            return databaseName(owner)
        }
        made = task
        return try await task.value
    }

    private func makeServiceLogin() async throws {
        try await PrivatePostgres.shared.execute("CREATE ROLE \(serviceLogin) LOGIN")
    }
}

let serviceLogin = "coffer_store_tests"

/// No test may depend on speed: a machine under load is slow, not wrong.
private let patienceMs = 60_000

/// The service's settings, with more time.
private func patientSettings(_ conninfo: String) -> PostgresSettings {
    var settings = LedgerSettings.pool(conninfo: serviceConninfo(conninfo), applicationName: "store-tests")
    settings.options += [("statement_timeout", "\(patienceMs)"), ("lock_timeout", "\(patienceMs)")]
    return settings
}

/// `conninfo` for the service's role instead of its own.
func serviceConninfo(_ conninfo: String) -> String { conninfo + " user=\(serviceLogin)" }

/// `Migrations` at the root of the package.
let migrationsFolder: String = {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    return folder.appending(path: "Migrations").path
}()

func databaseName(_ conninfo: String) -> String {
    let found = conninfo.split(separator: " ").first { $0.hasPrefix("dbname=") }
    return String(found?.dropFirst("dbname=".count) ?? "").filter { $0 != "'" }
}

/// Moves the stores' time.
final class TestShift: Sendable {
    private let value = Atomic<Int64>(0)
    var seconds: Int64 { value.load(ordering: .relaxed) }
    func set(seconds: Int64) { value.store(seconds, ordering: .relaxed) }
}

/// What was reported as a bug.
final class FaultList: Sendable {
    private let list = Mutex<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ fault: String) { list.withLock { $0.append(fault) } }
}

/// What a query of one text column answers; any SQL that `CREATE TABLE … AS` takes.
func askTexts(_ sql: String, conninfo: String) async throws -> [String] {
    let settings = PostgresSettings(conninfo: conninfo, options: [("search_path", "coffer, pg_catalog")])
    return try await PostgresConnection(settings).withSession { session in
        try session.runScript("CREATE TEMP TABLE asked (answer) AS \(sql)", deadlineMs: 60_000)
        let pipeline = Pipeline()
        let ticket = pipeline.add(AskedTexts())
        try session.run(pipeline, deadlineMs: 60_000)
        return ticket.rows
    }
}

private struct AskedTexts: Statement {
    static let sql = "SELECT answer::text FROM asked"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
