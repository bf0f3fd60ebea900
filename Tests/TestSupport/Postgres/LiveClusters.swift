internal import Foundation
internal import Synchronization

/// Clusters that this process runs. They end with it, and what a killed process left is swept by the next one.
enum LiveClusters {
    static let prefix = "coffer-pg-"
    private static let running = Mutex<[String: Int32]>([:])

    /// The directory of cluster number `number` of this process: short, because a socket's path may have 100 bytes.
    static func directory(_ number: Int) -> URL {
        let wanted = FileManager.default.temporaryDirectory.path
        let directoryBytesMax = 60
        let base = wanted.utf8.count <= directoryBytesMax ? wanted : "/tmp"
        return URL(fileURLWithPath: "\(base)/\(prefix)\(getpid())-\(number)", isDirectory: true)
    }

    static func add(_ directory: URL, pid: Int32) {
        running.withLock { $0[directory.path] = pid }
        _ = registered
    }

    static func remove(_ directory: URL) { running.withLock { $0[directory.path] = nil } }

    /// Evaluated once: the exit handler, and the sweep of stale clusters.
    private static let registered: Bool = {
        atexit { LiveClusters.endAll() }
        return true
    }()

    /// The data is thrown away, so an immediate shutdown (SIGQUIT) does.
    private static func endAll() {
        let all = running.withLock { $0 }
        for pid in all.values { kill(pid, SIGQUIT) }
        for (path, pid) in all {
            for _ in 0..<500 where kill(pid, 0) == 0 && waitpid(pid, nil, WNOHANG) == 0 { usleep(10_000) }
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Ends and deletes clusters in `directory`'s parent whose makers are dead.
    static func sweepStale(beside directory: URL) {
        let parent = directory.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let maker = name.dropFirst(prefix.count).prefix { $0 != "-" }
            guard let pid = Int32(maker), kill(pid, 0) != 0, errno == ESRCH else { continue }
            let stale = parent.appendingPathComponent(name)
            if let server = serverPID(in: stale) { kill(server, SIGQUIT) }
            try? FileManager.default.removeItem(at: stale)
        }
    }

    /// The server's pid out of `postmaster.pid`, if that process really serves this directory.
    private static func serverPID(in directory: URL) -> Int32? {
        let data = directory.appendingPathComponent("data")
        let file = data.appendingPathComponent("postmaster.pid")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        guard let pid = text.split(separator: "\n").first.flatMap({ Int32($0) }), pid > 1 else { return nil }
        let commandLine = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
        return commandLine?.contains(data.path) == true ? pid : nil
    }
}
