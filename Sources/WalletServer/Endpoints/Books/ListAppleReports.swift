internal import WalletDomain
internal import WalletLedger

/// Apple's reports that were taken, the newest first.
struct ListAppleReports: Endpoint {
    static let route = Route(.get, "/v1/admin/books/reports", access: .keys([.books]))
    let reports: AppleReportStore

    static let list = "admin/books/reports"

    func parse(_ call: Call) throws -> ListDrafts.Input {
        let query = try call.query(only: ["cursor", "limit"])
        return ListDrafts.Input(before: try query.numberBefore(Self.list), limit: try query.limit())
    }

    func run(_ input: ListDrafts.Input, as caller: Caller) async throws -> ReportList {
        let files = try await reports.list(before: input.before, limit: input.limit)
        return ReportList(files: files, isFull: files.count == input.limit)
    }

    struct ReportList: Answer {
        let files: [AppleReportFile]
        let isFull: Bool

        /// Where the list goes on; nil at its end.
        var next: String? {
            isFull ? files.last.map { Cursor.text(String($0.number), of: ListAppleReports.list) } : nil
        }

        func write(to object: inout JSONWriter) {
            object.array("reports") { list in
                for file in files { list.object { $0.appleReport(file) } }
            }
            if let next { object.member("next_cursor", next) }
        }
    }
}
