internal import Foundation
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// `GET /v1/exports/{report}`: one report of the books as a file. It is worked out first, so what is wrong can still be
/// said, and streamed then.
struct ExportReport: FileEndpoint {
    static let route = Route(.get, "/v1/exports/{report}", access: .keys([.export]))

    let exporter: BooksExporter
    let tasks: RunningTasks

    func parse(_ call: Call) throws -> BooksWish { try BooksQuery.wish(call) }

    func run(_ wish: BooksWish, as caller: Caller) async throws -> FileAnswer {
        guard exporter.gate.enter() else { throw Problem(code: .overloaded) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "coffer-books-\(UUID().uuidString)")
        let end: @Sendable () -> Void = { [gate = exporter.gate] in
            try? FileManager.default.removeItem(at: folder)  // It is there only if much had to wait.
            gate.leave()
        }
        do {
            let prepared = try await exporter.prepare(wish)
            let files = try await BooksRun.onThread { try prepared.files(spoolingIn: folder) }
            guard let file = files.first else { throw WalletError.internalError }
            let stream = ResponseStream()
            tasks.run {
                await Self.write(file, to: stream)
                end()
            }
            return FileAnswer(
                contentType: file.contentType, name: file.name, stream: stream, headers: Self.headers(file, prepared))
        } catch BooksExporter.Refusal.closedIsProduction {
            end()
            throw Problem.malformed("environment")
        } catch {
            end()
            throw error
        }
    }

    /// A file that could not be finished is cut, so that nobody takes a part for the whole.
    private static func write(_ file: ExportedFile, to stream: ResponseStream) async {
        var file = file
        do {
            while let piece = try file.next() { try await stream.write(piece) }
            stream.finish()
        } catch {
            // Nobody reads any more, or the disk does not.
            stream.fail()
        }
    }

    private static func headers(_ file: ExportedFile, _ prepared: PreparedBooks) -> [(String, String)] {
        [
            ("Coffer-Period-Status", prepared.inputs.isClosed ? "closed" : "open"),
            ("Coffer-Rows", String(file.count)), ("Coffer-Schema-Version", String(ReportKind.schemaVersion)),
        ]
    }
}

/// What a request asks for.
enum BooksQuery {
    static let names = ["period", "from", "to", "format", "flavour", "environment"]

    /// Files that stand alone; what other programs import may be several.
    static let products: [BooksProduct] =
        ReportKind.ofPeriod.map { .report($0) } + [.ledgerBooks, .beancountBooks]

    static func wish(_ call: Call) throws -> BooksWish {
        let query = try call.query(only: names)
        guard let product = BooksProduct(call.path("report")), products.contains(product) else {
            throw Problem(code: .routeNotFound)
        }
        var wish = BooksWish(try days(query), products: [product])
        wish.environment = try query.environment() ?? .production
        wish.format = try format(query)
        return wish
    }

    private static func days(_ query: Query) throws(Problem) -> BooksWish.Days {
        if let text = query["period"] {
            guard query["from"] == nil, query["to"] == nil, let month = BooksMonth(text) else {
                throw .malformed("period")
            }
            return .month(month)
        }
        guard let from = query["from"].flatMap(BooksDay.parse) else { throw .malformed("from") }
        guard let to = query["to"].flatMap(BooksDay.parse), from < to else { throw .malformed("to") }
        return .days(BooksPeriod(from: from, to: to - 1))
    }

    private static func format(_ query: Query) throws(Problem) -> ReportFormat {
        switch (query["format"], query["flavour"]) {
        case (nil, nil), ("csv", nil), (nil, "plain"), ("csv", "plain"): return .csv(.plain)
        case (nil, "bom"), ("csv", "bom"): return .csv(.marked)
        case (nil, "spreadsheet"), ("csv", "spreadsheet"): return .csv(.spreadsheet)
        case ("jsonl", nil): return .jsonLines
        case (nil, _), ("csv", _), ("jsonl", _): throw .malformed("flavour")
        case (.some, _): throw .malformed("format")
        }
    }
}
