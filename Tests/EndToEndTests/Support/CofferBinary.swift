import Foundation
import Testing

/// `coffer` as it was built beside these tests.
enum CofferBinary {
    struct Missing: Error, CustomStringConvertible {
        let description = "no coffer beside the tests: swift build makes it"
    }

    /// The test bundle lies in the build's folder, on macOS a few folders deeper.
    static func path() throws -> String {
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        var folder = (own.path.hasPrefix("/proc") ? Bundle.main.bundleURL : own).deletingLastPathComponent()
        for _ in 0..<4 {
            let candidate = folder.appending(path: "coffer").path
            if FileManager.default.isExecutableFile(atPath: candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        throw Missing()
    }

    /// The package's folder.
    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// Nothing of ours leaks in but where PostgreSQL is.
    static func environment(_ own: [String: String]) -> [String: String] {
        let inherited = ProcessInfo.processInfo.environment.filter { name, _ in
            !name.hasPrefix("COFFER_") || name == "COFFER_POSTGRES_BIN"
        }
        return inherited.filter { $0.key != "DATABASE_URL" }.merging(own) { _, own in own }
    }

    /// Runs a command to its end.
    static func run(_ arguments: [String], _ environment: [String: String] = [:]) async throws -> Finished {
        let running = try RunningProgram([try path()] + arguments, environment: self.environment(environment))
        let status = try await running.exitStatus()
        return Finished(status: status, output: running.output, errors: running.errors)
    }
}

extension CofferBinary {
    /// Runs a command that reads lines: the first ones at once, the rest once it has printed what `answer` asks for.
    /// - Parameter answer: is given the output so far; nil as long as there is nothing to say.
    static func converse(
        _ arguments: [String], _ environment: [String: String], first: String, _ answer: (String) throws -> String?
    ) async throws -> Finished {
        let input = Pipe()
        let running = try RunningProgram(
            [try path()] + arguments, environment: self.environment(environment), input: input)
        try input.fileHandleForWriting.write(contentsOf: Data(first.utf8))
        try await eventually("\(arguments) is answered or ends") {
            guard running.isRunning, let text = try answer(running.output) else { return !running.isRunning }
            try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
            return true
        }
        try input.fileHandleForWriting.close()
        let status = try await running.exitStatus()
        return Finished(status: status, output: running.output, errors: running.errors)
    }
}

/// How a program ended and what it said.
struct Finished: Sendable {
    let status: Int32
    let output: String
    let errors: String

    var errorLines: [String] { errors.split(separator: "\n").map(String.init) }
}
