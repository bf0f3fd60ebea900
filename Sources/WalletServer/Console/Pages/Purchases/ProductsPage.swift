internal import WalletDomain
internal import WalletLedger

/// Products of our apps that somebody said are none of ours: purchases of them are refused instead of waiting.
struct ProductsPage: Screen {
    static let route = PageRoute(.get, "/admin/products", as: ListProducts.route)
    let products: ProductMarks

    func show(_ visit: Visit) async throws -> PageBody {
        let query = try visit.query(only: ["cursor", "bundle", "product"])
        let chosen = Chosen(bundle: query["bundle"] ?? "", product: query["product"] ?? "")
        return try await body(visit, cursor: query["cursor"], chosen, nil)
    }

    /// Which product the form is about when it is opened.
    struct Chosen: Sendable {
        var bundle = ""
        var product = ""
    }

    func body(
        _ visit: Visit, cursor: String?, _ chosen: Chosen, _ trouble: Trouble?
    ) async throws -> PageBody {
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListProducts(products: products), request)
        return PageBody(Texts.products, in: .products) { page in
            page.complaint(trouble?.complaint)
            page(.p, .class("muted"), phrase: Texts.productsText)
            Self.table.write(list.rows, to: &page)
            page.pager(
                first: cursor == nil ? nil : Link("products"),
                next: list.next.map { Link("products", query: ["cursor": $0]) })
            if visit.may(MarkProduct.route) { Self.form(visit, chosen, trouble, &page) }
        }
    }

    private static var table: TablePart<ProductMark> {
        TablePart(
            caption: Texts.products, isCaptionShown: false, empty: Texts.noProducts,
            columns: [
                .header(Texts.product) { mark, cell in
                    cell(.a, .href(link(mark))) { $0(.code, text: mark.product) }
                    cell(.span, .class("under")) { $0(.code, text: mark.bundle) }
                },
                Column(Texts.state) { mark, cell in
                    cell.tag(mark.isForeign ? Texts.notOurs : Texts.oursAgain, mark.isForeign ? .warning : .plain)
                },
                Column(Texts.markedAt, .time) { mark, cell in
                    cell.moment(mark.markedAt)
                    cell(.span, .class("under"), text: mark.callerName)
                },
                Column(Texts.reason) { mark, cell in cell.text(mark.reason) },
            ])
    }

    /// The form below, filled in for it.
    private static func link(_ mark: ProductMark) -> Link {
        Link("products", query: ["bundle": mark.bundle, "product": mark.product], fragment: "mark")
    }

    private static func form(_ visit: Visit, _ chosen: Chosen, _ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.markProduct, .id("mark")) { part in
            part(.p, .class("muted"), phrase: Texts.markProductText)
            part.afterStepUp(visit, at: Link("products")) { part in
                part.form(to: Link("products"), .class("fields")) { form in
                    form.name("bundle", Texts.bundle, chosen.bundle, trouble)
                    form.name("product", Texts.product, chosen.product, trouble)
                    form.choice(
                        "not_ours", Texts.state, [("yes", Texts.notOurs), ("no", Texts.oursAgain)], selected: "yes",
                        trouble)
                    form.reason(trouble)
                    form.submit(Texts.save)
                }
            }
        }
    }
}

struct MarkByHand: Act {
    static let route = PageRoute(.post, "/admin/products", as: MarkProduct.route)
    static let fields: Set<String> = ["bundle", "product", "not_ours", "reason"]
    static let isSensitive = true
    let wakePending: @Sendable () async -> Void
    let page: ProductsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        guard ["yes", "no"].contains(form["not_ours"]) else { throw Problem.malformed("not_ours") }
        let request = InnerRequest(
            path: ["bundle": try form.required("bundle"), "product": try form.required("product")],
            body: [("not_ours", .flag(form["not_ours"] == "yes")), ("reason", .text(form["reason"]))])
        _ = try await visit.ask(MarkProduct(products: page.products, wakePending: wakePending), request)
        return .go(Link("products"), .productMarked)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, ProductsPage.Chosen(), trouble)
    }
}

extension HTMLWriter {
    fileprivate mutating func name(_ name: String, _ label: Phrase, _ value: String, _ trouble: Trouble?) {
        field(
            .init(
                name: name, label: label, value: value,
                attributes: [.lengthMax(Limits.nameBytesMax), .autocomplete(.off), .noSpelling]), trouble)
    }
}
