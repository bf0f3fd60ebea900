import Foundation
import Testing
import WalletServer

/// `coffer books …`, as accountants run it.
@Suite(.enabled(if: ExportCommandTests.binary != nil, "coffer is not built")) struct BooksCommandTests {
    struct Ended {
        let status: Int32
        let lines: [String]
        let complaint: String
    }

    static func run(
        _ words: [String], in folder: URL, _ database: TestDatabase, path: [String] = ["/usr/bin", "/bin"]
    ) async throws -> Ended {
        let binary = try #require(ExportCommandTests.binary)
        let process = Process()
        process.executableURL = binary
        process.arguments = ["books"] + words
        process.environment = ["DATABASE_URL": database.serviceConninfo, "PATH": path.joined(separator: ":")]
        process.currentDirectoryURL = TestDatabase.root
        let (output, errors) = (folder.appending(path: "out"), folder.appending(path: "err"))
        for file in [output, errors] { try Data().write(to: file) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        while process.isRunning { try await Task.sleep(for: .milliseconds(10)) }
        let text = try String(contentsOf: output, encoding: .utf8)
        return Ended(
            status: process.terminationStatus, lines: text.split(separator: "\n").map(String.init),
            complaint: try String(contentsOf: errors, encoding: .utf8))
    }

    private static let report = """
        Start Date\tEnd Date\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\t\
        Partner Share Currency\tSale or Return\tCountry Of Sale\tCustomer Price\tCustomer Currency
        06/28/2026\t08/01/2026\tcoins.100\t1\t0.70\t0.70\tUSD\tS\tUS\t0.99\tUSD

        """

    @Test("files are taken one after the other, known ones are named, and a wrong one does not stop the others")
    func reports() async throws {
        let database = try await TestDatabase.migrated()
        let folder = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (good, bad) = (folder.appending(path: "85012345_1026_US.txt"), folder.appending(path: "bad.txt"))
        try Data(Self.report.utf8).write(to: good)
        try Data(Self.report.replacing("0.70\tUSD", with: "0.7x\tUSD").utf8).write(to: bad)
        let first = try await Self.run(["import", bad.path, good.path], in: folder, database)
        #expect(first.status == 1)
        #expect(first.lines == ["\(good.path): imported financial 2026-10 US version 1 1 rows"])
        #expect(first.complaint.contains("\(bad.path): bad field, line 2, column Extended Partner Share"))
        let again = try await Self.run(["import", good.path], in: folder, database)
        #expect(again.status == 0)
        #expect(again.lines == ["\(good.path): already_imported financial 2026-10 US version 1 1 rows"])
        #expect(try await Self.run(["import"], in: folder, database).status == 2)
        #expect(try await Self.run(["import", folder.appending(path: "no").path], in: folder, database).status == 1)
    }

    @Test("a payment is told in the currencies' decimals, once")
    func payments() async throws {
        let database = try await TestDatabase.migrated()
        let folder = FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func pay(_ amount: String, _ cleared: String) async throws -> Ended {
            try await Self.run(
                [
                    "payment", "--reference", "EFT 1", "--day", "2026-09-03", "--amount", amount, "--currency", "USD",
                    "--cleared", cleared,
                ], in: folder, database)
        }
        #expect(try await pay("12.97", "USD=0.70,JPY=1890:30").lines == ["told payment 1"])
        #expect(try await pay("12.97", "JPY=1890:30,USD=0.7").lines == ["already_told payment 1"])
        #expect(try await pay("12.98", "USD=0.70").status == 1)
        for (amount, cleared) in [
            ("12.975", "USD=1"), ("-1", "USD=1"), ("1", "USD"), ("1", "USD=1,USD=2"), ("1", "XXX=1"), ("1", "JPY=0.5"),
            ("1", "USD=1:-1"), ("1", ""),
        ] {
            #expect(try await pay(amount, cleared).status == 2, "\(amount) \(cleared)")
        }
    }
}
