import Foundation

/// Apple's own Python library as the judge of the store, in a process of its own.
enum JudgeProcess {
    static let absent = "SKIPPED: no oracle in .build/oracles/venv (Tests/Oracles/setup makes it; it needs the network)"

    private static let root: String = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(4)  // file, Judge, StoreSimulatorTests, Tests
        return path.joined(separator: "/")
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: root + "/.build/oracles/venv/.requirements") }

    struct Verdict: Decodable, Sendable {
        let checks: [String]
        let failures: [String]
    }

    struct Failed: Error {
        let what: String
    }

    static func judge(_ question: [String: Any]) async throws -> Verdict {
        let input = try JSONSerialization.data(withJSONObject: question)
        let output = try await run(
            root + "/.build/oracles/venv/bin/python", [root + "/Tests/Oracles/store_judge.py"], input)
        return try JSONDecoder().decode(Verdict.self, from: output)
    }

    /// Files instead of pipes: neither side can block the other.
    static func run(_ program: String, _ arguments: [String], _ input: Data) async throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("judge-\(UUID().uuidString)")
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
