internal import WalletDomain
internal import WalletLedger

/// Purchases that Apple proved and whose owner nobody knows, the oldest first.
struct ListUnattributed: Endpoint {
    static let route = Route(.get, "/v1/admin/unattributed", access: .keys([.support]))
    let unattributed: UnattributedStore

    struct Input: Sendable {
        let limit: Int
        let after: (foundAt: Instant, key: StoreTransaction.Key)?
    }

    private static let list = "unattributed"

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["limit", "cursor"])
        let after = try query["cursor"].map { try Self.place($0) }
        return Input(limit: try query.limit(), after: after)
    }

    private static func place(_ cursor: String) throws(Problem) -> (foundAt: Instant, key: StoreTransaction.Key) {
        let parts = try Cursor.name(cursor, of: list).split(separator: "/").map { String($0) }
        guard parts.count == 2, let foundAt = Int64(parts[0]), let key = WireID.parseUnattributed(parts[1]) else {
            throw Problem(code: .badCursor)
        }
        return (Instant(microseconds: foundAt), key)
    }

    private static func cursor(_ last: UnattributedPurchase) -> String {
        Cursor.text("\(last.foundAt.microseconds)/" + WireID.unattributed(last.key), of: list)
    }

    func run(_ input: Input, as caller: Caller) async throws -> UnattributedPage {
        let rows = try await unattributed.open(after: input.after, limit: input.limit)
        let next = rows.count == input.limit ? rows.last.map { Self.cursor($0) } : nil
        return UnattributedPage(rows: rows, next: next)
    }

    struct UnattributedPage: Answer {
        let rows: [UnattributedPurchase]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("unattributed") { list in
                for row in rows { list.object { $0.unattributed(row) } }
            }
            object.member("next_cursor", next)
        }
    }
}

extension JSONWriter {
    fileprivate mutating func unattributed(_ purchase: UnattributedPurchase) {
        member("id", WireID.unattributed(purchase.key))
        member("transaction_id", purchase.key.id.text)
        member("environment", purchase.key.environment.rawValue)
        member("bundle", purchase.bundle)
        member("product", purchase.product)
        member("quantity", purchase.quantity.map { Int64($0) })
        member("purchased_at", purchase.purchasedAt.text)
        member("app_account_token", purchase.token?.lowercased)
        member("found_at", purchase.foundAt.text)
        member("assigned_to", purchase.assignedTo?.text)
    }
}
