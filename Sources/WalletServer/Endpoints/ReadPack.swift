internal import WalletDomain
internal import WalletLedger

/// One pack with all its versions, for admins.
struct ReadPack: Endpoint {
    static let route = Route(.get, "/v1/admin/packs/{pack}", access: .keys([.read, .catalogue]))
    let catalogue: Catalogue

    func parse(_ call: Call) throws -> PackID {
        try call.requireNoQuery()
        return try PackID(call.path("pack"))
    }

    func run(_ id: PackID, as caller: Caller) async throws -> PackAnswer {
        guard let pack = try await catalogue.pack(id) else { throw Problem(code: .packNotFound) }
        return PackAnswer(pack: pack)
    }
}
