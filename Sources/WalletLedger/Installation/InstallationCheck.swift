internal import Postgres
package import WalletDomain

/// Whether real money is at stake.
package enum InstallationMode: String, Sendable {
    case production
    case development
}

/// What is wrong with a database, all at once; each line one sentence for an operator.
package struct InstallationReport: Hashable, Sendable {
    /// The service must not start.
    package var failures: [String] = []
    /// It may, but somebody should know.
    package var warnings: [String] = []
}

/// Looks before serving whether the database keeps what it promises (durability, isolation, roles, schema).
package struct InstallationCheck: Sendable {
    private let database: LedgerDatabase
    private let migrator: Migrator
    private let mode: InstallationMode
    private let pseudonyms: Pseudonyms

    package init(
        _ database: LedgerDatabase, migrator: Migrator, mode: InstallationMode, pseudonyms: Pseudonyms = .none
    ) {
        self.database = database
        self.migrator = migrator
        self.mode = mode
        self.pseudonyms = pseudonyms
    }

    /// Throws only if the database cannot be asked.
    package func run() async throws(WalletError) -> InstallationReport {
        var report = InstallationReport()
        guard let found = try await database.rows(ReadServerFacts()).first else { throw .internalError }
        report.failures += found.failures
        report.warnings += found.warnings
        let status = try await migrator.status(database)
        report.failures += failures(of: status)
        guard report.failures.isEmpty else { return report }
        if let failure = try await claimMode() { report.failures.append(failure) }
        if let failure = try await checkErasureKey() { report.failures.append(failure) }
        return report
    }

    /// Without the secret under which users were erased they would be taken for new ones.
    private func checkErasureKey() async throws(WalletError) -> String? {
        guard let proof = try await database.rows(ReadErasureKey()).first, proof != pseudonyms.proof else { return nil }
        return "Users were erased under another secret than COFFER_ERASURE_KEY_FILE: set the one of then."
    }

    private func failures(of status: MigrationStatus) -> [String] {
        var failures: [String] = []
        func add(_ names: [String], _ what: String) {
            if !names.isEmpty { failures.append("\(what): \(names.joined(separator: ", ")).") }
        }
        add(status.missing.map(\.name), "Migrations are missing (run `coffer migrate`)")
        add(status.changed, "Migrations were changed after they were applied")
        add(status.unknown, "The database was migrated by a newer release than this one")
        return failures
    }

    /// A database belongs to production or to development for ever: test coins and real ones never meet.
    private func claimMode() async throws(WalletError) -> String? {
        let mode = mode
        let claimed = try await database.transaction("InstallationCheck") { step throws(PostgresError) in
            try step.change(ClaimMode(mode: mode.rawValue))
            return try step.rows(ReadMode()).first
        }
        guard let claimed, claimed != mode.rawValue else { return nil }
        return "This database is used for \(claimed): \(mode.rawValue) needs one of its own."
    }
}
