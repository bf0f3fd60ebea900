internal import WalletDomain
internal import WalletLedger

/// Every item, drafts and archived ones too, for admins.
struct ListAllItems: Endpoint {
    static let route = Route(.get, "/v1/admin/items", access: .keys([.catalogue]))
    let catalogue: Catalogue

    func parse(_ call: Call) throws -> ListItems.Input {
        let query = try call.query(only: ["cursor", "limit"])
        let after = try query["cursor"].map { try ItemID(Cursor.name($0, of: "admin/items")) }
        return ListItems.Input(after: after, limit: try query.limit())
    }

    func run(_ input: ListItems.Input, as caller: Caller) async throws -> ItemList {
        let page = try await catalogue.allItems(after: input.after, limit: input.limit)
        return ItemList(items: page.items, isFull: page.items.count == input.limit)
    }

    struct ItemList: Answer {
        let items: [CatalogueItem]
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.array("items") { list in
                for item in items { list.object { AdminItemAnswer(item: item).write(to: &$0) } }
            }
            if isFull {
                object.member("next_cursor", items.last.map { Cursor.text($0.offer.item.text, of: "admin/items") })
            }
        }
    }
}
