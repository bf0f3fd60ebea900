internal import Dispatch
internal import Foundation
internal import Postgres
internal import Synchronization

/// A private PostgreSQL for tests: made when first asked for, deleted when the process ends.
///
/// Suites share `shared` and take a database each; tests that kill servers `start` a cluster of their own.
package actor PrivatePostgres {
    package static let shared = PrivatePostgres()
    private static let clustersMade = Mutex(0)

    private let settings: [String: String]
    private var starting: Task<Running, any Error>?
    private var databasesMade = 0

    private struct Running: Sendable {
        let cluster: ServerCluster
        let child: ChildProcess
    }

    /// `settings` are server settings; unset ones have production's defaults, fsync on among them.
    private init(settings: [String: String] = [:]) { self.settings = settings }

    /// A cluster of the caller's own, for tests that break it; end it with `stop`.
    package static func start(settings: [String: String] = [:]) async throws -> PrivatePostgres {
        let own = PrivatePostgres(settings: settings)
        _ = try await own.running()
        return own
    }

    /// Makes an empty database, or a copy of `template` (to which nobody may be connected); returns its conninfo.
    package func freshDatabase(_ name: String = "test", template: String = "template1") async throws -> String {
        databasesMade += 1
        let database = "\(name)_\(databasesMade)".lowercased()
        try await execute(#"CREATE DATABASE "\#(database)" TEMPLATE "\#(template)""#)
        return try await conninfo(database: database)
    }

    /// The superuser's conninfo; no password, over a Unix socket.
    package func conninfo(database: String = "postgres") async throws -> String {
        try await running().cluster.conninfo(database: database)
    }

    /// Runs SQL as the superuser.
    package func execute(_ sql: String, database: String = "postgres") async throws {
        let conninfo = try await conninfo(database: database)
        try await Self.blocking {
            try PostgresSession(PostgresSettings(conninfo: conninfo, applicationName: "test-support"))
                .runScript(sql, deadlineMs: 60_000)
        }
    }

    /// kill -9 of the postmaster, as a crash does it; `restart` brings it back.
    package func kill9() async throws { try await stopServer(signal: SIGKILL) }

    /// A fast shutdown if it runs, then a start.
    package func restart() async throws {
        if try await running().child.isRunning { try await stopServer(signal: SIGINT) }
        let cluster = try await running().cluster
        let restarting = Task { Running(cluster: cluster, child: try await Self.blocking { try cluster.start() }) }
        starting = restarting
        _ = try await restarting.value
    }

    /// Ends the server and deletes its data; the next use makes a new cluster.
    package func stop() async throws {
        guard let running = try await starting?.value else { return }
        if running.child.isRunning { try await stopServer(signal: SIGQUIT) }
        starting = nil
        try running.cluster.delete()
    }

    /// The postmaster's process id.
    package func serverPID() async throws -> Int32 { try await running().child.pid }

    private func stopServer(signal: Int32) async throws {
        let running = try await running()
        try await Self.blocking { try running.cluster.stop(running.child, signal: signal) }
    }

    private func running() async throws -> Running {
        if let starting { return try await starting.value }
        let settings = settings
        let number = Self.clustersMade.withLock { made in
            made += 1
            return made
        }
        let made = Task {
            try await Self.blocking {
                let cluster = try ServerCluster.make(LiveClusters.directory(number), settings: settings)
                return Running(cluster: cluster, child: try cluster.start())
            }
        }
        starting = made
        return try await made.value
    }

    /// Runs blocking work on a thread outside Swift's small pool.
    private static func blocking<Result: Sendable>(_ work: @escaping @Sendable () throws -> Result) async throws
        -> Result
    {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Swift.Result { try work() }) }
        }
    }
}
