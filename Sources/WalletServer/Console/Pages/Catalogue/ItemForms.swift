internal import WalletDomain
internal import WalletLedger

/// A new price: regular, or a sale on top of it for a while.
struct PriceForm: Sendable {
    let visit: Visit
    let item: CatalogueItem
    let trouble: Trouble?

    func write(to page: inout HTMLWriter) {
        let id = item.offer.item
        page.section(Texts.newPrice) { part in
            part(.p, .class("muted"), phrase: Texts.newPriceText)
            part.afterStepUp(visit, at: ItemPage.link(id)) { part in
                part.form(to: Link("items", id.text, "prices"), .class("fields two")) { form in
                    form.hidden("form", "price")
                    form.hidden("seen", String(item.publication))
                    form.priceFields(trouble)
                    form.changeWords(trouble)
                    form.submit(Texts.addPrice)
                }
            }
        }
    }
}

/// What an item is called and whether it is for sale.
struct ItemForm: Sendable {
    /// Nil: a new one.
    let item: CatalogueItem?
    let trouble: Trouble?

    func write(to page: inout HTMLWriter) {
        page.section(item == nil ? Texts.newItem : Texts.titleAndState) { part in
            part.form(to: item.map { ItemPage.link($0.offer.item) } ?? Link("items"), .class("fields")) { form in
                form.hidden("form", "item")
                if let item { form.hidden("seen", String(item.publication)) } else { id(&form) }
                details(&form)
                form.choice(
                    "kind", Texts.kind, [Offer.Kind.once, .repeatable].map { ($0.word, $0.phrase) },
                    selected: (item?.offer.kind ?? .once).word, hint: Texts.kindHint, trouble)
                form.choice(
                    "state", Texts.state, [Offer.Status.draft, .published, .archived].map { ($0.word, $0.phrase) },
                    selected: (item?.offer.status ?? .draft).word, trouble)
                form.changeWords(trouble)
                form.submit(Texts.save)
            }
        }
    }

    private func id(_ form: inout HTMLWriter) {
        form.field(
            .init(
                name: "item", label: Texts.id, hint: Texts.idHint,
                attributes: [.lengthMax(Limits.nameBytesMax), .noSpelling]), trouble)
    }

    private func details(_ form: inout HTMLWriter) {
        form.field(
            .init(
                name: "title", label: Texts.title, value: item?.title ?? "",
                attributes: [.lengthMax(Limits.nameBytesMax)]), trouble)
        form.area("description", Texts.description, value: item?.details.description ?? "", rows: 3, trouble)
        form.field(
            .init(
                name: "tags", label: Texts.tags, value: item?.details.tags.joined(separator: ", ") ?? "",
                hint: Texts.tagsHint, isRequired: false), trouble)
        form.field(
            .init(
                name: "picture", label: Texts.picture, value: item?.details.picture ?? "", hint: Texts.pictureHint,
                isRequired: false, attributes: [.noSpelling]), trouble)
    }
}

extension HTMLWriter {
    mutating func priceFields(isPriceRequired: Bool = true, _ trouble: Trouble?) {
        choice(
            "layer", Texts.layer, [PriceVersion.Layer.regular, .sale].map { ($0.word, $0.phrase) },
            selected: PriceVersion.Layer.regular.word, trouble)
        coinsField("price", Texts.priceInCoins, isRequired: isPriceRequired, trouble)
        timeField("from", Texts.from, hint: Texts.fromHint, trouble)
        timeField("to", Texts.to, hint: Texts.toHint, trouble)
        self(.div, .class("whole")) { $0.check("free", Texts.freeOfCharge, hint: Texts.freeHint, trouble) }
    }

    /// A time on the shop's clock, the zone beside it.
    mutating func timeField(_ name: String, _ label: Phrase, hint: Phrase, _ trouble: Trouble? = nil) {
        field(
            .init(
                name: name, label: label + .plain(" (\(zone.identifier))"), type: .localTime,
                hint: hint + Texts.twiceHint, isRequired: false), trouble)
    }

    mutating func area(_ name: String, _ label: Phrase, value: String, rows: Int, _ trouble: Trouble?) {
        let id = newID(name)
        let isWrong = trouble?.field == name
        self(.div, .class("field")) { box in
            box(.label, .for(id), phrase: label)
            box(
                .textarea, .id(id), .name(name), .rows(rows), isWrong ? .invalid : nil,
                text: trouble?.values[name] ?? value)
        }
    }
}

extension FormFields {
    static let priceFields: Set<String> = ["layer", "price", "from", "to", "free"]

    /// The members of a new price.
    func price() throws -> [(String, InnerRequest.Member?)] {
        [
            ("layer", .text(self["layer"])), ("price", .number(try coins("price"))),
            ("free", isChecked("free") ? .flag(true) : nil), ("from", local("from")), ("to", local("to")),
        ]
    }

    static let detailFields: Set<String> = ["title", "description", "tags", "picture", "kind", "state"]

    /// What an item is to be. An empty field clears what may be missing.
    func details() -> [(String, InnerRequest.Member?)] {
        let tags = self["tags"].split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
        return [
            ("title", .text(self["title"])), ("description", optional("description").map { .text($0) } ?? .null),
            ("tags", .list(tags.map { .text($0) })), ("picture", optional("picture").map { .text($0) } ?? .null),
            ("kind", .text(self["kind"])), ("state", .text(self["state"])),
        ]
    }
}
