internal import Foundation
internal import Postgres

/// The private PostgreSQL of `coffer dev`: durable as in production, reachable over its socket only.
struct DevCluster: Sendable {
    /// The superuser's name.
    var superuser: String { user.name }
    /// The folder of the socket, which only the server's user can enter.
    let sockets: String

    private let data: String
    private let user: ServerUser
    private let programs: PostgresPrograms

    private static let startMsMax = 60_000
    private static let stopMsMax = 20_000
    private static let pauseSeconds = 0.05

    /// Makes the cluster if there is none.
    static func open(_ folder: DevFolder, _ programs: PostgresPrograms, _ user: ServerUser) throws -> DevCluster {
        let place = ClusterPlace(folder: folder, user: user)
        let data = try place.dataFolder()
        let cluster = DevCluster(sockets: try place.sockets(data), data: data, user: user, programs: programs)
        if !FileManager.default.fileExists(atPath: data + "/PG_VERSION") { try cluster.create() }
        return cluster
    }

    /// `dbname` is one of our own, so nothing needs quoting but the folder.
    func conninfo(user: String, database: String) -> String {
        let host = sockets.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
        return "host='\(host)' port=\(ClusterFiles.port) user=\(user) dbname=\(database)"
    }

    /// Starts the server, or goes on with the one that a killed `coffer dev` left running.
    func start() throws {
        let files = ClusterFiles(data: data)
        try files.writeSettings(sockets: sockets)
        try user.give(files.settings)
        let end = ContinuousClock.now + .milliseconds(Self.startMsMax)
        while !answers() {
            guard ContinuousClock.now < end else { throw Failure("PostgreSQL does not start: \(files.lastLogLine)") }
            // It may end at once: after a kill -9 its last processes hold its memory for a moment.
            if files.runningServer() == nil {
                files.removeStalePID()
                try ExternalProgram.launch(user.command([programs.path("postgres"), "-D", data]), log: files.log)
            }
            Thread.sleep(forTimeInterval: Self.pauseSeconds)
        }
    }

    /// Waits for the end of the server; nothing of it is left running.
    func stop(immediately: Bool = false) {
        // PostgreSQL's manual, 19.5: SIGINT is a fast shutdown, SIGQUIT an immediate one.
        let isStopped = !immediately && end(with: SIGINT) || end(with: SIGQUIT)
        if !isStopped { Console.complain(["PostgreSQL in \(data) does not stop"]) }
        // Made again by the next start; that it is gone already is as good.
        if sockets != data { try? FileManager.default.removeItem(atPath: sockets) }
    }

    private func end(with signal: Int32) -> Bool {
        let files = ClusterFiles(data: data)
        guard let pid = files.runningServer() else { return true }
        kill(pid, signal)
        let end = ContinuousClock.now + .milliseconds(Self.stopMsMax)
        while files.runningServer() != nil {
            guard ContinuousClock.now < end else { return false }
            Thread.sleep(forTimeInterval: Self.pauseSeconds)
        }
        return true
    }

    private func answers() -> Bool {
        let settings = PostgresSettings(conninfo: conninfo(user: superuser, database: "postgres"))
        // An error says 'not yet'; the caller's deadline bounds the waiting.
        guard let session = try? PostgresSession(settings) else { return false }
        session.close()
        return true
    }

    /// `initdb` works beside the final place: a run that was killed in between leaves nothing that looks finished.
    private func create() throws {
        let unfinished = data + ".new"
        if FileManager.default.fileExists(atPath: unfinished) { try FileManager.default.removeItem(atPath: unfinished) }
        try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: true)
        try user.give(unfinished)
        try ExternalProgram.output(
            user.command([
                programs.path("initdb"), "--pgdata", unfinished, "--username", user.name, "--auth", "trust",
                "--encoding", "UTF8", "--locale", "C", "--data-checksums", "--no-instructions",
            ]))
        try ClusterFiles(data: unfinished).includeSettings()
        try FileManager.default.moveItem(atPath: unfinished, toPath: data)
    }
}
