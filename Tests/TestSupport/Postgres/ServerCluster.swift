internal import Foundation
internal import Postgres

/// One PostgreSQL cluster in a directory of its own. Everything here blocks: call it on a thread that may.
struct ServerCluster: Sendable {
    let directory: URL
    private let programs: ServerPrograms
    private let settings: [String: String]

    var socketDirectory: String { directory.path }

    /// Runs `initdb` in a new directory. `settings` are server settings, over our defaults.
    static func make(_ directory: URL, settings: [String: String]) throws -> ServerCluster {
        LiveClusters.sweepStale(beside: directory)
        let programs = try ServerPrograms.find()
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try programs.give(directory)
        let cluster = ServerCluster(directory: directory, programs: programs, settings: settings)
        let initdb = programs.command(
            "initdb",
            [
                "--pgdata", cluster.dataPath, "--username", "postgres", "--auth", "trust", "--encoding", "UTF8",
                "--locale", "C", "--data-checksums", "--no-sync", "--no-instructions",
            ])
        try ChildProcess.run(initdb, log: cluster.logFile)
        return cluster
    }

    /// Starts the server and waits until it answers. After a kill -9 the old backends may still hold the shared
    /// memory for a moment, so a server that ends at once is started again.
    func start(timeoutMs: Int = 60_000) throws -> ChildProcess {
        let deadline = ContinuousClock.now + .milliseconds(timeoutMs)
        var child = try launch()
        while !answers() {
            guard ContinuousClock.now < deadline else {
                kill(child.pid, SIGQUIT)
                let output = (try? String(contentsOf: logFile, encoding: .utf8)) ?? ""
                throw ChildProcess.Failed(description: "the server did not start: \(output.suffix(2_000))")
            }
            usleep(20_000)
            if !child.isRunning { child = try launch() }
        }
        return child
    }

    /// Sends `signal` to the server and waits for its end; the data stays.
    func stop(_ child: ChildProcess, signal: Int32) throws {
        kill(child.pid, signal)
        guard child.exitStatus(timeoutMs: 30_000) != nil else {
            throw ChildProcess.Failed(description: "the server did not stop")
        }
        LiveClusters.remove(directory)
    }

    func delete() throws { try FileManager.default.removeItem(at: directory) }

    func conninfo(database: String) -> String {
        "host=\(socketDirectory) port=\(port) user=postgres dbname=\(database)"
    }

    var port: String { settings["port"] ?? "5432" }

    private var dataPath: String { directory.appendingPathComponent("data").path }

    private var logFile: URL { directory.appendingPathComponent("log") }

    private func launch() throws -> ChildProcess {
        var all = [
            "unix_socket_directories": socketDirectory, "listen_addresses": "", "max_connections": "1000",
            "shared_buffers": "64MB", "log_min_messages": "warning", "autovacuum_naptime": "60s",
        ]
        all.merge(settings) { _, own in own }
        let options = all.sorted { $0.key < $1.key }.flatMap { ["-c", "\($0.key)=\($0.value)"] }
        let child = try ChildProcess(programs.command("postgres", ["-D", dataPath] + options), log: logFile)
        LiveClusters.add(directory, pid: child.pid)
        return child
    }

    private func answers() -> Bool {
        // An error only says 'not yet'; the caller's deadline bounds the waiting.
        (try? PostgresSession(PostgresSettings(conninfo: conninfo(database: "postgres")))) != nil
    }
}
