internal import WalletDomain
internal import WalletLedger

/// What support may do with a wallet, below what it sees of it. Only what the visitor's role allows is there.
struct WalletForms: Sendable {
    let visit: Visit
    let wallet: ReadWallet.WalletAnswer
    let isTester: Bool
    /// Orders about a user mean the wallet that his flag names: only there they are offered.
    let isUsual: Bool
    let trouble: Trouble?

    /// Which form it was that went wrong: its button tells.
    private func trouble(of form: String) -> Trouble? { trouble?.values["form"] == form ? trouble : nil }

    func write(to page: inout HTMLWriter) {
        let mayWriteOff = visit.may(WriteOffWalletDebt.route) && wallet.summary.balances.debt > 0
        let mayGrant = visit.may(GrantWalletCoins.route)
        if isUsual, mayGrant || mayWriteOff {
            if visit.isSteppedUp {
                if mayGrant { grant(&page) }
                if mayWriteOff { writeOff(&page) }
            } else {
                page.section(Texts.moveCoins) { $0.afterStepUp(visit, at: here) { _ in } }
            }
        }
        if visit.may(SetTester.route) { tester(&page) }
    }

    private var here: Link { UserPage.link(wallet.user, wallet.environment) }

    private func grant(_ page: inout HTMLWriter) {
        let trouble = trouble(of: "grant")
        page.section(Texts.grantTitle) { part in
            part(.p, .class("muted"), phrase: Texts.grantText)
            part.form(to: Link("users", wallet.user.text, "grants"), .class("fields")) { form in
                form.hidden("form", "grant")
                form.hidden("key", trouble?.values["key"] ?? Self.newKey())
                form.coinsField("coins", Texts.coins, trouble)
                form.reason(trouble)
                form.submit(Texts.grant)
            }
        }
    }

    private func writeOff(_ page: inout HTMLWriter) {
        let trouble = trouble(of: "write_off")
        page.section(Texts.writeOffTitle) { part in
            part(.p, .class("muted"), phrase: Texts.writeOffText)
            part.form(to: Link("users", wallet.user.text, "write-off"), .class("fields")) { form in
                form.hidden("form", "write_off")
                form.hidden("key", trouble?.values["key"] ?? Self.newKey())
                form.coinsField("coins", Texts.coins, hint: Texts.owes(wallet.summary.balances.debt), trouble)
                form.reason(trouble)
                form.submit(Texts.writeOff, .danger)
            }
        }
    }

    private func tester(_ page: inout HTMLWriter) {
        let trouble = trouble(of: "tester")
        page.section(Texts.tester) { part in
            part(.p, .class("muted"), phrase: isTester ? Texts.isTester : Texts.isNoTester)
            part.form(to: Link("users", wallet.user.text, "tester"), .class("fields")) { form in
                form.hidden("form", "tester")
                form.hidden("tester", isTester ? "no" : "yes")
                form.reason(trouble)
                form.check("confirmed", Texts.testerConfirmed, hint: Texts.testerConfirmedHint, trouble)
                form.submit(isTester ? Texts.makeOrdinary : Texts.makeTester, .quiet)
            }
        }
    }

    /// A command's idempotency key, made with its form: sent twice it is done once.
    static func newKey() -> String {
        "console-" + String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
    }
}
