internal import WalletDomain
internal import WalletLedger

/// What support may do with a wallet, below what it sees of it. Only what the visitor's role allows is there.
struct WalletForms: Sendable {
    let visit: Visit
    let wallet: ReadWallet.WalletAnswer
    let isTester: Bool
    /// Some orders about a user mean the wallet that his flag names: only there they are offered.
    let isUsual: Bool
    let trouble: Trouble?

    /// One form: what it is called and says; which address it has below the user's.
    struct Shape {
        /// Its hidden name, by which the page knows which form went wrong.
        let name: String
        let path: String
        let title: Phrase
        let text: Phrase
        /// Done once under the key that is made with the form.
        var isKeyed = true
        /// It names its environment, and may say where more stands about it.
        var isOfWallet = true
    }

    func write(to page: inout HTMLWriter) {
        let forms = moving
        if !forms.isEmpty {
            if visit.isSteppedUp {
                page(.div, .class("columns")) { columns in for write in forms { write(&columns) } }
            } else {
                page.section(Texts.moveCoins) { $0.afterStepUp(visit, at: here) { _ in } }
            }
        }
        if visit.may(SetTester.route) { tester(&page) }
    }

    /// Those that want a second factor.
    private var moving: [(inout HTMLWriter) -> Void] {
        let balances = wallet.summary.balances
        var forms: [(inout HTMLWriter) -> Void] = []
        if isUsual, visit.may(GrantWalletCoins.route) { forms.append(grant) }
        if visit.may(AdjustWalletCoins.route) { forms.append(adjust) }
        if isUsual, visit.may(WriteOffWalletDebt.route), balances.debt > 0 { forms.append(writeOff) }
        if visit.may(ForfeitWalletCoins.route), balances.purchased > 0 { forms.append(forfeit) }
        if visit.may(FreezeUserWallet.route), !states.isEmpty { forms.append(freeze) }
        return forms
    }

    private var here: Link { UserPage.link(wallet.user, wallet.environment) }

    // MARK: Forms

    private func grant(_ page: inout HTMLWriter) {
        let shape = Shape(
            name: "grant", path: "grants", title: Texts.grantTitle, text: Texts.grantText, isOfWallet: false)
        form(shape, &page) { form, trouble in
            form.coinsField("coins", Texts.coins, trouble)
        } submit: {
            $0.submit(Texts.grant)
        }
    }

    private func writeOff(_ page: inout HTMLWriter) {
        let shape = Shape(
            name: "write_off", path: "write-off", title: Texts.writeOffTitle, text: Texts.writeOffText,
            isOfWallet: false)
        form(shape, &page) { form, trouble in
            form.coinsField("coins", Texts.coins, hint: Texts.owes(wallet.summary.balances.debt), trouble)
        } submit: {
            $0.submit(Texts.writeOff, .danger)
        }
    }

    private func adjust(_ page: inout HTMLWriter) {
        let shape = Shape(name: "adjust", path: "adjustments", title: Texts.adjustTitle, text: Texts.adjustText)
        form(shape, &page) { form, trouble in
            form.choice(
                "direction", Texts.direction, [("give", Texts.give), ("take", Texts.take)], selected: "give", trouble)
            form.coinsField("coins", Texts.coinsToMove, hint: Texts.promoNow(wallet.summary.promo), trouble)
            form.timeField("expires_at", Texts.expires, hint: Texts.expiresHint, trouble)
        } submit: {
            $0.submit(Texts.adjust)
        }
    }

    private func forfeit(_ page: inout HTMLWriter) {
        let shape = Shape(name: "forfeit", path: "forfeits", title: Texts.forfeitTitle, text: Texts.forfeitText)
        form(shape, &page) { form, trouble in
            form.coinsField(
                "coins", Texts.coinsToForfeit, hint: Texts.purchasedNow(wallet.summary.balances.purchased),
                isRequired: false, trouble)
            form.check("all", Texts.forfeitAll, hint: Texts.forfeitAllHint, trouble)
        } submit: {
            $0.submit(Texts.askToForfeit, .danger)
        }
    }

    /// What the wallet may be made into: frozen, open.
    private var states: [Bool] {
        switch wallet.summary.status {
        case .open: [true]
        case .suspended: [false]
        case .frozen: [true, false]
        case .merged, .erased: []
        }
    }

    private func freeze(_ page: inout HTMLWriter) {
        let shape = Shape(
            name: "freeze", path: "frozen", title: Texts.freezeTitle, text: Texts.freezeText, isKeyed: false)
        form(shape, &page) { form, _ in
            form(.p) { line in
                line.phrase(Texts.stateNow)
                line.text(" ")
                line.walletState(wallet.summary.status)
            }
        } submit: { form in
            form(.div, .class("actions")) { actions in
                for isFrozen in states {
                    actions(
                        .button, .submit, .name("frozen"), .value(isFrozen ? "yes" : "no"),
                        .class(isFrozen ? "danger" : "main"), phrase: isFrozen ? Texts.freeze : Texts.unfreeze)
                }
            }
        }
    }

    private func tester(_ page: inout HTMLWriter) {
        let shape = Shape(
            name: "tester", path: "tester", title: Texts.tester, text: isTester ? Texts.isTester : Texts.isNoTester,
            isKeyed: false, isOfWallet: false)
        form(shape, &page) { form, trouble in
            form.hidden("tester", isTester ? "no" : "yes")
            form.check("confirmed", Texts.testerConfirmed, hint: Texts.testerConfirmedHint, trouble)
        } submit: {
            $0.submit(isTester ? Texts.makeOrdinary : Texts.makeTester, .quiet)
        }
    }

    // MARK: What they share

    private func form(
        _ shape: Shape, _ page: inout HTMLWriter, fields: (inout HTMLWriter, Trouble?) -> Void,
        submit: (inout HTMLWriter) -> Void
    ) {
        let trouble = trouble?.of(shape.name)
        page.section(shape.title) { part in
            part(.p, .class("muted"), phrase: shape.text)
            part.form(to: Link("users", wallet.user.text, shape.path), .class("fields")) { form in
                form.hidden("form", shape.name)
                if shape.isKeyed { form.hidden("key", Self.key(trouble)) }
                if shape.isOfWallet { form.hidden("environment", wallet.environment.rawValue) }
                fields(&form, trouble)
                form.reason(trouble)
                if shape.isOfWallet { form.ticket(trouble) }
                submit(&form)
            }
        }
    }

    /// A command's idempotency key, made with its form: sent twice it is done once. What was refused for good is asked
    /// anew under another; what nobody knows the end of is asked again under the same.
    static func key(_ trouble: Trouble?) -> String {
        guard let trouble, trouble.complaint.status >= 500, let key = trouble.values["key"] else { return newKey() }
        return key
    }

    private static func newKey() -> String {
        "console-" + String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
    }
}

extension Balances {
    /// What was paid for, and came with it.
    var purchased: Int64 { paid + bonus }
}

extension HTMLWriter {
    /// Where more stands about it: a number of the shop's own help desk.
    mutating func ticket(_ trouble: Trouble? = nil) {
        field(
            .init(
                name: "ticket", label: Texts.ticket, hint: Texts.ticketHint, isRequired: false,
                attributes: [.lengthMax(Limits.nameBytesMax), .autocomplete(.off), .noSpelling]), trouble)
    }
}
