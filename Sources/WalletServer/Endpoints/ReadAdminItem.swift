internal import WalletDomain
internal import WalletLedger

/// One item in whatever state, for admins.
struct ReadAdminItem: Endpoint {
    static let route = Route(.get, "/v1/admin/items/{item}", access: .keys([.read, .catalogue]))
    let catalogue: Catalogue

    func parse(_ call: Call) throws -> ItemID {
        try call.requireNoQuery()
        return try ItemID(call.path("item"))
    }

    func run(_ id: ItemID, as caller: Caller) async throws -> AdminItemAnswer {
        guard let item = try await catalogue.item(id).items.first else { throw WalletError.itemNotFound }
        return AdminItemAnswer(item: item)
    }
}
