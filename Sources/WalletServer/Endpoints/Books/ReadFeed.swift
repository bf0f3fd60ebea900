internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// The journal for data warehouses, page after page as JSON Lines: nothing that commits late is skipped, and nothing
/// comes twice. The same cut as `GET /v1/events` (decision 0022), with pseudonyms instead of users.
struct ReadFeed: FileEndpoint {
    static let route = Route(.get, "/v1/exports/feed", access: .keys([.export]))
    let reader: EventReader

    struct Input: Sendable {
        let cursor: EventCursor
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["after", "limit"])
        return Input(
            cursor: try query["after"].map { text throws(Problem) in try FeedCursor.parse(text) } ?? .start,
            limit: try Self.limit(query["limit"]))
    }

    private static func limit(_ text: String?) throws(Problem) -> Int {
        guard let text else { return Limits.feedRowsDefault }
        guard let limit = Int(text), (1...Limits.feedRowsMax).contains(limit), String(limit) == text else {
            throw .malformed("limit")
        }
        return limit
    }

    func run(_ input: Input, as caller: Caller) async throws -> FileAnswer {
        guard let page = try await reader.page(after: input.cursor, limit: input.limit) else {
            throw Problem(code: .badCursor)
        }
        var lines = FeedLines()
        lines.append(page, cursor: FeedCursor.text(page.next))
        return FileAnswer(contentType: "application/jsonl; charset=utf-8", name: "feed.jsonl", bytes: lines.bytes)
    }
}
