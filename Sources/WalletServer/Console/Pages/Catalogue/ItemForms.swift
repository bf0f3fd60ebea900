internal import WalletDomain
internal import WalletLedger

/// A new price: regular, or a sale on top of it for a while.
struct PriceForm: Sendable {
    let visit: Visit
    let item: ItemID
    let trouble: Trouble?

    func write(to page: inout HTMLWriter) {
        page.section(Texts.newPrice) { part in
            part(.p, .class("muted"), phrase: Texts.newPriceText)
            part.afterStepUp(visit, at: ItemPage.link(item)) { form(&$0) }
        }
    }

    private func form(_ part: inout HTMLWriter) {
        part.form(to: Link("items", item.text, "prices"), .class("fields two")) { form in
            form.hidden("form", "price")
            form.choice(
                "layer", Texts.layer,
                [PriceVersion.Layer.regular, .sale].map { ($0.word, $0.phrase) },
                selected: PriceVersion.Layer.regular.word, trouble)
            form.coinsField("price", Texts.priceInCoins, trouble)
            form.timeField("from", Texts.from, hint: Texts.fromHint, trouble)
            form.timeField("to", Texts.to, hint: Texts.toHint, trouble)
            form(.div, .class("whole")) {
                $0.check("free", Texts.freeOfCharge, hint: Texts.freeHint, trouble)
            }
            form.submit(Texts.addPrice)
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
                if item == nil {
                    form.field(
                        .init(
                            name: "item", label: Texts.id, hint: Texts.idHint,
                            attributes: [.lengthMax(Limits.nameBytesMax), .noSpelling]), trouble)
                }
                form.field(
                    .init(
                        name: "title", label: Texts.title, value: item?.title ?? "",
                        attributes: [.lengthMax(Limits.nameBytesMax)]), trouble)
                form.choice(
                    "kind", Texts.kind, [Offer.Kind.once, .repeatable].map { ($0.word, $0.phrase) },
                    selected: (item?.offer.kind ?? .once).word, hint: Texts.kindHint, trouble)
                form.choice(
                    "state", Texts.state, [Offer.Status.draft, .published, .archived].map { ($0.word, $0.phrase) },
                    selected: (item?.offer.status ?? .draft).word, trouble)
                form.submit(Texts.save)
            }
        }
    }
}

extension HTMLWriter {
    /// A time on the shop's clock, the zone beside it.
    mutating func timeField(_ name: String, _ label: Phrase, hint: Phrase, _ trouble: Trouble? = nil) {
        field(
            .init(
                name: name, label: label + .plain(" (\(zone.identifier))"), type: .localTime, hint: hint,
                isRequired: false), trouble)
    }
}
