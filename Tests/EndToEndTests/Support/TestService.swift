import Foundation
import HTTPClient
import StoreSimulator
import Synchronization
import TestSupport
import Testing

/// A migrated database of a test's own, an API key, and `coffer serve` on it as often as wanted.
final class TestService: Sendable {
    static let role = "coffer_e2e"

    let books: Books
    let store: TestStore
    let key: String
    let environment: [String: String]
    let client = HTTPClient()
    private let current = Mutex<(program: RunningProgram, url: String)?>(nil)

    struct NotRunning: Error {}

    private init(books: Books, store: TestStore, key: String, environment: [String: String]) {
        self.books = books
        self.store = store
        self.key = key
        self.environment = environment
    }

    /// `own` are settings over the usual ones, empty ones take theirs away; `reroute` may lead the service to its
    /// database by another way.
    static func make(
        on cluster: PrivatePostgres = .shared, _ own: [String: String] = [:],
        reroute: (String) -> String = { $0 }
    ) async throws -> TestService {
        let conninfo = try await cluster.freshDatabase("e2e")
        let store = try TestStore()
        let roots = TemporaryFolder.fresh("roots") + ".pem"
        try store.writeRoots(to: roots)
        let environment = [
            "DATABASE_URL": reroute("\(conninfo) user=\(role)"), "COFFER_MIGRATE_URL": conninfo,
            "COFFER_MODE": "development", "COFFER_BUNDLE_IDS": "\(TestStore.bundle)=1234567890",
            "COFFER_LISTEN": "127.0.0.1:0", "COFFER_EXTRA_ROOTS": roots, "COFFER_DRAIN_DELAY_MS": "0",
        ].merging(own) { _, own in own }.filter { !$0.value.isEmpty }
        let books = Books(conninfo: conninfo)
        try await books.ask(
            """
            DO $$ BEGIN CREATE ROLE \(role) LOGIN;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$
            """
        )
        let migrated = try await CofferBinary.run(["migrate"], environment)
        try #require(migrated.status == 0, "\(migrated.errors)")
        try await books.ask("GRANT coffer_service TO \(role)")
        try await books.ask(catalogue)
        let scopes = "read,topup,spend,grant,users,catalogue,support"
        let made = try await CofferBinary.run(
            ["key", "create", "--name", "shop", "--scope", scopes], environment)
        try #require(made.status == 0, "\(made.errors)")
        let key = try #require(made.output.split(whereSeparator: \.isWhitespace).last)
        return TestService(books: books, store: store, key: String(key), environment: environment)
    }

    /// Packs of 100 to 1000 coins; items `ten` and `forty` for as many coins, as often as one likes.
    private static let catalogue = """
        INSERT INTO packs SELECT 'coins_' || n, '\(TestStore.bundle)', 'com.example.coins.' || n, n || ' coins', 1,
            'epoch', 1 FROM unnest(ARRAY[100, 200, 500, 1000]) n;
        INSERT INTO pack_versions SELECT 'coins_' || n, 1, n, 0, 'epoch', 'epoch', 1
            FROM unnest(ARRAY[100, 200, 500, 1000]) n;
        INSERT INTO items VALUES ('ten', 'Ten', 2, 2, 'epoch', 1), ('forty', 'Forty', 2, 2, 'epoch', 1);
        INSERT INTO item_prices VALUES ('ten', 1, 1, 10, false, 'epoch', NULL, 'epoch', 1),
            ('forty', 1, 1, 40, false, 'epoch', NULL, 'epoch', 1);
        """

    /// Starts the binary and waits until it says that it is up.
    @discardableResult
    func start(_ own: [String: String] = [:]) async throws -> RunningProgram {
        let (program, url) = try await another(own)
        current.withLock { $0 = (program, url) }
        return program
    }

    /// One more process on the same database.
    func another(_ own: [String: String] = [:]) async throws -> (program: RunningProgram, url: String) {
        let settings = environment.merging(own) { _, own in own }
        let program = try RunningProgram(
            [try CofferBinary.path(), "serve"], environment: CofferBinary.environment(settings))
        let line = try await program.line(beginning: "{")
        let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        return (program, try #require(json?["url"] as? String))
    }

    /// Of the process that runs now.
    func api() throws -> API { api(at: try #require(current.withLock { $0?.url })) }

    func api(at url: String) -> API { API(url: url, key: key, client: client) }

    func program() throws -> RunningProgram { try #require(current.withLock { $0?.program }) }

    /// As an operator does it.
    func stop() async throws {
        let program = try program()
        program.signal(SIGTERM)
        #expect(try await program.exitStatus() == 0, "\(program.errors.suffix(2_000))")
    }
}
