internal import WalletDomain
internal import WalletLedger

/// The reservations of a wallet, ended ones too unless `state=open`.
struct ListHolds: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/holds", access: .keys([.read]))
    let wallets: WalletReads

    struct Input: Sendable {
        let page: PageInput
        let openOnly: Bool
    }

    func parse(_ call: Call) throws -> Input {
        let openOnly =
            switch try call.query(only: ["environment", "cursor", "limit", "state"])["state"] {
            case nil: false
            case "open": true
            case .some: throw Problem.malformed("state")
            }
        return Input(page: try PageInput(call, extra: ["state"]), openOnly: openOnly)
    }

    func run(_ input: Input, as caller: Caller) async throws -> HoldPage {
        let (environment, wallet) = try await wallets.find(input.page.user, input.page.environment)
        guard let wallet else {
            guard input.page.cursor == nil else { throw Problem(code: .badCursor) }
            return HoldPage(page: .empty(environment))
        }
        let after = try input.page.cursor.map { try Cursor.row($0, of: "holds", in: wallet) } ?? 0
        let rows = try await wallets.reader.holds(
            of: wallet, after: after, openOnly: input.openOnly, limit: input.page.limit)
        let next =
            rows.count == input.page.limit
            ? rows.last.map { Cursor.text($0.hold.number, of: "holds", in: wallet) } : nil
        return HoldPage(page: Page(environment: environment, rows: rows, next: next))
    }

    struct HoldPage: Answer {
        let page: Page<HoldRecord>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("holds") { list in
                for record in page.rows { list.object { $0.hold(record) } }
            }
            object.member("next_cursor", page.next)
        }
    }
}
