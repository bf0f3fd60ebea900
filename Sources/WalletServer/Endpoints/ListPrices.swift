internal import WalletDomain
internal import WalletLedger

/// Every price an item ever had or will have, the newest first, for admins.
struct ListPrices: Endpoint {
    static let route = Route(.get, "/v1/admin/items/{item}/prices", access: .keys([.read, .catalogue]))
    let catalogue: Catalogue

    struct Input: Sendable {
        let item: ItemID
        let before: Int32?
        let limit: Int
    }

    func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["cursor", "limit"])
        let item = try ItemID(call.path("item"))
        let before = try query["cursor"].map { text in
            guard let version = Int32(try Cursor.name(text, of: Self.list(of: item))) else {
                throw Problem(code: .badCursor)
            }
            return version
        }
        return Input(item: item, before: before, limit: try query.limit())
    }

    func run(_ input: Input, as caller: Caller) async throws -> PriceList {
        guard try await !catalogue.item(input.item).items.isEmpty else { throw WalletError.itemNotFound }
        let prices = try await catalogue.prices(of: input.item, before: input.before ?? .max, limit: input.limit)
        return PriceList(item: input.item, prices: prices, isFull: prices.count == input.limit)
    }

    static func list(of item: ItemID) -> String { "admin/prices/" + item.text }

    struct PriceList: Answer {
        let item: ItemID
        let prices: [PriceRecord]
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.member("item", item.text)
            object.array("prices") { list in
                for record in prices {
                    list.object { object in
                        object.priceVersion(record.version, zone: record.zone)
                        object.member("created_at", record.createdAt.text)
                        object.member("created_by", record.callerName)
                        object.member("publication", record.publication)
                    }
                }
            }
            if isFull, let last = prices.last {
                object.member("next_cursor", Cursor.text(String(last.version.number), of: ListPrices.list(of: item)))
            }
        }
    }
}
