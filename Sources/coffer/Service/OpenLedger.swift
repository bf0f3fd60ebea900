internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// A database opened as a configuration says, with everything but the Writer: enough for commands.
struct OpenLedger: Sendable {
    let database: LedgerDatabase
    let migrator: Migrator
    private let pool: PostgresPool
    private let config: Config

    init(_ config: Config, log: ServiceLog, connections: Int? = nil) throws(MigrationError) {
        self.config = config
        migrator = Migrator(try Migration.load(folder: config.migrationsFolder))
        pool = PostgresPool(
            LedgerSettings.pool(conninfo: config.databaseURL), size: connections ?? config.poolConnections)
        database = LedgerDatabase(pool: pool, clockShiftSeconds: config.clockShiftSeconds) { fault in
            log.add(LogEvent(.error, "ledger fault", [("fault", .text(fault))]))
        }
    }

    /// Refuses a database that does not keep what it promises; says everything at once.
    /// - Returns: what an operator should know all the same.
    func check() async throws -> [String] {
        let report = try await InstallationCheck(
            database, migrator: migrator, mode: config.mode, pseudonyms: config.pseudonyms
        ).run()
        guard report.failures.isEmpty else { throw Failure(report.failures) }
        return report.warnings
    }

    /// The books of this database.
    var reports: BooksExporter {
        BooksExporter(database, settings: LedgerSettings.export(conninfo: config.databaseURL))
    }

    func makeWriter(log: ServiceLog) -> Writer {
        var settings = WriterSettings(
            postgres: LedgerSettings.pool(conninfo: config.databaseURL, applicationName: "coffer/lane"),
            lanes: config.lanes, clockShiftSeconds: config.clockShiftSeconds
        ) { log.add(LogEvent($0)) }
        settings.batchMax = config.batchMax
        settings.faults = config.faults
        return Writer(settings)
    }

    func close() async { await pool.close() }
}

extension LogEvent {
    init(_ event: WriterEvent) {
        switch event {
        case .reconnecting(let lane, let reason):
            self.init(.warning, "lane reconnects", [("lane", .number(Int64(lane))), ("reason", .text(reason))])
        case .outcomeUnknown(let commands):
            self.init(.warning, "commit unconfirmed, batch runs again", [("commands", .number(Int64(commands)))])
        case .outcomeSettled(let wasCommitted, let commands):
            self.init(
                .info, "commit settled",
                [("was", .text(wasCommitted ? "committed" : "absent")), ("commands", .number(Int64(commands)))])
        case .splitting(let state, let commands):
            self.init(.warning, "batch split", [("state", .text(state)), ("commands", .number(Int64(commands)))])
        case .retrying(let state, let commands):
            self.init(.info, "batch runs again", [("state", .text(state)), ("commands", .number(Int64(commands)))])
        case .gaveUp(let reason): self.init(.warning, "command given up as overloaded", [("reason", .text(reason))])
        case .poisoned(let state): self.init(.error, "command refused by the database", [("state", .text(state))])
        }
    }
}
