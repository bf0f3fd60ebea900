internal import FoundationEssentials
package import HTTPServer
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// The whole service: street, jobs and log around a ledger. The executable and the tests use the same.
package final class WalletService: Sendable {
    private let settings: ServiceSettings
    private let ledger: LedgerParts
    private let keys = KeyRing()
    private let log: ServiceLog
    let rooms: Rooms
    let router: Router
    private let readiness: Readiness
    private let state = Mutex(State())

    private struct State {
        var server: HTTPServer?
        var jobs: [Task<Void, Never>] = []
    }

    package init(_ ledger: LedgerParts, _ settings: ServiceSettings) {
        self.settings = settings
        self.ledger = ledger
        log = ServiceLog(settings.log)
        let readiness = Readiness(keys: keys, writer: ledger.writer)
        self.readiness = readiness
        rooms = Rooms(ledger, settings, log: log, isReady: { readiness.isReady })
        let exit = Exit(log: log, metrics: rooms.metrics, isDevelopment: settings.isDevelopment)
        let routes = Routes(rooms)
        router = Router(
            routes.stations, authenticator: Authenticator(keys), limiter: rooms.limiter, exit: exit,
            refusalPage: { routes.console.door.refusal($0, $1) },
            onForbidden: { [rooms] in rooms.people.refusals.note($0, $1, $2, tasks: rooms.tasks) })
    }

    /// Reads keys and testers, starts the jobs and listens.
    /// - Throws: `WalletError` if the ledger does not answer, `HTTPServerError` if the port cannot be had.
    package func start() async throws {
        log.start()
        try await refreshLists()
        let caller = try await ledger.keys.caller(named: Self.jobsCaller)
        let door = ServerDoor(router: router, faults: settings.faults)
        let server = try HTTPServer(settings: settings.http, handler: door)
        let jobs = Jobs(rooms, keys: keys, keyStore: ledger.keys, caller: caller)
        state.withLock { state in
            state.server = server
            state.jobs = jobs.start()
        }
        readiness.set(.serving)
    }

    /// Keys and testers, read once; the jobs read them again and again.
    private func refreshLists() async throws(WalletError) {
        keys.replace(with: try await ledger.keys.loadAll())
        try await ledger.directory.refreshTesters()
    }

    /// The name under which the service itself credits what had to wait.
    private static let jobsCaller = "coffer/jobs"

    package var port: UInt16? { state.withLock { $0.server?.port } }

    /// Without a socket: for tests of the street. Needs `startQuietly`.
    package func respond(to request: Request, send: @escaping @Sendable (Response) -> Void) {
        router.take(request, send: send)
    }

    /// As `start`, without listening and without jobs.
    package func startQuietly() async throws {
        try await refreshLists()
        readiness.set(.serving)
    }

    /// One run of the job that looks at pending top-ups; `start` runs it by itself.
    package func settlePendingTopups() async throws -> Int {
        let caller = try await ledger.keys.caller(named: Self.jobsCaller)
        return try await SettlePendingTopups(rooms, caller: caller).run()
    }

    /// One run of the job that ends holds and expires promo coins; `start` runs it by itself.
    /// - Returns: true if there may be more.
    package func expireWallets() async throws -> Bool {
        let caller = try await ledger.keys.caller(named: Self.jobsCaller)
        return try await ExpireWallets(rooms, caller: caller).run()
    }

    /// One run of the job that writes which keys were used; `start` runs it by itself.
    package func noteKeyUse() async throws {
        try await NoteKeys(ring: keys, store: ledger.keys, now: settings.now).run()
    }

    /// One run of the job that finishes merges and erasures; `start` runs it by itself.
    package func finishUsers() async throws { _ = try await FinishUsers(rooms).run() }

    /// One run of the job that carries out what was approved; `start` runs it by itself.
    package func finishActs() async throws { _ = try await rooms.support.acts.finish() }

    /// One run of everything that is done about what Apple told and what it is asked; `start` runs each by itself.
    package func runInboxJobs() async throws {
        let caller = try await ledger.keys.caller(named: Self.jobsCaller)
        for job in InboxJobs(rooms.inbox, caller: caller).all { _ = try await job.run() }
    }

    /// From now on `/readyz` says 503, so that balancers look elsewhere; everything is still served.
    package func announceDrain() { readiness.set(.draining) }

    /// Takes no new connections, answers what runs, ends jobs, Writer and log.
    /// - Returns: true if nothing was left unanswered.
    package func drain(deadlineMs: Int) async -> Bool {
        announceDrain()
        let (server, jobs) = state.withLock { state in
            defer { state.jobs = [] }
            return (state.server, state.jobs)
        }
        for job in jobs { job.cancel() }
        let isAnswered = await server?.drain(deadlineMs: deadlineMs) ?? true
        rooms.tasks.cancel()
        for job in jobs { await job.value }
        server?.stop()
        let isWritten = await BlockingWork.run { [ledger] in ledger.writer.drain(deadlineMs: deadlineMs) }
        log.close()
        return isAnswered && isWritten
    }
}
