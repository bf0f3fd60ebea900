internal import WalletLedger
internal import WalletServer

/// `coffer migrate`: the schema of this release, once, before its service starts.
enum MigrateCommand {
    static let command = Subcommand(
        words: ["migrate"], summary: "Brings the database to the schema of this release",
        flags: [.option("--status", "only says how the database stands; 1 if it is not current")],
        notes: [
            "Uses COFFER_MIGRATE_URL, a role that owns the database; without it DATABASE_URL.",
            "Forward only, each migration in a transaction of its own; a second process waits for the first.",
        ]
    ) { arguments in
        let config = try Config(needs: [.database])
        return arguments.has("--status") ? try await status(config) : try await migrate(config)
    }

    private static func migrate(_ config: Config) async throws -> ExitCode {
        let applied = try await run(config)
        for name in applied { Console.write("applied \(name)") }
        if applied.isEmpty { Console.write("nothing to apply: the database is current") }
        return .success
    }

    /// - Returns: the names of what was applied.
    static func run(_ config: Config) async throws -> [String] {
        let migrations = try Migration.load(folder: config.migrationsFolder)
        return try await Migrator(migrations).run(conninfo: config.migrateURL)
    }

    private static func status(_ config: Config) async throws -> ExitCode {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(config, log: log, connections: 1)
        let status = try await ledger.migrator.status(ledger.database)
        await ledger.close()
        for migration in status.missing { Console.write("missing \(migration.name)") }
        for name in status.changed { Console.write("changed \(name)") }
        for name in status.unknown { Console.write("unknown \(name)") }
        guard status.isCurrent else { return .failed }
        Console.write("current")
        return .success
    }
}
