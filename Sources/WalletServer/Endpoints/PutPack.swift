internal import WalletDomain
internal import WalletLedger

/// Makes a pack, changes what it gives from now on, or takes it off sale. Purchases made are credited in any case.
struct PutPack: Endpoint {
    static let route = Route(.put, "/v1/admin/packs/{pack}", access: .keys([.catalogue]))
    let desk: CatalogueDesk
    /// Purchases may have waited for this product.
    let wakePending: @Sendable () async -> Void

    struct Input: Sendable {
        let draft: PackDraft
        let status: Pack.Status
        let words: ChangeWords
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(
            only: ["bundle", "product", "title", "coins", "bonus", "state"] + ChangeWords.members)
        let draft = PackDraft(
            id: try PackID(call.path("pack")), bundle: try body.appleName("bundle", bytesMax: Limits.nameBytesMax),
            product: try body.appleName("product", bytesMax: Limits.productIDBytesMax),
            title: try body.title("title"), coins: try body.coins("coins"),
            bonus: try body.optionalCoins("bonus") ?? .zero)
        return Input(
            draft: draft, status: try body.optionalWord("state", Pack.Status.words) ?? .onSale,
            words: try ChangeWords(call, body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> PackAnswer {
        let terms = desk.terms(input.words, caller)
        let pack = try await desk.catalogue.putPack(input.draft, status: input.status, terms).get()
        await wakePending()
        return PackAnswer(pack: pack)
    }
}

extension JSONObject {
    /// A bundle id or a product id as App Store Connect has them: letters, digits, dots and underscores. Bundle ids,
    /// and so some older products, have dashes.
    fileprivate func appleName(_ name: String, bytesMax: Int) throws -> String {
        let text = try text(name)
        let isNamed = text.utf8.allSatisfy { byte in
            Self.appleMarks.contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
        guard isNamed, (1...bytesMax).contains(text.utf8.count), text.first != ".", text.last != "." else {
            throw Problem.malformed(name)
        }
        return text
    }

    private static let appleMarks = Array("._-".utf8)
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
