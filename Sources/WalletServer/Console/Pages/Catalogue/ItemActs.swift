internal import WalletDomain
internal import WalletLedger

struct NewItemPage: Screen {
    static let route = PageRoute(.get, "/admin/new/item", as: PutItem.route)

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return Self.body(nil)
    }

    static func body(_ trouble: Trouble?) -> PageBody {
        PageBody(Texts.newItem, in: .items, trail: [.init(title: Texts.items, link: Link("items"))]) { page in
            page.complaint(trouble?.complaint)
            ItemForm(item: nil, trouble: trouble).write(to: &page)
        }
    }
}

struct CreateItem: Act {
    static let route = PageRoute(.post, "/admin/items", as: PutItem.route)
    static let fields = FormFields.detailFields.union(FormFields.changeWords).union(["form", "item"])
    let desk: CatalogueDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(form["item"])
        // A form for something new never changes what is there.
        guard try await desk.catalogue.item(item).items.isEmpty else { throw Problem.malformed("item") }
        let request = InnerRequest(path: ["item": item.text], body: form.details() + form.changeWords)
        _ = try await visit.ask(PutItem(desk: desk), request)
        return .go(ItemPage.link(item), .itemSaved)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody { NewItemPage.body(trouble) }
}

struct SaveItem: Act {
    static let route = PageRoute(.post, "/admin/items/{item}", as: PutItem.route)
    static let fields = FormFields.detailFields.union(FormFields.changeWords).union(["form", "seen"])
    let desk: CatalogueDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(visit.path("item"))
        guard try await !desk.catalogue.item(item).items.isEmpty else { throw WalletError.itemNotFound }
        let request = InnerRequest(
            path: ["item": item.text], body: form.details() + form.changeWords, ifMatch: form.seen)
        _ = try await visit.ask(PutItem(desk: desk), request)
        return .go(ItemPage.link(item), .itemSaved)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await ItemPage(catalogue: desk.catalogue).body(visit, cursor: nil, trouble)
    }
}

struct AddItemPrice: Act {
    static let route = PageRoute(.post, "/admin/items/{item}/prices", as: AddPrice.route)
    static let fields = FormFields.priceFields.union(FormFields.changeWords).union(["form", "seen"])
    static let isSensitive = true
    let desk: CatalogueDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(visit.path("item"))
        let request = InnerRequest(
            path: ["item": item.text], body: try form.price() + form.changeWords, ifMatch: form.seen)
        _ = try await visit.ask(AddPrice(desk: desk), request)
        return .go(ItemPage.link(item), .priceAdded)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await ItemPage(catalogue: desk.catalogue).body(visit, cursor: nil, trouble)
    }
}

/// A window ends in the next second: a sale that is over, a price that is not to come.
struct EndItemPrice: Act {
    static let route = PageRoute(.post, "/admin/items/{item}/prices/{version}/end", as: EndPrice.route)
    static let fields = FormFields.changeWords.union(["form", "seen"])
    static let isSensitive = true
    let desk: CatalogueDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(visit.path("item"))
        let request = InnerRequest(
            path: ["item": item.text, "version": visit.path("version")], body: form.changeWords, ifMatch: form.seen)
        _ = try await visit.ask(EndPrice(desk: desk), request)
        return .go(ItemPage.link(item), .priceEnded)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await ItemPage(catalogue: desk.catalogue).body(visit, cursor: nil, trouble)
    }
}
