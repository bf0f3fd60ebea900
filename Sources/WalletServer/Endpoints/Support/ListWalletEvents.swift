internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// What Apple told about a wallet's purchases, the newest first. What moved coins stands in the statement.
struct ListWalletEvents: Endpoint {
    static let route = Route(.get, "/v1/admin/wallets/{user}/events", access: .keys([.support]))
    let wallets: WalletReads
    let support: SupportReader

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> EventPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return EventPage(page: .empty(environment))
        }
        let list = Cursor.list("store-events", in: wallet)
        let before = try input.cursor.map { text throws(Problem) in
            let place = try MomentCursor(text, of: list)
            guard let id = UUID(canonical: place.name) else { throw Problem(code: .badCursor) }
            return (at: place.at, id: id)
        }
        let rows = try await support.notifications(of: wallet, before: before, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return EventPage(
            page: Page(
                environment: environment, rows: rows,
                next: last.map { MomentCursor.text($0.receivedAt, $0.id.lowercased, of: list) }))
    }

    struct EventPage: Answer {
        let page: Page<NotificationLine>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("events") { list in
                for line in page.rows { list.object { $0.event(line) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func event(_ line: NotificationLine) {
        member("id", line.id.lowercased)
        member("type", line.type)
        member("subtype", line.subtype)
        member("transaction_id", line.transaction.text)
        member("signed_at", line.signedAt.text)
        member("received_at", line.receivedAt.text)
        member("road", line.road == .call ? "call" : "history")
        member("state", line.outcome == nil ? "waiting" : "done")
        member("outcome", line.outcome)
    }
}
