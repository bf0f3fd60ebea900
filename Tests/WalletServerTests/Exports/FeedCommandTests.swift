import Foundation
import Testing
import WalletDomain
import WalletServer

/// `coffer export feed` against a journal that grows while it is read.
@Suite struct FeedCommandTests {
    /// The two files of a follower, in a folder of its own.
    private struct Follower {
        let folder: URL
        let database: String

        init(_ database: TestDatabase) throws {
            self.database = database.serviceConninfo
            folder = FileManager.default.temporaryDirectory.appending(path: "feed-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }

        var rows: URL { folder.appending(path: "feed.jsonl") }
        var state: URL { folder.appending(path: "feed.cursor") }

        func run(limit: Int) async throws -> Int32 {
            let binary = try #require(ExportCommandTests.binary)
            let process = Process()
            process.executableURL = binary
            process.arguments = [
                "export", "feed", "--after", state.path, "--out", rows.path, "--limit", "\(limit)",
            ]
            process.environment = ["DATABASE_URL": database, "PATH": "/usr/bin:/bin"]
            process.currentDirectoryURL = TestDatabase.root
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
            return process.terminationStatus
        }

        /// Ids of the entries, in the order of the file.
        func ids(_ file: URL? = nil) throws -> [String] {
            try Array(Data(contentsOf: file ?? rows)).split(separator: UInt8(ascii: "\n"))
                .map { try JSONObject(parsing: Array($0)) }
                .filter { try $0.text("type") == "entry" }.map { try $0.text("event_id") }
        }

        func remove() { try? FileManager.default.removeItem(at: folder) }
    }

    @Test(
        "While lanes commit late, each entry comes once, in runs that go on where the last one ended",
        .enabled(if: ExportCommandTests.binary != nil, "coffer is not built"))
    func followsGrowth() async throws {
        let shop = try await ServiceFixture()
        let follower = try Follower(shop.database)
        defer { follower.remove() }
        let users = (0..<7).map { _ in ServiceFixture.unique("feed") }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<120 {
                if number >= 12 { try await group.next() }
                group.addTask {
                    let told = try await shop.grant(1, to: users[number % users.count])
                    #expect(told.status == 200)
                }
                if number % 30 == 29 { #expect(try await follower.run(limit: 7) == 0) }
            }
            try await group.waitForAll()
        }
        #expect(try await follower.run(limit: 50) == 0)
        let ids = try follower.ids()
        #expect(ids.count == 120 && Set(ids).count == 120)
        // Nothing new: the file stays as it is.
        let before = try Data(contentsOf: follower.rows)
        #expect(try await follower.run(limit: 50) == 0)
        #expect(try Data(contentsOf: follower.rows) == before)
    }

    @Test(
        "What a run that was cut off wrote is cut away, and rows may be moved away between two runs",
        .enabled(if: ExportCommandTests.binary != nil, "coffer is not built"))
    func cutOff() async throws {
        let shop = try await ServiceFixture()
        let follower = try Follower(shop.database)
        defer { follower.remove() }
        let user = ServiceFixture.unique("feed")
        func grow() async throws { #expect(try await shop.grant(1, to: user).status == 200) }
        func append(_ text: String) throws {
            let file = try FileHandle(forWritingTo: follower.rows)
            try file.seekToEnd()
            try file.write(contentsOf: Data(text.utf8))
            try file.close()
        }
        for _ in 0..<3 { try await grow() }
        #expect(try await follower.run(limit: 2) == 0)
        // Written, but the cursor was not.
        try append(#"{"schema_version":1,"type":"entry","event_id":"evt_half"#)
        try await grow()
        #expect(try await follower.run(limit: 2) == 0)
        let first = try follower.ids()
        #expect(first.count == 4 && Set(first).count == 4)
        let moved = follower.folder.appending(path: "loaded.jsonl")
        try FileManager.default.moveItem(at: follower.rows, to: moved)
        try await grow()
        #expect(try await follower.run(limit: 2) == 0)
        try append(#"{"cut"#)
        try await grow()
        #expect(try await follower.run(limit: 2) == 0)
        let all = try follower.ids(moved) + follower.ids()
        #expect(try follower.ids().count == 2 && all.count == 6 && Set(all).count == 6)
    }

    @Test(
        "Rows without a cursor, and a cursor that is none, are refused and left alone",
        .enabled(if: ExportCommandTests.binary != nil, "coffer is not built"))
    func refused() async throws {
        let shop = try await ServiceFixture()
        let follower = try Follower(shop.database)
        defer { follower.remove() }
        try Data("rows\n".utf8).write(to: follower.rows)
        #expect(try await follower.run(limit: 2) == 1)
        try Data(#"{"cursor":"x","bytes":0}"#.utf8).write(to: follower.state)
        #expect(try await follower.run(limit: 2) == 1)
        #expect(try Data(contentsOf: follower.rows) == Data("rows\n".utf8))
    }
}
