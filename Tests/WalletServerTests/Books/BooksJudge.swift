import Foundation
import TestSupport
import WalletServer

/// A program that reads plain-text books and finds what is wrong with them.
typealias BooksJudge = PlainTextProgram

extension BooksJudge {
    /// Where `Tests/Oracles/setup` puts programs from PyPI, and where Debian puts its own.
    static let folders = [environment.path, "/usr/bin", "/usr/local/bin"]

    /// Nil where it is not installed.
    var located: Located? {
        let paths = Self.folders.map { "\($0)/\(rawValue)" }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { Located(judge: self, path: $0) }
    }

    private static var environment: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/oracles/venv/bin")
    }

    /// For `PlainTextCheck`.
    static let ask: @Sendable (BooksJudge, URL) -> PlainTextCheck.Verdict = { judge, file in
        guard let found = judge.located else { return .missing }
        do {
            let answer = try found.judge(file)
            return answer.isGood ? .agrees : .complains(answer.output)
        } catch {
            return .complains("\(error)")
        }
    }

    struct Located {
        let judge: BooksJudge
        let path: String

        func judge(_ books: String) throws -> (isGood: Bool, output: String) {
            let file = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
            try Data(books.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            return try judge(file)
        }

        func judge(_ file: URL) throws -> (isGood: Bool, output: String) {
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = Array(judge.command(file).dropFirst())
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            try process.run()
            let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus == 0, output)
        }
    }
}
