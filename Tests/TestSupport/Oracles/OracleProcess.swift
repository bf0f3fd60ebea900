package import Foundation

/// Runs programs that judge us, each in a process of its own; above all Apple's own Python library.
package enum OracleProcess {
    package static let absent =
        "SKIPPED: no oracle in .build/oracles/venv (Tests/Oracles/setup makes it; it needs the network)"

    private static let root: String = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(4)  // file, Oracles, TestSupport, Tests
        return path.joined(separator: "/")
    }()

    package static var isPresent: Bool {
        FileManager.default.fileExists(atPath: root + "/.build/oracles/venv/.requirements")
    }

    package struct Failed: Error {
        let what: String

        package init(what: String) { self.what = what }
    }

    /// - Parameter script: in `Tests/Oracles`.
    package static func run(script: String, _ input: Data) async throws -> Data {
        try await run(root + "/.build/oracles/venv/bin/python", [root + "/Tests/Oracles/" + script], input)
    }

    /// For scripts that need nothing but Python itself.
    package static let python = "/usr/bin/python3"

    package static func run(plainScript script: String, _ input: Data) async throws -> Data {
        try await run(python, [root + "/Tests/Oracles/" + script], input)
    }

    /// Files instead of pipes: neither side can block the other.
    package static func run(_ program: String, _ arguments: [String], _ input: Data) async throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let question = folder.appendingPathComponent("question")
        let answer = folder.appendingPathComponent("answer")
        try input.write(to: question)
        try Data().write(to: answer)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardInput = try FileHandle(forReadingFrom: question)
        process.standardOutput = try FileHandle(forWritingTo: answer)
        try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in done.resume() }
            do { try process.run() } catch { done.resume(throwing: error) }
        }
        guard process.terminationStatus == 0 else { throw Failed(what: "status \(process.terminationStatus)") }
        return try Data(contentsOf: answer)
    }
}
