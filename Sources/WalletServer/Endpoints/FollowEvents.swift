internal import WalletDomain
internal import WalletLedger

/// Every movement of coins as one event, for followers that ask again and again with the cursor of the last answer.
///
/// A cursor is a cut of the journal: nothing that commits late is skipped, and nothing comes twice.
struct FollowEvents: Endpoint {
    static let route = Route(.get, "/v1/events", access: .keys([.events]))
    let reader: EventReader

    struct Input: Sendable {
        let cursor: EventCursor
        /// Only what comes from now on.
        let startsAtEnd: Bool
        let filter: EventFilter
        let limit: Int
    }

    private static let list = "events"

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "from", "kind", "environment", "limit"])
        let cursor = try query["cursor"].map { try Self.cursor($0) }
        let from = query["from"]
        guard from == nil || (from == "start" || from == "end") && cursor == nil else {
            throw Problem.malformed("from")
        }
        return Input(
            cursor: cursor ?? .start, startsAtEnd: from == "end",
            filter: EventFilter(kinds: try query["kind"].map(Self.kinds), environment: try query.environment()),
            limit: try query.limit())
    }

    private static func cursor(_ text: String) throws(Problem) -> EventCursor {
        let bytes = try Cursor.bytes(text, of: list, bytesMax: Limits.eventCursorBytesMax)
        guard let cursor = EventCursor(bytes: bytes) else { throw Problem(code: .badCursor) }
        return cursor
    }

    /// `kind=spent` or `kind=spent,granted`.
    private static func kinds(_ text: String) throws(Problem) -> Set<EntryKind> {
        var kinds: Set<EntryKind> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let kind = EntryKind.allCases.first(where: { $0.name == word }) else { throw .malformed("kind") }
            kinds.insert(kind)
        }
        return kinds
    }

    func run(_ input: Input, as caller: Caller) async throws -> EventsAnswer {
        guard !input.startsAtEnd else {
            let end = EventCursor(after: try await reader.cut())
            return EventsAnswer(page: EventPage(events: [], next: end, hasMore: false))
        }
        guard let page = try await reader.page(after: input.cursor, input.filter, limit: input.limit) else {
            throw Problem(code: .badCursor)
        }
        return EventsAnswer(page: page)
    }

    struct EventsAnswer: Answer {
        let page: EventPage

        func write(to object: inout JSONWriter) {
            object.array("events") { list in
                for event in page.events { list.object { $0.event(event) } }
            }
            object.member("next_cursor", Cursor.text(page.next.bytes, of: FollowEvents.list))
            object.member("more", page.hasMore)
        }
    }
}

extension JSONWriter {
    /// `type` begins with what the event is about: others than entries will follow.
    fileprivate mutating func event(_ event: LedgerEvent) {
        member("id", WireID.event(event.entry))
        member("type", "entry." + event.entry.kind.name)
        member("environment", event.environment.rawValue)
        member("user", event.user?.text)
        object("entry") { $0.entry(event.entry) }
    }
}
