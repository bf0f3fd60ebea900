internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer verify`: recomputes the books from the journal and names what does not fit.
enum VerifyCommand {
    static let command = Subcommand(
        words: ["verify"], summary: "Recomputes balances, hash chains, lots and credits; names the wrong rows",
        flags: [
            .value("--wallet", "UUID", "only this wallet"),
            .value("--user", "ID", "only this user's wallets"),
            .value("--first", "N", "how many wrong rows of each kind are named; default 1"),
            .value("--seal", "ROOT", "a root of coffer seal that was kept elsewhere must be among the seals"),
            SealAnchor.fileFlag,
            .option("--json", "one JSON object on standard output, for machines"),
        ],
        notes: [
            "Reads one moment of the database, writes nothing, keeps one wallet in memory at a time.",
            "Exit code 1: something is wrong, or it could not be read. What is compared: docs/chain.md.",
        ]
    ) { arguments in
        let config = try Config(needs: [.database])
        let namedMax = try arguments.number("--first", in: 1...Limits.verifyNamedMax) ?? 1
        let scope = try await VerifyTarget.scope(arguments, config)
        let anchor = try SealAnchor.find(arguments, rootFlag: "--seal", config)
        guard anchor == nil || scope == .everything else {
            throw Failure.usage("a seal is about all wallets: without --wallet and --user")
        }
        let started = ContinuousClock.now
        let verifier = Verifier(
            LedgerSettings.export(conninfo: config.databaseURL, applicationName: "coffer/verify"), scope: scope,
            namedMax: namedMax, anchor: anchor)
        let progress = ProgressBar("entries")
        let report: VerifyReport
        do throws(PostgresError) {
            report = try await verifier.run { progress.show($0, of: $1) }
            progress.end()
        } catch {
            progress.end()
            throw error
        }
        let rendering = VerifyRendering(report, seconds: (ContinuousClock.now - started) / .seconds(1))
        Console.write(arguments.has("--json") ? rendering.json : rendering.text)
        return report.findings.isEmpty ? .success : .failed
    }
}

/// Whose books `coffer verify` is asked about.
enum VerifyTarget {
    static func scope(_ arguments: Arguments, _ config: Config) async throws -> VerifyScope {
        switch (arguments.text("--wallet"), arguments.text("--user")) {
        case (nil, nil): return .everything
        case (let text?, nil):
            guard let wallet = WalletID(text: text) else { throw Failure.usage("--wallet needs a UUID") }
            return .wallets([wallet])
        case (nil, let name?): return .wallets(try await wallets(of: name, config))
        case (.some, .some): throw Failure.usage("--wallet or --user, not both")
        }
    }

    private static func wallets(of name: String, _ config: Config) async throws -> [WalletID] {
        let user: UserID
        do throws(WalletError) {
            user = try UserID(name)
        } catch {
            throw Failure.usage("--user is not a user id")
        }
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(config, log: log, connections: 1)
        let directory = Directory(ledger.database)
        var wallets: [WalletID] = []
        for environment in StoreEnvironment.allCases {
            if let wallet = try await directory.knownWallet(of: user, in: environment) { wallets.append(wallet) }
        }
        await ledger.close()
        guard !wallets.isEmpty else { throw Failure("\(name) has no wallet") }
        return wallets
    }
}
