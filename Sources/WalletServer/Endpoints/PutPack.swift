internal import WalletDomain
internal import WalletLedger

/// Makes a pack, changes what it gives from now on, or takes it off sale. Purchases made are credited in any case.
struct PutPack: Endpoint {
    static let route = Route(.put, "/v1/admin/packs/{pack}", access: .keys([.catalogue]))
    let catalogue: Catalogue
    /// Purchases may have waited for this product.
    let wakePending: @Sendable () async -> Void

    struct Input: Sendable {
        let draft: PackDraft
        let status: Pack.Status
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["bundle", "product", "title", "coins", "bonus", "state"])
        let draft = PackDraft(
            id: try PackID(call.path("pack")), bundle: try body.title("bundle"), product: try body.title("product"),
            title: try body.title("title"), coins: try body.coins("coins"),
            bonus: try body.optionalCoins("bonus") ?? .zero)
        return Input(draft: draft, status: try body.optionalWord("state", Pack.Status.words) ?? .onSale)
    }

    func run(_ input: Input, as caller: Caller) async throws -> PackAnswer {
        var pack = try await catalogue.putPack(input.draft, by: caller.id).get()
        if input.status == .withdrawn { pack = try await catalogue.withdrawPack(pack.id).get() }
        await wakePending()
        return PackAnswer(pack: pack)
    }
}

extension Pack.Status {
    static let words: [String: Pack.Status] = ["on_sale": .onSale, "withdrawn": .withdrawn]

    var word: String {
        switch self {
        case .onSale: "on_sale"
        case .withdrawn: "withdrawn"
        }
    }
}

/// A pack as admins see it, with every version.
struct PackAnswer: Answer {
    let pack: Pack

    func write(to object: inout JSONWriter) {
        object.member("pack", pack.id.text)
        object.member("bundle", pack.bundle)
        object.member("product", pack.product)
        object.member("title", pack.title)
        object.member("state", pack.status.word)
        object.array("versions") { list in
            for version in pack.versions {
                list.object { object in
                    object.member("version", Int64(version.number))
                    object.member("coins", version.coins.coins)
                    object.member("bonus", version.bonus.coins)
                    object.member("from", version.validFrom.text)
                }
            }
        }
    }
}
