internal import WalletDomain
internal import WalletLedger

/// `coffer serve`: the service, until SIGTERM.
enum ServeCommand {
    static let command = Subcommand(
        words: ["serve"], summary: "Runs the service; settings come from the environment (coffer help config)",
        notes: [
            "Prints one JSON line when it is up; logs are JSON lines on standard error.",
            "SIGTERM: /readyz says 503 at once, after COFFER_DRAIN_DELAY_MS everything begun is finished, exit 0.",
            "A second SIGTERM ends it now.",
        ]
    ) { _ in try await run() }

    private static func run() async throws -> ExitCode {
        let config = try Config(needs: [.database, .apps])
        let signals = SignalWatch()
        let service = try await RunningService.start(config, log: LogFile.standardError)
        Console.writeJSON("serving") { line in
            line.member("url", service.url)
            line.member("mode", config.mode.rawValue)
            line.member("version", CofferCommand.version)
        }
        await signals.wait()
        return await service.shutDown(delayMs: config.drainDelayMs) ? .success : .failed
    }
}
