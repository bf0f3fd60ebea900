internal import Dispatch
internal import Foundation
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// The service of `serve` and of `dev`: opened, looked at, listening, and in the end drained.
struct RunningService: Sendable {
    let parts: LedgerParts
    /// `http://127.0.0.1:8080`
    let url: String
    let service: WalletService
    private let ledger: OpenLedger
    private let log: ServiceLog
    private let config: Config

    /// Looks for a lane's connection that often while starting.
    private static let readinessPollMs = 20

    /// Listens when it returns, and every lane has a connection.
    /// - Throws: `Failure` with everything that speaks against serving from this database.
    static func start(_ config: Config, log target: @escaping LogTarget) async throws -> RunningService {
        let log = ServiceLog(target)
        log.start()
        do {
            return try await start(config, log, target)
        } catch {
            log.close()
            throw error
        }
    }

    private static func start(
        _ config: Config, _ log: ServiceLog, _ target: @escaping LogTarget
    ) async throws -> RunningService {
        let ledger = try OpenLedger(config, log: log)
        for warning in try await ledger.check() {
            log.add(LogEvent(.warning, "installation", [("warning", .text(warning))]))
        }
        let parts = LedgerParts(
            database: ledger.database, writer: ledger.makeWriter(log: log), pseudonyms: config.pseudonyms,
            makeBooks: BooksExporter.runs(LedgerSettings.export(conninfo: config.databaseURL)))
        var settings = ServiceSettings(appStore: config.appStore)
        settings.isDevelopment = config.mode == .development
        settings.http = http(config)
        settings.sandbox = config.sandbox
        settings.refunds = config.refunds
        settings.refundOwnership = config.refundOwnership
        settings.holdLifeSecondsMax = config.holdLifeSeconds
        settings.secondPerson = config.secondPerson
        settings.preference = config.preference
        settings.refundWalkPace = config.refundWalkPace
        settings.rates = config.rates
        settings.shopZone = config.shopZone
        settings.priceChangePercentMax = config.priceChangePercentMax
        settings.apple = AppleDesk(config)
        settings.faults = config.faults
        settings.adminSecrets = config.adminSecrets
        settings.log = target
        let service = WalletService(parts, settings)
        try await service.start()
        try await waitUntilReady(parts.writer)
        let scheme = config.tls == nil ? "http" : "https"
        let address = ListenAddress(host: config.listen.host, port: service.port ?? config.listen.port)
        return RunningService(
            parts: parts, url: "\(scheme)://\(address.text)", service: service, ledger: ledger, log: log,
            config: config)
    }

    private static func http(_ config: Config) -> HTTPServerSettings {
        var http = HTTPServerSettings()
        http.host = config.listen.host
        http.port = config.listen.port
        http.tls = config.tls
        http.connectionsMax = Limits.connectionsMax
        http.requestsInFlightMax = Limits.requestsInFlightMax
        http.headBytesMax = Limits.headBytesMax
        http.headersMax = Limits.headersMax
        http.headTimeoutMs = Limits.headTimeoutMs
        http.bodyTimeoutMs = Limits.bodyTimeoutMs
        return http
    }

    private static func waitUntilReady(_ writer: Writer) async throws {
        let end = ContinuousClock.now + .milliseconds(Limits.startMsMax)
        while !writer.isReady {
            guard ContinuousClock.now < end else { throw Failure("the database refuses the Writer's connections") }
            try await Task.sleep(for: .milliseconds(readinessPollMs))
        }
    }

    /// Balancers hear at once that we leave, and are served for `delayMs` more; then everything begun is finished.
    ///
    /// The process ends after `Limits.shutdownMsMax` whatever hangs: clients repeat by key what they got no answer to.
    /// - Returns: true if nothing was left unanswered.
    func shutDown(delayMs: Int, lastResort: @escaping @Sendable () -> Void = {}) async -> Bool {
        let limitMs = delayMs + Limits.shutdownMsMax
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(limitMs)) {
            lastResort()
            exit(ExitCode.failed.rawValue)
        }
        log.add(LogEvent(.info, "draining", [("serving_on_ms", .number(Int64(delayMs)))]))
        service.announceDrain()
        // Nobody cancels this task: the sleep ends by itself.
        try? await Task.sleep(for: .milliseconds(delayMs))
        let isDrained = await service.drain(deadlineMs: Limits.drainMs)
        await ledger.close()
        log.add(LogEvent(.info, "stopped", [("drained", .text(isDrained ? "yes" : "no"))]))
        log.close()
        return isDrained
    }
}
