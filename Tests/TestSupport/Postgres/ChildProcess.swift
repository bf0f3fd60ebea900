internal import Foundation

/// A program that this process started; it inherits nothing but its output file.
struct ChildProcess: Sendable {
    let pid: Int32
    private let process: Process

    struct Failed: Error, CustomStringConvertible {
        let description: String
    }

    /// Starts `command` with both outputs appended to `log`.
    init(_ command: [String], log: URL) throws {
        if !FileManager.default.fileExists(atPath: log.path) {
            _ = FileManager.default.createFile(atPath: log.path, contents: nil)
        }
        let output = try FileHandle(forWritingTo: log)
        try output.seekToEnd()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = log.deletingLastPathComponent()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try output.close()
        self.process = process
        pid = process.processIdentifier
    }

    var isRunning: Bool { process.isRunning }

    /// Blocks until the program has ended; nil if it has not after `timeoutMs`.
    func exitStatus(timeoutMs: Int) -> Int32? {
        let pauseMicroseconds: UInt32 = 5_000
        var leftMicroseconds = timeoutMs * 1_000
        while process.isRunning {
            guard leftMicroseconds > 0 else { return nil }
            usleep(pauseMicroseconds)
            leftMicroseconds -= Int(pauseMicroseconds)
        }
        return process.terminationStatus
    }

    /// Runs `command` to its end and throws with its output if it fails.
    static func run(_ command: [String], log: URL, timeoutMs: Int = 120_000) throws {
        let child = try ChildProcess(command, log: log)
        guard child.exitStatus(timeoutMs: timeoutMs) == 0 else {
            let output = (try? String(contentsOf: log, encoding: .utf8)) ?? ""
            throw Failed(description: "\(command.joined(separator: " ")) failed: \(output.suffix(2_000))")
        }
    }
}
