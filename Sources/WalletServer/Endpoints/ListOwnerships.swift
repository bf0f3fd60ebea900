internal import WalletDomain
internal import WalletLedger

/// What a user owns: the app restores from it.
struct ListOwnerships: Endpoint {
    static let route = Route(.get, "/v1/wallets/{user}/ownerships", access: .keys([.read]))
    let wallets: WalletReads

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> OwnershipPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return OwnershipPage(page: .empty(environment))
        }
        let list = Cursor.list("ownerships", in: wallet)
        let after = try input.cursor.map { try ItemID(Cursor.name($0, of: list)) }
        let rows = try await wallets.reader.ownerships(of: wallet, after: after, limit: input.limit)
        let next = rows.count == input.limit ? rows.last.map { Cursor.text($0.item.text, of: list) } : nil
        return OwnershipPage(page: Page(environment: environment, rows: rows, next: next))
    }

    struct OwnershipPage: Answer {
        let page: Page<ItemOwnership>

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("ownerships") { list in
                for ownership in page.rows {
                    list.object { object in
                        object.member("item", ownership.item.text)
                        object.member("spend", WireID.spend(ownership.givers[0]))
                        // A merge of two that had it: undo one of them, and the item stays.
                        if ownership.givers.count > 1 {
                            object.array("also_paid_by") { list in
                                for giver in ownership.givers.dropFirst() { list.value(WireID.spend(giver)) }
                            }
                        }
                        object.member("since", ownership.since.text)
                    }
                }
            }
            object.member("next_cursor", page.next)
        }
    }
}
