internal import WalletDomain
internal import WalletLedger

/// Items with the price valid now and the next scheduled change.
struct ListItems: Endpoint {
    static let route = Route(.get, "/v1/items", access: .keys([.read]))
    let catalogue: Catalogue

    struct Input: Sendable {
        let after: ItemID?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        let after = try query["cursor"].map { try Cursor.name($0, of: "items") }
        return Input(after: try after.map { try ItemID($0) }, limit: try query.limit())
    }

    func run(_ input: Input, as caller: Caller) async throws -> ItemList {
        let page = try await catalogue.items(after: input.after, limit: input.limit)
        return ItemList(page: page, isFull: page.items.count == input.limit)
    }

    struct ItemList: Answer {
        let page: CataloguePage
        let isFull: Bool

        /// Kept no longer than until the next change of a price.
        var maxAgeSeconds: Int64? {
            let next = page.items.compactMap { $0.nextChange(after: page.at) }.min()
            return ItemRendering.maxAgeSeconds(until: next, from: page.at)
        }

        func write(to object: inout JSONWriter) {
            object.array("items") { list in
                for item in page.items { list.object { ItemRendering.write(item, at: page.at, to: &$0) } }
            }
            object.member(
                "next_cursor", isFull ? page.items.last.map { Cursor.text($0.offer.item.text, of: "items") } : nil)
        }
    }
}
