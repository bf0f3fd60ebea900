internal import Crypto
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer seal`: the newest root, to be kept where who can change the database cannot change it.
enum SealCommand {
    static let command = Subcommand(
        words: ["seal"], summary: "Prints the newest seal's root, signed if there is a key; checks one that was kept",
        flags: [
            .option("--now", "seals what moved since the last seal first, instead of waiting for the service"),
            .value("--check", "ROOT", "recomputes all seals from the journal; ROOT must be one of them"),
            SealAnchor.fileFlag,
        ],
        notes: [
            "The service seals every minute in which coins moved. What a seal covers: docs/chain.md.",
            "Keep all lines, with another owner than the database's. COFFER_SEAL_KEY_FILE names the key that signs.",
            "Exit code 1: there is no seal yet, or the check failed.",
        ]
    ) { arguments in
        let config = try Config(needs: [.database])
        if let root = try SealAnchor.find(arguments, rootFlag: "--check", config) {
            guard !arguments.has("--now") else { throw Failure.usage("a check or --now, not both") }
            return try await check(root, config)
        }
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let ledger = try OpenLedger(config, log: log, connections: 1)
        let sealer = Sealer(ledger.database)
        if arguments.has("--now") { while try await sealer.seal()?.hasMore == true {} }
        let newest = try await sealer.newest()
        await ledger.close()
        guard let newest else { throw Failure("there is no seal yet; coffer seal --now makes one") }
        let plain = KeptSeal(newest)
        let kept = if let key = try signingKey(config) { try KeptSeal(plain, key: key) } else { plain }
        Console.write(kept.text)
        return .success
    }

    private static func signingKey(_ config: Config) throws(Failure) -> Ed25519PrivateKey? {
        switch config.sealKey {
        case nil: nil
        case .signs(let key): key
        case .checks: throw Failure("\(Setting.sealKeyFile.name) names a public key, which cannot sign")
        }
    }

    private static func check(_ root: [UInt8], _ config: Config) async throws -> ExitCode {
        let verifier = Verifier(
            LedgerSettings.export(conninfo: config.databaseURL, applicationName: "coffer/seal"),
            namedMax: Limits.verifyNamedMax, anchor: root)
        let report = try await verifier.runSeals()
        for finding in report.findings.named {
            Console.write("seal \(finding.key)\n    stored:   \(finding.stored)\n    computed: \(finding.computed)")
        }
        guard report.findings.isEmpty else {
            Console.write("the seals do NOT hold")
            return .failed
        }
        Console.write("\(report.seals) seals hold, the root among them")
        return .success
    }
}
