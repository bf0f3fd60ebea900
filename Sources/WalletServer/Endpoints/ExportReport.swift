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

    func parse(_ call: Call) throws -> BooksQuery { try BooksQuery(call) }

    func run(_ query: BooksQuery, as caller: Caller) async throws -> FileAnswer {
        guard exporter.gate.enter() else { throw Problem(code: .overloaded) }
        let folder = TemporaryFolder.place()
        let end: @Sendable () -> Void = { [gate = exporter.gate] in
            try? FileManager.default.removeItem(at: folder)  // It is there only if much had to wait.
            gate.leave()
        }
        do {
            let prepared = try await exporter.prepare(query.wish)
            let made = try await BooksRun.onThread { try query.download.make(prepared, in: folder) }
            let stream = ResponseStream()
            tasks.run {
                await Self.write(made, to: stream)
                end()
            }
            return FileAnswer(
                contentType: made.contentType, name: made.name, stream: stream, headers: Self.headers(made, prepared))
        } catch BooksExporter.Refusal.closedIsProduction {
            end()
            throw Problem.malformed("environment")
        } catch {
            end()
            throw error
        }
    }

    /// A file that could not be finished is cut, so that nobody takes a part for the whole.
    private static func write(_ made: MadeDownload, to stream: ResponseStream) async {
        do {
            try await made.write(to: stream)
            stream.finish()
        } catch {
            // Nobody reads any more, or the disk does not.
            stream.fail()
        }
    }

    private static func headers(_ made: MadeDownload, _ prepared: PreparedBooks) -> [(String, String)] {
        var headers = [
            ("Coffer-Period-Status", prepared.inputs.isClosed ? "closed" : "open"),
            ("Coffer-Schema-Version", String(ReportKind.schemaVersion)),
        ]
        if let count = made.count { headers.append(("Coffer-Rows", String(count))) }
        return headers
    }
}

/// What a request asks for.
struct BooksQuery: Sendable {
    static let names = ["period", "from", "to", "format", "flavour", "environment", "detail"]

    let download: BooksDownload
    let wish: BooksWish

    init(_ call: Call) throws {
        let query = try call.query(only: Self.names)
        guard let download = BooksDownload(call.path("report")) else { throw Problem(code: .routeNotFound) }
        self.download = download
        wish = BooksWish(
            try Self.days(query), environment: try query.environment() ?? .production, format: try Self.format(query),
            products: download.products, isDetailed: try query.flag("detail"))
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
