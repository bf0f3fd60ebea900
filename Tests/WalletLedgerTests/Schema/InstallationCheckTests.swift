import Postgres
import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct InstallationCheckTests {
    private func check(
        _ database: LedgerDatabase, mode: InstallationMode = .development
    ) async throws -> InstallationReport {
        let migrator = Migrator(try Migration.load(folder: migrationsFolder))
        return try await InstallationCheck(database, migrator: migrator, mode: mode).run()
    }

    private func database(_ conninfo: String, options: [(String, String)] = []) -> LedgerDatabase {
        var settings = LedgerSettings.pool(conninfo: conninfo)
        settings.options += options.map { (name: $0.0, value: $0.1) }
        return LedgerDatabase(pool: PostgresPool(settings, size: 1), onFault: { Issue.record("\($0)") })
    }

    @Test("The service's role on a migrated database passes")
    func passes() async throws {
        let report = try await check(try await StoreFixture().database)
        #expect(report.failures == [])
        #expect(report.warnings == [])
    }

    @Test("A database belongs to production or to development for ever")
    func keepsModesApart() async throws {
        let fixture = try await StoreFixture()
        #expect(try await check(fixture.database, mode: .production).failures == [])
        #expect(try await check(fixture.database, mode: .production).failures == [])
        let wrong = try await check(fixture.database, mode: .development).failures
        #expect(wrong == ["This database is used for production: development needs one of its own."])
        let other = try await StoreFixture()
        _ = try await check(other.database, mode: .development)
        #expect(try await check(other.database, mode: .production).failures.count == 1)
        #expect(await fixture.serviceMay("UPDATE installation SET mode = 'development'") == false)
    }

    @Test("A superuser is refused, and so is a role that may rewrite the journal")
    func refusesRoles() async throws {
        let fixture = try await StoreFixture()
        let superuser = try await check(database(try await fixture.superuserConninfo))
        #expect(superuser.failures == ["The service's role is a superuser: use a member of coffer_service."])
        for privilege in ["UPDATE", "DELETE", "TRUNCATE", "UPDATE (coins)"] {
            let other = try await StoreFixture()
            try await other.execute("GRANT \(privilege) ON entries TO \(serviceLogin)")
            #expect(try await check(other.database).failures.count == 1, "\(privilege)")
        }
    }

    @Test("Everything that is wrong is told at once, each in a sentence")
    func tellsAll() async throws {
        let fixture = try await StoreFixture()
        try await fixture.execute(
            """
            UPDATE migrations SET checksum = decode(repeat('00', 32), 'hex') WHERE number = 1;
            DELETE FROM migrations WHERE number = 2;
            INSERT INTO migrations VALUES (9999, '9999_change_world.sql', decode(repeat('00', 32), 'hex'), 'epoch')
            """)
        let unsafe = database(
            serviceConninfo(try await fixture.superuserConninfo),
            options: [("synchronous_commit", "off"), ("default_transaction_isolation", "serializable")])
        let failures = try await check(unsafe).failures
        #expect(failures.count == 5)
        for word in ["synchronous_commit is off", "serializable", "0002_", "changed", "9999_change_world.sql"] {
            #expect(failures.contains { $0.contains(word) }, "\(word)")
        }
        #expect(failures.allSatisfy { $0.hasSuffix(".") })
        #expect(try await fixture.texts("SELECT mode FROM installation") == [])
    }

    @Test("An empty database is told to be migrated")
    func tellsEmpty() async throws {
        let fixture = try await StoreFixture()
        try await fixture.execute("DROP SCHEMA coffer CASCADE")
        let failures = try await check(fixture.database).failures
        #expect(failures.count == 1 && failures[0].contains("coffer migrate"))
    }

    @Test(
        "Each promise of the server is asked for",
        arguments: [
            facts(fsync: "off"), facts(fullPageWrites: "off"), facts(synchronousCommit: "local"),
            facts(synchronousCommit: "remote_write"), facts(isolation: "repeatable read"),
            facts(encoding: "SQL_ASCII"), facts(isInRecovery: true), facts(isSuperuser: true),
            facts(canRewriteJournal: true),
        ])
    func asksServer(facts: ServerFacts) { #expect(facts.failures.count == 1) }

    @Test("Missing checksums are a warning, remote_apply is as good as on")
    func asksForTheRest() {
        #expect(Self.facts().failures == [] && Self.facts().warnings == [])
        let facts = Self.facts(synchronousCommit: "remote_apply", checksums: "off", canRewriteJournal: nil)
        #expect(facts.failures == [] && facts.warnings.count == 1)
    }

    private static func facts(
        fsync: String = "on", fullPageWrites: String = "on", synchronousCommit: String = "on",
        isolation: String = "read committed", encoding: String = "UTF8", checksums: String = "on",
        isInRecovery: Bool = false, isSuperuser: Bool = false, canRewriteJournal: Bool? = false
    ) -> ServerFacts {
        ServerFacts(
            fsync: fsync, fullPageWrites: fullPageWrites, synchronousCommit: synchronousCommit,
            isolation: isolation, encoding: encoding, checksums: checksums, isInRecovery: isInRecovery,
            isSuperuser: isSuperuser, canRewriteJournal: canRewriteJournal)
    }
}
