internal import WalletDomain
internal import WalletLedger

/// The statement: every entry of a wallet, the newest first unless `order=oldest`.
struct ListEntries: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/entries", access: .keys([.read]))
    let wallets: WalletReads

    struct Input: Sendable {
        let page: PageInput
        let order: WalletReader.Order
    }

    func parse(_ call: Call) throws -> Input {
        let order: WalletReader.Order =
            switch try call.query(only: ["environment", "cursor", "limit", "order"])["order"] {
            case nil, "newest": .newestFirst
            case "oldest": .oldestFirst
            case .some: throw Problem.malformed("order")
            }
        return Input(page: try PageInput(call, extra: ["order"]), order: order)
    }

    func run(_ input: Input, as caller: Caller) async throws -> EntryPage {
        let (environment, wallet) = try await wallets.find(input.page.user, input.page.environment)
        guard let wallet else {
            guard input.page.cursor == nil else { throw Problem(code: .badCursor) }
            return EntryPage(page: .empty(environment))
        }
        let list = Self.list(input.order)
        let after = try input.page.cursor.map { try Cursor.row($0, of: list, in: wallet) }
        let rows = try await wallets.reader.entries(
            of: wallet, after: after, order: input.order, limit: input.page.limit)
        let next =
            rows.count == input.page.limit
            ? rows.last.map { Cursor.text($0.sequence, of: list, in: wallet) } : nil
        return EntryPage(page: Page(environment: environment, rows: rows, next: next))
    }

    /// Of cursors.
    static func list(_ order: WalletReader.Order) -> String {
        order == .newestFirst ? "entries/newest" : "entries/oldest"
    }

    struct EntryPage: Answer {
        let page: Page<Entry>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("entries") { list in
                for entry in page.rows { list.object { $0.entry(entry) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}
