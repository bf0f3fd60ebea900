import Crypto
import Foundation
import WalletDomain

/// Apple's own Python library as a second opinion, in a process of its own.
enum AppleOracle {
    static let absent = "SKIPPED: no oracle in .build/oracles/venv (Tests/Oracles/setup makes it; it needs the network)"

    private static let root: String = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(4)  // file, Differential, AppStoreTests, Tests
        return path.joined(separator: "/")
    }()
    private static let python = root + "/.build/oracles/venv/bin/python"

    static var isPresent: Bool { FileManager.default.fileExists(atPath: root + "/.build/oracles/venv/.requirements") }

    struct Failed: Error {
        let what: String
    }

    /// - Returns: for each token in order what the library says, `verdict` and perhaps `claims`.
    static func judge(_ tokens: [String], roots: [[UInt8]], bundleID: String) async throws -> [JSONObject] {
        var writer = JSONWriter()
        writer.object { line in
            line.array("roots") { list in for root in roots { list.value(Base64.encode(root, .standard)) } }
            line.member("bundle_id", bundleID)
        }
        var input = writer.bytes + [UInt8(ascii: "\n")]
        for token in tokens {
            var writer = JSONWriter()
            writer.object { $0.member("token", token) }
            input += writer.bytes + [UInt8(ascii: "\n")]
        }
        let answers = try await run(Data(input)).split(separator: UInt8(ascii: "\n"))
        guard answers.count == tokens.count else { throw Failed(what: "\(answers.count) answers") }
        return try answers.map { try JSONObject(parsing: Array($0)) }
    }

    /// Files instead of pipes: neither side can block the other.
    private static func run(_ input: Data) async throws -> Data {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("coffer-oracle-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let question = folder.appendingPathComponent("question")
        let answer = folder.appendingPathComponent("answer")
        try input.write(to: question)
        try Data().write(to: answer)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: python)
        process.arguments = [root + "/Tests/Oracles/apple_oracle.py"]
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
