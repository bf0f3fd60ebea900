import Foundation
import Testing

/// The real command, as accountants run it.
@Suite struct ExportCommandTests {
    /// Beside the tests' own program; built with them unless only one target was asked for.
    static let binary: URL? = {
        let own = Bundle.allBundles.map(\.bundleURL) + [URL(filePath: CommandLine.arguments[0])]
        let folders =
            own.map { $0.deletingLastPathComponent() } + [
                URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
            ]
        return folders.map { $0.appending(path: "coffer") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }()

    struct Ended {
        let status: Int32
        let complaint: String
        /// The most memory it had, as far as it was seen.
        let residentKiBMax: Int
    }

    private static func run(_ arguments: [String], database: String) async throws -> Ended {
        let binary = try #require(binary)
        let process = Process()
        process.executableURL = binary
        process.arguments = ["export", "journal"] + arguments
        process.environment = ["DATABASE_URL": database, "TZ": "America/New_York", "PATH": "/usr/bin:/bin"]
        let complaint = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
        try Data().write(to: complaint)
        defer { try? FileManager.default.removeItem(at: complaint) }
        process.standardError = try FileHandle(forWritingTo: complaint)
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        var residentKiBMax = 0
        while process.isRunning {
            residentKiBMax = max(residentKiBMax, residentKiB(process.processIdentifier))
            try await Task.sleep(for: .milliseconds(10))
        }
        let text = try String(contentsOf: complaint, encoding: .utf8)
        return Ended(status: process.terminationStatus, complaint: text, residentKiBMax: residentKiBMax)
    }

    private static func residentKiB(_ pid: Int32) -> Int {
        // The process may have ended just now: nothing to see.
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    private static var folder: URL {
        get throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            return folder
        }
    }

    @Test(
        "More than a million lines take no more memory than a few", .enabled(if: binary != nil, "coffer is not built"))
    func constantMemory() async throws {
        let fixture = try await ExportFixture()
        // A hundred lots an entry: as many lines, fewer rows to make for the test.
        try await fixture.addSpends(
            at: "SELECT timestamptz '2026-03-31 12:00+00' FROM generate_series(1, 11000)",
            lots: "(SELECT array_agg(g) FROM generate_series(1, 100) g)",
            lotCoins: "(SELECT array_agg(2) FROM generate_series(1, 100) g)", coins: 200)
        let folder = try Self.folder
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "journal.csv")
        let ended = try await Self.run(
            ["--from", "2026-03-31", "--to", "2026-04-01", "--out", file.path],
            database: fixture.database.serviceConninfo)
        #expect(ended.status == 0 && ended.complaint == "")
        #expect((1..<100 * 1_024).contains(ended.residentKiBMax))
        let text = try Data(contentsOf: file, options: .alwaysMapped)
        let lineEnds = text.count { $0 == 0x0A }
        #expect(lineEnds == 1_100_000 + 4)
        #expect(text.count > 150_000_000)
    }

    @Test(
        "A disagreement ends with status 1, says so, and leaves no file of the name",
        .enabled(if: binary != nil, "coffer is not built"))
    func failsLoudly() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSpends(at: "VALUES (timestamptz '2026-03-31 12:00+00')", coins: 287)
        let folder = try Self.folder
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "journal.csv")
        let ended = try await Self.run(
            ["--from", "2026-03-31", "--to", "2026-04-01", "--out", file.path],
            database: fixture.database.serviceConninfo)
        #expect(ended.status == 1)
        #expect(ended.complaint.contains("disagree") && ended.complaint.contains("287"))
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test(
        "An older export of the same name is replaced by the whole new one",
        .enabled(if: binary != nil, "coffer is not built"))
    func replaces() async throws {
        let fixture = try await ExportFixture()
        try await fixture.addSpends(at: "VALUES (timestamptz '2026-03-31 12:00+00')")
        let folder = try Self.folder
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "journal.csv")
        try Data("older".utf8).write(to: file)
        let ended = try await Self.run(
            ["--from", "2026-03-31", "--to", "2026-04-01", "--out", file.path],
            database: fixture.database.serviceConninfo)
        #expect(ended.status == 0)
        #expect(try StrictCSV.read(Array(Data(contentsOf: file))).count == 5)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["journal.csv"])
    }

    @Test(
        "What cannot be understood is refused before the database is asked",
        .enabled(if: binary != nil, "coffer is not built"),
        arguments: [
            ["--from", "2026-03-31", "--to", "2026-04-01", "--zone", "Mars/Base"],
            ["--from", "2026-02-30", "--to", "2026-04-01"], ["--from", "2026-03-31", "--to", "2026-03-31"],
            ["--from", "2026-03-31"], ["--from", "2026-03-31", "--to", "2026-04-01", "--format", "xls"],
            ["--from", "2026-03-31", "--to", "2026-04-01", "--environment", "both"],
        ])
    func refuses(arguments: [String]) async throws {
        let ended = try await Self.run(arguments, database: "host=/nowhere")
        #expect(ended.status == 2 && ended.complaint.contains("coffer: "))
    }
}
