import Foundation
import Synchronization
import Testing

/// A program that a test started; both its outputs go to files, so that it never waits for us.
final class RunningProgram: Sendable {
    let pid: Int32
    private let process: Process
    private let outputFile: URL
    private let errorFile: URL
    private static let made = Mutex(0)

    struct TooLate: Error, CustomStringConvertible {
        let description: String
    }

    /// - Parameter input: what it reads; without, nothing.
    init(_ command: [String], environment: [String: String], input: Pipe? = nil) throws {
        let number = Self.made.withLock { made in
            made += 1
            return made
        }
        let folder = TemporaryFolder.shared
        outputFile = folder.appending(path: "\(number).out")
        errorFile = folder.appending(path: "\(number).err")
        let process = Process()
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = environment
        if let input { process.standardInput = input } else { process.standardInput = FileHandle.nullDevice }
        process.standardOutput = try Self.open(outputFile)
        process.standardError = try Self.open(errorFile)
        try process.run()
        self.process = process
        pid = process.processIdentifier
    }

    /// A test that fails leaves nothing running.
    deinit { if process.isRunning { kill(pid, SIGKILL) } }

    private static func open(_ file: URL) throws -> FileHandle {
        try Data().write(to: file)
        return try FileHandle(forWritingTo: file)
    }

    var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
    var errors: String { (try? String(contentsOf: errorFile, encoding: .utf8)) ?? "" }
    var isRunning: Bool { process.isRunning }

    func signal(_ number: Int32) { kill(pid, number) }

    /// kill -9, and gone when this returns.
    func kill9() async throws {
        kill(pid, SIGKILL)
        _ = try await exitStatus()
    }

    func exitStatus(timeoutMs: Int = 60_000) async throws -> Int32 {
        try await eventually("\(process.arguments ?? []) ends", timeoutMs: timeoutMs) { !process.isRunning }
        return process.terminationStatus
    }

    /// The first line of its output that begins so.
    func line(beginning start: String, timeoutMs: Int = 90_000) async throws -> String {
        let end = ContinuousClock.now + .milliseconds(timeoutMs)
        while ContinuousClock.now < end {
            let isOver = !process.isRunning
            // Only whole lines: the last one may be half written.
            let lines = output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if let line = lines.first(where: { $0.hasPrefix(start) }) { return String(line) }
            if isOver { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw TooLate(description: "no line '\(start)…': \(output.suffix(1_000)) \(errors.suffix(2_000))")
    }
}

/// Waits until `holds`; how long depends on the machine, so the limit only ends a test that failed.
func eventually(_ what: String, timeoutMs: Int = 60_000, _ holds: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .milliseconds(timeoutMs)
    while try await !holds() {
        guard ContinuousClock.now < end else { throw RunningProgram.TooLate(description: "in vain: \(what)") }
        try await Task.sleep(for: .milliseconds(10))
    }
}

/// A folder for all files of this run; others may enter it, because PostgreSQL's user must.
enum TemporaryFolder {
    static let shared: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "coffer-e2e-\(getpid())")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        atexit { try? FileManager.default.removeItem(at: TemporaryFolder.shared) }
        return folder
    }()

    static func fresh(_ name: String) -> String {
        shared.appending(path: "\(name)-\(UUID().uuidString.prefix(8))").path
    }
}
