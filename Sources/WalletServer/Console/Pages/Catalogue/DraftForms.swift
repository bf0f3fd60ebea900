internal import WalletDomain
internal import WalletLedger

/// What may be done with an open draft. Each form carries the version that was seen: nobody overwrites unawares.
struct DraftForms: Sendable {
    let visit: Visit
    let draft: CatalogueDraft
    let trouble: Trouble?

    func write(to page: inout HTMLWriter) {
        page(.div, .class("columns")) { columns in
            change(&columns)
            sheet(&columns)
        }
        page(.div, .class("columns")) { columns in
            publish(&columns)
            discard(&columns)
        }
    }

    private func link(_ verb: String) -> Link { Link("drafts", String(draft.number), verb) }

    private func change(_ page: inout HTMLWriter) {
        let trouble = trouble?.of("change")
        page.section(Texts.changeItem) { part in
            part(.p, .class("muted"), phrase: Texts.changeItemText)
            part.form(to: link("items"), .class("fields two")) { form in
                form.hidden("form", "change")
                form.hidden("seen", String(draft.version))
                form.field(
                    .init(
                        name: "item", label: Texts.item, attributes: [.lengthMax(Limits.nameBytesMax), .noSpelling]),
                    trouble)
                form.field(.init(name: "title", label: Texts.title, isRequired: false), trouble)
                form.choice(
                    "state", Texts.state,
                    [("", Texts.asItIs)]
                        + [Offer.Status.draft, .published, .archived].map { ($0.word, $0.phrase) }, selected: "",
                    trouble)
                form.choice(
                    "kind", Texts.kind,
                    [("", Texts.asItIs)] + [Offer.Kind.once, .repeatable].map { ($0.word, $0.phrase) }, selected: "",
                    trouble)
                form.priceFields(isPriceRequired: false, trouble)
                form.submit(Texts.intoDraft)
            }
        }
    }

    private func sheet(_ page: inout HTMLWriter) {
        let trouble = trouble?.of("sheet")
        page.section(Texts.importCSV) { part in
            part(.p, .class("muted"), phrase: Texts.importCSVText)
            part.form(to: link("import"), .class("fields")) { form in
                form.hidden("form", "sheet")
                form.hidden("seen", String(draft.version))
                form.area("csv", Texts.sheetText, value: "", rows: 8, trouble)
                form(.div, .class("actions")) { actions in
                    actions(.button, .submit, .class("main"), .name("run"), .value("dry"), phrase: Texts.tryIt)
                    actions(.button, .submit, .class("quiet"), .name("run"), .value("real"), phrase: Texts.intoDraft)
                }
            }
        }
    }

    private func publish(_ page: inout HTMLWriter) {
        let trouble = trouble?.of("publish")
        page.section(Texts.publish) { part in
            part(.p, .class("muted"), phrase: Texts.publishText)
            part.afterStepUp(visit, at: DraftPage.link(draft.number)) { part in
                part.form(to: link("publish"), .class("fields")) { form in
                    form.hidden("form", "publish")
                    form.hidden("seen", String(draft.version))
                    form.timeField("at", Texts.takesEffect, hint: Texts.atHint, trouble)
                    form.changeWords(trouble)
                    form.submit(Texts.publish)
                }
            }
        }
    }

    private func discard(_ page: inout HTMLWriter) {
        page.section(Texts.discard) { part in
            part(.p, .class("muted"), phrase: Texts.discardText)
            part.form(to: link("discard")) { form in
                form.hidden("seen", String(draft.version))
                form.submit(Texts.discard, .danger)
            }
        }
    }
}
