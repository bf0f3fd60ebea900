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
    static let fields: Set<String> = ["form", "item", "title", "kind", "state"]
    let catalogue: Catalogue

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(form["item"])
        // A form for something new never changes what is there.
        guard try await catalogue.item(item).items.isEmpty else { throw Problem.malformed("item") }
        try await SaveItem.save(item.text, form, visit, catalogue)
        return .go(ItemPage.link(item), .itemSaved)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody { NewItemPage.body(trouble) }
}

struct SaveItem: Act {
    static let route = PageRoute(.post, "/admin/items/{item}", as: PutItem.route)
    static let fields: Set<String> = ["form", "title", "kind", "state"]
    let catalogue: Catalogue

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let item = try ItemID(visit.path("item"))
        guard try await !catalogue.item(item).items.isEmpty else { throw WalletError.itemNotFound }
        try await Self.save(item.text, form, visit, catalogue)
        return .go(ItemPage.link(item), .itemSaved)
    }

    static func save(_ item: String, _ form: FormFields, _ visit: Visit, _ catalogue: Catalogue) async throws {
        let body: [(String, InnerRequest.Member?)] = [
            ("title", .text(form["title"])), ("kind", .text(form["kind"])), ("state", .text(form["state"])),
        ]
        _ = try await visit.ask(PutItem(catalogue: catalogue), InnerRequest(path: ["item": item], body: body))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await ItemPage(catalogue: catalogue).body(visit, cursor: nil, trouble)
    }
}

struct AddItemPrice: Act {
    static let route = PageRoute(.post, "/admin/items/{item}/prices", as: AddPrice.route)
    static let fields: Set<String> = ["form", "layer", "price", "from", "to", "free"]
    static let isSensitive = true
    let catalogue: Catalogue

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["item": visit.path("item")],
            body: [
                ("layer", .text(form["layer"])), ("price", .number(try form.coins("price"))),
                ("free", form.isChecked("free") ? .flag(true) : nil),
                ("from", try form.instant("from", visit.zone).map { .text($0.text) }),
                ("to", try form.instant("to", visit.zone).map { .text($0.text) }),
            ])
        _ = try await visit.ask(AddPrice(catalogue: catalogue), request)
        return .go(ItemPage.link(try ItemID(visit.path("item"))), .priceAdded)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await ItemPage(catalogue: catalogue).body(visit, cursor: nil, trouble)
    }
}

extension FormFields {
    /// A time on the shop's clock; nil if the field was left empty.
    func instant(_ name: String, _ zone: ConsoleZone) throws(Problem) -> Instant? {
        guard let text = optional(name) else { return nil }
        guard let instant = zone.instant(ofField: text) else { throw .malformed(name) }
        return instant
    }
}
