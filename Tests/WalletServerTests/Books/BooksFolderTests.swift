import Foundation
import TestSupport
import Testing
import WalletDomain
import WalletServer

/// An export of a period in a folder: whole files, a manifest that holds what it says, and nothing written twice.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct BooksFolderTests {
    private static let inputs = BooksManifest.Inputs(
        environment: .production, periodName: nil, zone: "UTC", isClosed: false, asOf: Instant(microseconds: 0),
        cut: [0: 7, 1: 9], settings: 3)

    private final class Place {
        let folder = FileManager.default.temporaryDirectory.appending(path: "export-\(UUID().uuidString)")

        deinit { try? FileManager.default.removeItem(at: folder) }

        func bytes(_ name: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: folder.appending(path: name))) }

        var names: [String] {
            get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
        }
    }

    private static func vector(_ id: String) throws -> BooksVectors.Vector {
        try #require(BooksVectors.all?.first { $0.id == id })
    }

    private static func order(
        _ vector: BooksVectors.Vector, _ format: ReportFormat = .csv(.plain),
        products: [BooksProduct] = BooksProduct.all
    ) -> BooksOrder {
        BooksOrder(
            scope: BooksScope(period: BooksVectors.Vector.always), policy: vector.policy.books, format: format,
            products: products)
    }

    /// - Returns: the files that were written now.
    @discardableResult
    private static func export(
        _ vector: BooksVectors.Vector, _ order: BooksOrder, _ folder: URL, _ inputs: BooksManifest.Inputs = inputs
    ) throws -> [String] {
        var target = try BooksFolder(folder, order, inputs)
        guard let missing = target.missing else { return [] }
        var reports = BooksReports(missing, folder: target.spoolFolder)
        try BooksStage(vector).tell(&reports)
        var names: [String] = []
        try target.write(&reports, missing) { names.append($0.name) }
        target.removeSpool()
        return names
    }

    @Test("the manifest lists every file with its hash, and control totals that the journal's lines add up to")
    func manifest() throws {
        let (place, vector) = (Place(), try Self.vector("V11"))
        try Self.export(vector, Self.order(vector), place.folder)
        let manifest = try JSONObject(parsing: place.bytes(BooksManifest.name))
        var listed: [String] = []
        for case .object(let file) in try manifest.array("files") {
            let bytes = try place.bytes(file.text("name"))
            #expect(try file.integer("bytes") == Int64(bytes.count))
            #expect(try file.text("sha256") == sha256(bytes))
            listed.append(try file.text("name"))
        }
        #expect(try place.names == (listed + [BooksManifest.name]).sorted(), "and nothing else is left in the folder")
        let books = try WrittenBooks(vector, BooksVectors.Vector.always)
        for case .object(let total) in try manifest.array("totals") {
            let unit = try total.text("unit")
            #expect(try total.integer("debit") == total.integer("credit"))
            #expect(try total.integer("debit") == books.sum(.journalLines, "debit") { $0["unit"] == unit })
        }
        #expect(try manifest.text("period_status") == "open")
    }

    @Test("the same inputs give the same bytes, and nothing is written again")
    func resumes() throws {
        let (first, second, vector) = (Place(), Place(), try Self.vector("V03"))
        let order = Self.order(vector)
        #expect(try !Self.export(vector, order, first.folder).isEmpty)
        try Self.export(vector, order, second.folder)
        #expect(try first.names == second.names)
        for name in try first.names { #expect(try first.bytes(name) == second.bytes(name)) }
        #expect(try Self.export(vector, order, first.folder).isEmpty)
    }

    @Test("a file that is gone or changed is made again, alone; other inputs make all of them again")
    func repairs() throws {
        let (place, vector) = (Place(), try Self.vector("V03"))
        let order = Self.order(vector)
        try Self.export(vector, order, place.folder)
        let before = try place.bytes("lots.csv")
        try Data([0]).write(to: place.folder.appending(path: "lots.csv"))
        #expect(try Self.export(vector, order, place.folder) == ["lots.csv"])
        #expect(try place.bytes("lots.csv") == before)
        var later = Self.inputs
        later.cut[1] = 10
        #expect(try Self.export(vector, order, place.folder, later).contains("journal_lines.csv"))
    }

    @Test("an export that was cut is taken up: what was whole stays")
    func takesUp() throws {
        let (place, vector) = (Place(), try Self.vector("V03"))
        let part: [BooksProduct] = [.report(.journalLines), .report(.trialBalance)]
        try Self.export(vector, Self.order(vector, products: part), place.folder)
        let written = try Self.export(vector, Self.order(vector), place.folder)
        #expect(!written.contains("journal_lines.csv") && written.contains("revenue.csv"))
        let manifest = try JSONObject(parsing: place.bytes(BooksManifest.name))
        #expect(try manifest.array("files").count == place.names.count - 1)
    }

    private func sha256(_ bytes: [UInt8]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/sha256sum")
        let (input, output) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(bytes))
        try input.fileHandleForWriting.close()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self).split(separator: " ").first.map(String.init) ?? ""
    }
}
