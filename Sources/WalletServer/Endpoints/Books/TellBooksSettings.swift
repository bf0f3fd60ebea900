internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Takes a CSV of settings: all of it or, with one error in it, nothing. A dry run tells what every row would do.
struct TellBooksSettings: Endpoint {
    static let route = Route(
        .post, "/v1/admin/books/settings", access: .keys([.books]), bodyBytesMax: Limits.csvBodyBytesMax)
    let desk: BooksDesk

    struct Input: Sendable {
        let bytes: [UInt8]
        /// Nil: a dry run.
        let order: Order?
        let origin: String
    }

    struct Order: Sendable {
        let expected: Int64
        let reason: String
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["dry_run", "reason"])
        let bytes = try call.csv()
        if try query.flag("dry_run") {
            // Not needed, and looked at all the same.
            _ = try call.ifMatch()
            if query["reason"] != nil { _ = try query.reason() }
            return Input(bytes: bytes, order: nil, origin: call.origin)
        }
        let order = Order(expected: try call.requiredIfMatch(), reason: try query.reason())
        return Input(bytes: bytes, order: order, origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> BooksSheetAnswer {
        let report = try await desk.read(input.bytes)
        guard let order = input.order else { return BooksSheetAnswer(report: report, version: nil) }
        let told = try await desk.tell(
            report, expected: order.expected, reason: order.reason, by: caller.id, from: input.origin)
        return BooksSheetAnswer(report: report, version: try told?.get().version ?? report.version)
    }
}

struct BooksSheetAnswer: Answer {
    let report: BooksSheetReport
    /// Of the settings after it; nil: a dry run.
    let version: Int64?

    var headers: [(String, String)] { problem == nil ? versionTag(version ?? report.version) : [] }

    var problem: Problem? {
        report.errorCount == 0 || version == nil
            ? nil : Problem(code: .sheetRefused, [.number("errors_count", Int64(report.errorCount))])
    }

    func write(to object: inout JSONWriter) {
        if problem == nil {
            object.member("version", version ?? report.version)
            object.member("dry_run", version == nil)
            object.member("errors_count", Int64(report.errorCount))
            object.member("changes_count", Int64(report.changeCount))
            object.array("rows") { list in for row in report.rows { list.object { $0.row(row) } } }
        }
        object.array("errors") { list in
            for error in report.errors {
                list.object { object in
                    object.member("line", Int64(error.line))
                    object.member("column", error.column)
                    object.member("code", error.code)
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func row(_ row: BooksSheetReport.Row) {
        member("line", Int64(row.line))
        member("row", row.text)
        member("effect", row.effect.word)
        if case .changed(let before) = row.effect { member("before", before) }
    }
}

extension Query {
    /// `reason=`: why, about the books and never about people; kept in the audit log.
    func reason() throws(Problem) -> String {
        guard let text = self["reason"], (1...Limits.queryReasonMax).contains(text.unicodeScalars.count),
            text.unicodeScalars.contains(where: { $0.value > 0x20 }),
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) })
        else { throw .malformed("reason") }
        return text
    }
}
