internal import WalletDomain
internal import WalletLedger

struct CreatePack: Act {
    static let route = PageRoute(.post, "/admin/packs", as: PutPack.route)
    static let fields: Set<String> = [
        "pack", "product", "bundle", "title", "coins", "bonus", "state", "reason", "confirm",
    ]
    static let isSensitive = true
    let desk: CatalogueDesk
    let wakePending: @Sendable () async -> Void

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let id = try PackID(form["pack"])
        // A form for something new never changes what is there.
        guard try await desk.catalogue.pack(id) == nil else { throw Problem.malformed("pack") }
        let product = (product: form["product"], bundle: form["bundle"])
        try await SavePack.save(id, product, form, visit, PutPack(desk: desk, wakePending: wakePending))
        return .go(PackPage.link(id), .packSaved)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody { NewPackPage.body(visit, trouble) }
}

struct SavePack: Act {
    static let route = PageRoute(.post, "/admin/packs/{pack}", as: PutPack.route)
    static let fields: Set<String> = ["title", "coins", "bonus", "state", "reason", "confirm"]
    static let isSensitive = true
    let desk: CatalogueDesk
    let wakePending: @Sendable () async -> Void

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let id = try PackID(visit.path("pack"))
        guard let pack = try await desk.catalogue.pack(id) else { throw Problem(code: .packNotFound) }
        let product = (product: pack.product, bundle: pack.bundle)
        try await Self.save(id, product, form, visit, PutPack(desk: desk, wakePending: wakePending))
        return .go(PackPage.link(id), .packSaved)
    }

    static func save(
        _ pack: PackID, _ product: (product: String, bundle: String), _ form: FormFields, _ visit: Visit,
        _ endpoint: PutPack
    ) async throws {
        let body: [(String, InnerRequest.Member?)] =
            [
                ("bundle", .text(product.bundle)), ("product", .text(product.product)), ("title", .text(form["title"])),
                ("coins", .number(try form.coins("coins"))),
                ("bonus", try form.optionalCoins("bonus").map { .number($0) }), ("state", .text(form["state"])),
            ] + form.changeWords
        _ = try await visit.ask(endpoint, InnerRequest(path: ["pack": pack.text], body: body))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await PackPage(catalogue: desk.catalogue).body(visit, trouble)
    }
}
