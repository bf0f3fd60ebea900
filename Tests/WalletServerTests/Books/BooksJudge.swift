import Foundation
import TestSupport

/// A program that reads plain-text books and finds what is wrong with them.
enum BooksJudge: String, CaseIterable {
    case hledger
    case ledger
    case beancount

    var program: String { self == .beancount ? "bean-check" : rawValue }

    /// Nil where it is not installed.
    var located: Located? {
        let folders = [BooksJudge.environment.path, "/usr/bin", "/usr/local/bin"]
        let paths = folders.map { "\($0)/\(program)" }
        return paths.first { FileManager.default.isExecutableFile(atPath: $0) }.map { Located(judge: self, path: $0) }
    }

    /// Where `Tests/Oracles/setup` puts programs from PyPI.
    private static var environment: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appending(path: ".build/oracles/venv/bin")
    }

    struct Located {
        let judge: BooksJudge
        let path: String

        func judge(_ books: String) throws -> (isGood: Bool, output: String) {
            let file = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
            try Data(books.utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments =
                switch judge {
                case .hledger:
                    ["-f", file.path, "check", "accounts", "commodities", "balancednoautoconversion", "ordereddates"]
                case .ledger: ["-f", file.path, "--strict", "--pedantic", "balance"]
                case .beancount: [file.path]
                }
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            try process.run()
            let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            process.waitUntilExit()
            return (process.terminationStatus == 0, output)
        }
    }
}
