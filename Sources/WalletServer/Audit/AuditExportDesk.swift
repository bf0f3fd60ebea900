internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// `GET /v1/admin/audit.csv`: the audit log as a file, newest first, page by page while the client reads.
struct AuditExportDesk: FileEndpoint {
    static let route = Route(.get, "/v1/admin/audit.csv", access: .keys([.audit]))

    let audit: AuditReader
    let directory: Directory
    let tasks: RunningTasks

    func parse(_ call: Call) throws -> AuditQuery { try AuditQuery(call.query(only: AuditQuery.names)) }

    func run(_ input: AuditQuery, as caller: Caller) async throws -> FileAnswer {
        let filter = try await input.filter(directory)
        // The first page before anything is sent: what is wrong can still be said.
        let first = try await audit.page(filter, limit: Limits.pageRowsMax)
        let stream = ResponseStream()
        tasks.run { await write(first, filter, to: stream) }
        return FileAnswer(contentType: "text/csv; charset=utf-8", name: "audit.csv", stream: stream)
    }

    /// A file that could not be finished is cut, so that nobody takes a part for the whole.
    private func write(_ first: [AuditEntry], _ filter: AuditFilter, to stream: ResponseStream) async {
        var csv = AuditCSV()
        csv.header()
        var page = first
        var rows = 0
        do {
            while true {
                for entry in page { csv.append(entry) }
                rows += page.count
                try await stream.write(csv.take())
                guard page.count == Limits.pageRowsMax, let last = page.last else { return stream.finish() }
                guard rows < Limits.auditExportRowsMax else { return stream.fail() }
                page = try await audit.page(filter, before: last.record.sequence, limit: Limits.pageRowsMax)
            }
        } catch {
            // Nobody reads any more, or the database does not answer.
            stream.fail()
        }
    }
}
