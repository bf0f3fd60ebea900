import FoundationEssentials

/// The working copy that these tests were built from.
enum Repository {
    /// Three levels up from `Tests/TidyTests/Repository.swift`.
    static let root: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        return parts.dropLast(3).joined(separator: "/")
    }()

    /// Paths below the root, sorted; nothing if the folder is not there (yet).
    static func paths(under folder: String, suffix: String = "") -> [String] {
        let found = (try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")) ?? []
        return found.filter { $0.hasSuffix(suffix) && isFile("\(folder)/\($0)") }.map { "\(folder)/\($0)" }.sorted()
    }

    static func text(_ path: String) throws -> String {
        try String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)
    }

    static func textIfPresent(_ path: String) throws -> String? { isFile(path) ? try text(path) : nil }

    /// Read once for all rules; what cannot be read is left out, and `somethingIsThere` would notice.
    private static let everySwiftFile: [SwiftText] = ["Sources", "Tests", "Benchmarks"].flatMap {
        paths(under: $0, suffix: ".swift").compactMap { path in
            (try? text(path)).map { SwiftText(path: path, $0) }
        }
    }

    static func swift(under folders: [String]) -> [SwiftText] {
        everySwiftFile.filter { file in folders.contains { file.path.hasPrefix("\($0)/") } }
    }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: "\(root)/\(path)") }

    private static func isFile(_ path: String) -> Bool {
        var isDirectory = false
        return FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isDirectory) && !isDirectory
    }
}
