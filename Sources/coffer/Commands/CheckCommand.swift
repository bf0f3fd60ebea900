internal import WalletLedger
internal import WalletServer

/// `coffer check`: everything that would keep the service from starting, at once.
enum CheckCommand {
    static let command = Subcommand(
        words: ["check"], summary: "Looks at the configuration and the database without serving"
    ) { _ in
        let config = try Config(needs: [.database, .apps])
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(config, log: log, connections: 1)
        let warnings = try await ledger.check()
        await ledger.close()
        Console.complain((warnings + config.apple.warnings).map { "warning: \($0)" })
        Console.write("good: \(config.mode.rawValue), \(config.appIDs.count) app(s), database and schema as needed")
        return .success
    }
}
