internal import Foundation

/// Where this release's migrations are: beside the binary, or above it (a build in its source tree), or here.
enum MigrationsFolder {
    private static let name = "Migrations"
    /// `.build/<platform>/<configuration>/coffer` is four below the source tree.
    private static let levelsMax = 5

    /// Nothing found is told when the folder is read.
    static func find() -> String {
        let binary = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments.first ?? "")
        var folder = binary.resolvingSymlinksInPath().deletingLastPathComponent()
        for _ in 0..<levelsMax {
            let candidate = folder.appending(path: name).path
            if isFolder(candidate) { return candidate }
            folder.deleteLastPathComponent()
        }
        return name
    }

    private static func isFolder(_ path: String) -> Bool {
        // What cannot be listed is none.
        (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    }
}
