internal import WalletDomain
internal import WalletLedger

/// Items with the price valid now and the next scheduled change.
struct ListItems: Endpoint {
    static let route = Route(.get, "/v1/items", access: .keys([.read]))
    let catalogue: Catalogue

    struct Input: Sendable {
        let after: ItemID?
        let tag: String?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit", "tag"])
        let tag = try query.tag()
        let after = try query["cursor"].map { try Cursor.name($0, of: Self.list(tag)) }
        return Input(after: try after.map { try ItemID($0) }, tag: tag, limit: try query.limit())
    }

    func run(_ input: Input, as caller: Caller) async throws -> ItemList {
        let page = try await catalogue.items(after: input.after, tag: input.tag, limit: input.limit)
        return ItemList(page: page, tag: input.tag, isFull: page.items.count == input.limit)
    }

    static func list(_ tag: String?) -> String { "items" + (tag.map { "/" + $0 } ?? "") }

    struct ItemList: Answer {
        let page: CataloguePage
        let tag: String?
        let isFull: Bool

        /// Kept no longer than until the next change.
        var maxAgeSeconds: Int64? { ItemRendering.maxAgeSeconds(until: nextChange, from: page.at) }

        private var nextChange: Instant? { page.items.compactMap { $0.nextChange(after: page.at) }.min() }

        func write(to object: inout JSONWriter) {
            object.array("items") { list in
                for item in page.items { list.object { ItemRendering.write(item, at: page.at, to: &$0) } }
            }
            object.member("next_change_at", nextChange?.text)
            let next = isFull ? page.items.last : nil
            object.member("next_cursor", next.map { Cursor.text($0.offer.item.text, of: ListItems.list(tag)) })
        }
    }
}
