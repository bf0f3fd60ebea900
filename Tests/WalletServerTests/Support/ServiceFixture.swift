import AppStore
import Foundation
import HTTPClient
import HTTPServer
import Postgres
import StoreSimulator
import Synchronization
import TestSupport
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// A whole service on a database of its own, reached through a real socket. Tests share `shared` and take users,
/// transactions and items of their own.
final class ServiceFixture: Sendable {
    static let bundle = "com.example.courses"
    static let genuineBundles = ["com.goodheartapp", "com.cynet.xingqi"]

    let database: TestDatabase
    let service: WalletService
    let authority: TestAuthority
    let client: HTTPClient
    let log: CapturedLog
    let ledger: LedgerParts
    /// May do everything.
    let key: String
    let url: String

    private static let starting = Task { try await ServiceFixture() }
    static var shared: ServiceFixture { get async throws { try await starting.value } }

    init(
        database existing: TestDatabase? = nil, authority: TestAuthority? = nil, sandbox: SandboxPolicy = .testers,
        configure: (inout ServiceSettings) -> Void = { _ in }
    ) async throws {
        let database = if let existing { existing } else { try await TestDatabase.migrated() }
        let authority = if let authority { authority } else { try TestAuthority.create() }
        let log = CapturedLog()
        let pool = PostgresPool(LedgerSettings.pool(conninfo: database.serviceConninfo), size: 8)
        let ledgerDatabase = LedgerDatabase(pool: pool) { fault in log.faults.withLock { $0.append(fault) } }
        let writer = Writer(WriterSettings(postgres: database.laneSettings, lanes: 2))
        ledger = LedgerParts(
            database: ledgerDatabase, writer: writer,
            pseudonyms: Pseudonyms(key: Array("a secret of tests, of more than 32 bytes".utf8)),
            makeBooks: { question in
                BooksRun(
                    LedgerSettings.export(conninfo: database.serviceConninfo), environment: question.environment,
                    extent: question.extent, policy: question.policy, facts: question.facts,
                    calendar: question.calendar, days: question.days, end: question.end, apple: question.apple)
            })
        let bundles = [Self.bundle] + Self.genuineBundles
        var settings = ServiceSettings(
            appStore: AppStoreSettings(
                appIDs: Dictionary(uniqueKeysWithValues: bundles.map { ($0, nil as Int64?) }),
                anchors: TrustAnchors.apple.adding(authority.rootFingerprints)))
        settings.sandbox = sandbox
        settings.log = { bytes in log.lines.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
        configure(&settings)
        let key = APIKey.generate()
        _ = try await ledger.keys.create(
            name: "all", scopes: Scope.allCases.map(\.rawValue), digest: key.digest, hint: key.hint)
        let service = WalletService(ledger, settings)
        try await service.start()
        self.database = database
        self.authority = authority
        self.log = log
        self.key = key.text
        self.service = service
        client = HTTPClient(settings: HTTPClientSettings())
        url = "http://127.0.0.1:\(try #require(service.port))"
    }
}

/// What a service wrote to its log, and the faults that only a bug can cause.
final class CapturedLog: Sendable {
    let lines = Mutex<[String]>([])
    let faults = Mutex<[String]>([])

    var text: String { lines.withLock { $0.joined() } }
}
