internal import Foundation

/// Files of a cluster that are written or read here.
struct ClusterFiles: Sendable {
    let data: String

    /// Part of the socket's name; nothing listens on the network.
    static let port = 5_432

    private static let settingsName = "coffer.conf"

    var settings: String { "\(data)/\(Self.settingsName)" }
    var log: String { data + "/server.log" }
    private var pidFile: String { data + "/postmaster.pid" }

    /// Written on each start: the folder may have been moved.
    func writeSettings(sockets: String) throws {
        let lines = [
            "listen_addresses = ''", "port = \(Self.port)",
            "unix_socket_directories = '\(sockets.replacing("'", with: "''"))'", "unix_socket_permissions = 0700",
            "fsync = on", "synchronous_commit = on", "full_page_writes = on", "max_connections = 100",
        ]
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: settings))
    }

    func includeSettings() throws {
        let file = try FileHandle(forWritingTo: URL(filePath: data + "/postgresql.conf"))
        try file.seekToEnd()
        try file.write(contentsOf: Data("\ninclude_if_exists '\(Self.settingsName)'\n".utf8))
        try file.close()
    }

    /// The server's process id, if one really serves this folder: after a crash the number may be somebody else's.
    func runningServer() -> Int32? {
        // No file, no server.
        guard let text = try? String(contentsOfFile: pidFile, encoding: .utf8),
            let pid = text.split(separator: "\n").first.flatMap({ Int32($0) }), pid > 1, kill(pid, 0) == 0
        else { return nil }
        // A server works inside its folder. Without /proc (macOS) the number has to do.
        guard let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/cwd") else {
            return FileManager.default.fileExists(atPath: "/proc/self") ? nil : pid
        }
        return place == URL(filePath: data).resolvingSymlinksInPath().path(percentEncoded: false) ? pid : nil
    }

    func removeStalePID() {
        guard runningServer() == nil else { return }
        // Usually there is none.
        try? FileManager.default.removeItem(atPath: pidFile)
    }

    var lastLogLine: String {
        // Without a log there is nothing to quote.
        let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").last.map { "\($0) (all of it: \(log))" } ?? "see \(log)"
    }
}
