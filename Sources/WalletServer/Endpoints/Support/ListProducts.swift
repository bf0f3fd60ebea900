internal import WalletDomain
internal import WalletLedger

/// Products of which somebody ever said so, by name.
struct ListProducts: Endpoint {
    static let route = Route(.get, "/v1/admin/products", access: .keys([.support]))
    let products: ProductMarks

    struct Input: Sendable {
        let after: (bundle: String, product: String)?
        let limit: Int
    }

    private static let list = "products"

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        let after = try query["cursor"].map { text throws(Problem) in
            // Bundle ids hold no slash.
            let parts = try Cursor.name(text, of: Self.list).split(separator: "/", maxSplits: 1).map { String($0) }
            guard parts.count == 2 else { throw Problem(code: .badCursor) }
            return (bundle: parts[0], product: parts[1])
        }
        return Input(after: after, limit: try query.limit())
    }

    func run(_ input: Input, as caller: Caller) async throws -> ProductPage {
        let rows = try await products.list(after: input.after, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return ProductPage(
            rows: rows, next: last.map { Cursor.text($0.bundle + "/" + $0.product, of: Self.list) })
    }

    struct ProductPage: Answer {
        let rows: [ProductMark]
        let next: String?

        func write(to object: inout JSONWriter) {
            object.array("products") { list in
                for row in rows {
                    list.object { object in
                        object.member("bundle", row.bundle)
                        object.member("product", row.product)
                        object.member("not_ours", row.isForeign)
                        object.member("reason", row.reason)
                        object.member("marked_by", row.callerName)
                        object.member("marked_at", row.markedAt.text)
                    }
                }
            }
            object.member("next_cursor", next)
        }
    }
}
