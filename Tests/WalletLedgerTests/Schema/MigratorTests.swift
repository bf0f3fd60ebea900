import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain
import WalletLedger

/// On empty databases, with small migrations of the tests' own; the last tests take the product's.
@Suite(.serialized) struct MigratorTests {
    private func migrations(_ statements: [String]) throws -> [Migration] {
        try statements.enumerated().map { index, sql in
            try Migration(name: "000\(index + 1)_make_thing.sql", sql: sql)
        }
    }

    private func empty() async throws -> String { try await PrivatePostgres.shared.freshDatabase("migrate") }

    private func tables(_ conninfo: String) async throws -> [String] {
        try await askTexts(
            "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'coffer' ORDER BY 1", conninfo: conninfo)
    }

    @Test("Missing migrations are applied in order, once")
    func appliesOnce() async throws {
        let conninfo = try await empty()
        let all = try migrations(["CREATE TABLE one (x int)", "CREATE TABLE two AS SELECT * FROM one"])
        #expect(try await Migrator([all[0]]).run(conninfo: conninfo) == [all[0].name])
        #expect(try await Migrator(all).run(conninfo: conninfo) == [all[1].name])
        #expect(try await Migrator(all).run(conninfo: conninfo) == [])
        #expect(try await tables(conninfo) == ["migrations", "one", "two"])
    }

    @Test("Several processes at once apply each migration once")
    func waitsForOthers() async throws {
        let conninfo = try await empty()
        let all = try migrations(["CREATE TABLE one (x int); SELECT pg_sleep(0.2)", "CREATE TABLE two (x int)"])
        let applied = try await withThrowingTaskGroup(of: [String].self) { group in
            for _ in 1...3 { group.addTask { try await Migrator(all).run(conninfo: conninfo) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(applied.sorted() == all.map(\.name))
    }

    @Test("A migration that fails leaves nothing of itself; those before it stay, and it may be mended")
    func undoesFailures() async throws {
        let conninfo = try await empty()
        let broken = try migrations(["CREATE TABLE one (x int)", "CREATE TABLE two (x int); SELECT 1 / 0"])
        await #expect {
            try await Migrator(broken).run(conninfo: conninfo)
        } throws: { error in
            guard case .failed(let name, let reason)? = error as? MigrationError else { return false }
            return name == broken[1].name && reason.contains("22012")
        }
        #expect(try await tables(conninfo) == ["migrations", "one"])
        let mended = try migrations(["CREATE TABLE one (x int)", "CREATE TABLE two (x int)"])
        #expect(try await Migrator(mended).run(conninfo: conninfo) == [mended[1].name])
    }

    @Test("A migration that ends its own transaction is refused")
    func refusesCommit() async throws {
        let conninfo = try await empty()
        let all = try migrations(["CREATE TABLE one (x int); COMMIT"])
        await #expect(throws: MigrationError.self) { try await Migrator(all).run(conninfo: conninfo) }
    }

    @Test("A changed or an unknown migration stops everything")
    func refusesDifferences() async throws {
        let conninfo = try await empty()
        let all = try migrations(["CREATE TABLE one (x int)", "CREATE TABLE two (x int)"])
        _ = try await Migrator(all).run(conninfo: conninfo)
        let changed = try migrations([
            "CREATE TABLE one (x int) ", "CREATE TABLE two (x int)", "CREATE TABLE three (x int)",
        ])
        await #expect(throws: MigrationError.changed([changed[0].name])) {
            try await Migrator(changed).run(conninfo: conninfo)
        }
        await #expect(throws: MigrationError.unknown([all[1].name])) {
            try await Migrator([all[0]]).run(conninfo: conninfo)
        }
        #expect(try await tables(conninfo) == ["migrations", "one", "two"])
    }

    @Test("The service sees what is missing, changed and unknown")
    func tellsStatus() async throws {
        let conninfo = try await empty()
        let pool = PostgresPool(LedgerSettings.pool(conninfo: conninfo), size: 1)
        let database = LedgerDatabase(pool: pool, onFault: { Issue.record("\($0)") })
        let all = try migrations(["CREATE TABLE one (x int)", "CREATE TABLE two (x int)"])
        #expect(try await Migrator(all).status(database).missing == all)
        _ = try await Migrator([all[0]]).run(conninfo: conninfo)
        #expect(try await Migrator(all).status(database).missing == [all[1]])
        #expect(try await Migrator([all[0]]).status(database).isCurrent)
        _ = try await Migrator(all).run(conninfo: conninfo)
        #expect(try await Migrator([all[0]]).status(database).unknown == [all[1].name])
        let other = try Migration(name: all[0].name, sql: "SELECT 1")
        #expect(try await Migrator([other, all[1]]).status(database).changed == [other.name])
    }

    @Test("The product's migrations apply to an empty database, and again do nothing")
    func appliesOurs() async throws {
        let conninfo = try await empty()
        let ours = try Migration.load(folder: migrationsFolder)
        #expect(try await Migrator(ours).run(conninfo: conninfo) == ours.map(\.name))
        #expect(try await Migrator(ours).run(conninfo: conninfo) == [])
        #expect(try await tables(conninfo).contains("entries"))
        // A database's own grants are not copied with a template, so this is asked here.
        let mayMakeTemporary = "SELECT has_database_privilege('coffer_service', current_database(), 'TEMP')::text"
        #expect(try await askTexts(mayMakeTemporary, conninfo: conninfo) == ["false"])
    }

    @Test(
        "Files are named NNNN_verb_noun.sql and numbered without a gap",
        arguments: [
            (["0001_a_b.sql", "0002_c_d.sql"], true), (["0002_c_d.sql"], false), (["1_a_b.sql"], false),
            (["0001_a_b.sql", "0003_c_d.sql"], false), (["0001_a_b.sql", "0001_c_d.sql"], false), ([], false),
            (["0001_a_b.sql", "README.md"], true), (["0000_a_b.sql"], false), (["-001_a_b.sql"], false),
        ] as [([String], Bool)])
    func readsFolders(names: [String], isGood: Bool) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "migrations-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in names { try Data("SELECT 1".utf8).write(to: folder.appending(path: name)) }
        let loaded = try? Migration.load(folder: folder.path)
        #expect((loaded != nil) == isGood)
        if let loaded { #expect(loaded.map(\.name) == names.filter { $0.hasSuffix(".sql") }) }
    }

    @Test("A checksum is the SHA-256 of the file")
    func sumsFiles() throws {
        let migration = try Migration(name: "0001_make_thing.sql", sql: "abc")
        #expect(migration.checksum.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    }
}
