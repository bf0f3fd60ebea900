internal import WalletDomain
internal import WalletLedger

/// Every item, drafts and archived ones too, for admins.
struct ListAllItems: Endpoint {
    static let route = Route(.get, "/v1/admin/items", access: .keys([.read, .catalogue]))
    let catalogue: Catalogue

    func parse(_ call: Call) throws -> ListItems.Input {
        let query = try call.query(only: ["cursor", "limit", "tag"])
        let tag = try query.tag()
        let after = try query["cursor"].map { try ItemID(Cursor.name($0, of: Self.list(tag))) }
        return ListItems.Input(after: after, tag: tag, limit: try query.limit())
    }

    func run(_ input: ListItems.Input, as caller: Caller) async throws -> ItemList {
        let page = try await catalogue.allItems(after: input.after, tag: input.tag, limit: input.limit)
        return ItemList(items: page.items, tag: input.tag, isFull: page.items.count == input.limit)
    }

    static func list(_ tag: String?) -> String { "admin/items" + (tag.map { "/" + $0 } ?? "") }

    struct ItemList: Answer {
        let items: [CatalogueItem]
        let tag: String?
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.array("items") { list in
                for item in items { list.object { AdminItemAnswer(item: item).write(to: &$0) } }
            }
            if isFull {
                object.member(
                    "next_cursor", items.last.map { Cursor.text($0.offer.item.text, of: ListAllItems.list(tag)) })
            }
        }
    }
}
