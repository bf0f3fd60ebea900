import Crypto
import FoundationEssentials
import Postgres
import Synchronization
import TestSupport
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// The desks of people on a database of their own, with a clock that tests move. Hashes are weak: fast.
final class PeopleFixture: Sendable {
    let desk: SessionDesk
    let people: PeopleDesk
    let store: PeopleStore
    let keys: KeyStore
    let database: TestDatabase
    let ledger: LedgerDatabase

    static let password = "a password of some length"
    static let origin = CallerOrigin(address: "192.0.2.1", agent: "tests")
    static let stranger = CallerOrigin(address: "198.51.100.9", agent: "tests")

    init(key: [UInt8]? = nil, passwords: PasswordDesk? = nil) async throws {
        database = try await TestDatabase.migrated()
        let pool = PostgresPool(LedgerSettings.pool(conninfo: database.serviceConninfo), size: 4)
        ledger = LedgerDatabase(pool: pool) { Issue.record("ledger fault: \($0)") }
        let clock = Clock()
        store = PeopleStore(ledger)
        keys = KeyStore(ledger)
        let now: @Sendable () -> Instant = { clock.now }
        desk = SessionDesk(
            people: store, passwords: passwords ?? PasswordDesk(Self.secrets(key)), attempts: LogInGuard(),
            log: ServiceLog { _ in }, now: now)
        people = PeopleDesk(people: store, now: now)
        self.clock = clock
    }

    let clock: Clock

    final class Clock: Sendable {
        private let moment = Mutex(Instant(milliseconds: 1_800_000_000_000))
        var now: Instant { moment.withLock { $0 } }
        func pass(seconds: Int64) { moment.withLock { $0 = $0.adding(milliseconds: seconds * 1_000) } }
    }

    static func secrets(_ key: [UInt8]? = nil) -> AdminSecrets {
        AdminSecrets(key: key, argon: Argon2id(memoryBytes: 65_536, passes: 1))
    }

    /// Somebody with an app, as tests hold it.
    struct Person: Sendable {
        let name: String
        let totp: TOTP
        let recoveryCodes: [String]
        /// Just logged in.
        let signedIn: SignedIn
        var admin: AdminCaller { signedIn.admin }
    }

    /// Enrols somebody by an invitation of the command line.
    func person(_ name: String, _ role: AdminRole, password: String = password) async throws -> Person {
        let token = SessionDesk.newToken()
        let caller = try await keys.caller(named: AdminOffice.callerName)
        try await store.invite(
            try AdminName(name), as: role, digest: SessionDesk.digest(token), by: caller, at: clock.now,
            from: "command line"
        ).get()
        return try await enrol(token, name, password: password)
    }

    func enrol(_ token: String, _ name: String, password: String = password) async throws -> Person {
        let enrolment = try await desk.acceptInvitation(
            token: token, name: name, password: password, from: Self.origin)
        let totp = TOTP(secret: try #require(Self.decode(enrolment.secret)))
        let enrolled = try await desk.confirmEnrolment(
            token: token, code: try totp.code(step: TOTP.step(at: clock.now)), from: Self.origin)
        return Person(
            name: name, totp: totp, recoveryCodes: enrolled.recoveryCodes, signedIn: enrolled.signedIn)
    }

    /// The app's code of now. Each step has one, and it works once: time goes on before it.
    func nextCode(_ person: Person) throws -> String {
        clock.pass(seconds: 30)
        return try person.totp.code(step: TOTP.step(at: clock.now))
    }

    func logIn(
        _ person: Person, password: String = password, from origin: CallerOrigin = origin
    ) async throws -> SignedIn {
        try await desk.logIn(name: person.name, password: password, code: try nextCode(person), from: origin)
    }

    /// The actions in the audit log about somebody, in order.
    func acts(about name: String) async throws -> [String] {
        let reader = AuditReader(ledger)
        var filter = AuditFilter()
        filter.subject = .admin(try AdminName(name))
        return try await reader.page(filter, limit: 100).reversed().map(\.record.action)
    }

    static func decode(_ base32: String) -> [UInt8]? {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var bits = 0
        var buffer = 0
        var bytes: [UInt8] = []
        for letter in base32.utf8 {
            guard let value = digits.firstIndex(of: letter) else { return nil }
            buffer = buffer << 5 | value
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 0xFF))
            }
            buffer &= 0xFF
        }
        return bytes
    }
}
