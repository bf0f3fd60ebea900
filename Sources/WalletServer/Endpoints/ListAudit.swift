internal import WalletDomain
internal import WalletLedger

/// Who did what, the newest first: every act of an admin, and what somebody was not allowed.
struct ListAudit: Endpoint {
    static let route = Route(.get, "/v1/admin/audit", access: .keys([.audit]))
    let audit: AuditReader
    let directory: Directory

    struct Input: Sendable {
        let query: AuditQuery
        let before: Int64?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: AuditQuery.names + ["cursor", "limit"])
        let asked = try AuditQuery(query)
        let before = try query["cursor"].map { try Self.place($0, of: asked.list) }
        return Input(query: asked, before: before, limit: try query.limit())
    }

    private static func place(_ cursor: String, of list: String) throws(Problem) -> Int64 {
        guard let place = Int64(try Cursor.name(cursor, of: list)), place > 0 else { throw Problem(code: .badCursor) }
        return place
    }

    func run(_ input: Input, as caller: Caller) async throws -> AuditPage {
        let filter = try await input.query.filter(directory)
        let entries = try await audit.page(filter, before: input.before, limit: input.limit)
        let next = entries.count == input.limit ? entries.last.map { String($0.record.sequence) } : nil
        return AuditPage(entries: entries, next: next.map { Cursor.text($0, of: input.query.list) })
    }

    struct AuditPage: Answer {
        let entries: [AuditEntry]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("records") { list in
                for entry in entries { list.object { $0.audit(entry) } }
            }
            object.member("next_cursor", next)
        }
    }
}
