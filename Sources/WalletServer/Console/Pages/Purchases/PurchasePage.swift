internal import WalletDomain
internal import WalletLedger

/// One App Store purchase: whose it is, what it gave, what Apple said last; and Apple can be asked again.
struct PurchasePage: Screen {
    static let route = PageRoute(.get, "/admin/purchases/{environment}/{transaction}", .scopes([.read, .support]))
    let rooms: InboxRooms
    let directory: Directory

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(try Self.key(visit), visit, nil, nil)
    }

    static func link(_ environment: StoreEnvironment, _ transaction: TransactionID) -> Link {
        Link("purchases", environment.rawValue, transaction.text)
    }

    static func key(_ visit: Visit) throws -> StoreTransaction.Key {
        guard let environment = StoreEnvironment(anyCase: visit.path("environment")) else {
            throw Problem(code: .purchaseNotFound)
        }
        return StoreTransaction.Key(environment: environment, id: try TransactionID(visit.path("transaction")))
    }

    private struct Known: Sendable {
        let key: StoreTransaction.Key
        let purchase: StoreTransaction?
        let waiting: UnattributedPurchase?
        let user: UserID?
    }

    func body(
        _ key: StoreTransaction.Key, _ visit: Visit, _ asked: AskedPurchase?, _ trouble: Trouble?
    ) async throws -> PageBody {
        let purchase = try await rooms.transactions.find(key)
        let waiting = try await rooms.unattributed.find(key)
        guard purchase != nil || waiting != nil else { throw Problem(code: .purchaseNotFound) }
        var user: UserID?
        if let owner = purchase?.owner { user = try await directory.user(of: owner) }
        let known = Known(key: key, purchase: purchase, waiting: waiting, user: user)
        let title = Texts.purchase + .plain(" " + key.id.text)
        let trail = [PageBody.Crumb(title: Texts.unattributed, link: Link("unattributed"))]
        return PageBody(title, in: .unattributed, trail: visit.may([.support]) ? trail : []) { page in
            page.complaint(trouble?.complaint)
            if let asked { Self.write(asked, to: &page) }
            Self.write(known, to: &page)
            if let waiting, waiting.isOpen { Self.write(waiting, visit, trouble?.of("assign"), to: &page) }
            if visit.may(AskAboutPurchase.route) {
                Self.askForm(key, canAsk: !rooms.apple.apis.isEmpty, trouble?.of("ask"), to: &page)
            }
        }
    }

    private static func write(_ known: Known, to page: inout HTMLWriter) {
        let credit = known.purchase?.credit
        page.section(Texts.whatWeKnow) { part in
            part.facts([
                .phrase(Texts.environment, known.key.environment.phrase),
                .init(Texts.state) { value in
                    if credit != nil {
                        value.tag(Texts.credited, .good)
                    } else {
                        value.tag(Texts.notCredited, .warning)
                    }
                },
                .init(Texts.user) { $0.userLink(known.user, known.key.environment) },
                .number(Texts.coins, credit?.coins), .number(Texts.bonusCoins, credit?.bonus),
                .init(Texts.lot) { value in
                    guard let lot = credit?.lot, let user = known.user else { return value.dash() }
                    value(.a, .href(LotPage.link(lot, user, known.key.environment)), text: "#\(lot)")
                },
                .moment(Texts.appleSaidAt, known.purchase?.word?.signedAt),
                .moment(Texts.refundedAt, known.purchase?.word?.revocation?.at),
                .number(
                    Texts.refundedCoins,
                    credit.flatMap { credit in known.purchase?.word?.refundedCoins(of: credit.coins + credit.bonus) }),
            ])
        }
    }

    private static func write(
        _ waiting: UnattributedPurchase, _ visit: Visit, _ trouble: Trouble?, to page: inout HTMLWriter
    ) {
        page.section(Texts.nobodysPurchase) { part in
            part.facts([
                .code(Texts.product, waiting.product), .code(Texts.bundle, waiting.bundle),
                .number(Texts.quantity, Int64(waiting.quantity ?? 1)), .moment(Texts.bought, waiting.purchasedAt),
                .moment(Texts.found, waiting.foundAt), .code(Texts.appAccountToken, waiting.token?.lowercased),
                .text(Texts.assignedTo, waiting.assignedTo?.text),
            ])
            guard visit.may(AssignUnattributed.route) else { return }
            part.afterStepUp(visit, at: link(waiting.key.environment, waiting.key.id)) { part in
                let action = Link("unattributed", WireID.unattributed(waiting.key), "assign")
                part.form(to: action, .class("fields")) { form in
                    form.hidden("form", "assign")
                    form.field(
                        .init(
                            name: "user", label: Texts.assignTo, hint: Texts.assignHint,
                            attributes: [.lengthMax(Limits.userIDBytesMax), .noSpelling, .autocomplete(.off)]), trouble)
                    form.reason(trouble)
                    form.submit(Texts.assign)
                }
            }
        }
    }

    private static func askForm(
        _ key: StoreTransaction.Key, canAsk: Bool, _ trouble: Trouble?, to page: inout HTMLWriter
    ) {
        page.section(Texts.askApple) { part in
            part(.p, .class("muted"), phrase: canAsk ? Texts.askAppleText : Texts.cannotAskApple)
            guard canAsk else { return }
            part.form(to: Link("purchases", key.environment.rawValue, key.id.text), .class("fields")) { form in
                form.hidden("form", "ask")
                form.reason(trouble)
                form.submit(Texts.askApple)
            }
        }
    }

    private static func write(_ asked: AskedPurchase, to page: inout HTMLWriter) {
        page(.div, .class("notice good"), .role("status")) { box in
            box(.p) { line in
                line.phrase(asked.news.outcome.phrase)
                if asked.news.coinsTaken != 0 {
                    line.text(" " + Figures.grouped(asked.news.coinsTaken) + " ")
                    line.phrase(Texts.coinsTaken)
                }
            }
        }
    }
}

struct AskApple: Act {
    static let route = PageRoute(.post, "/admin/purchases/{environment}/{transaction}", as: AskAboutPurchase.route)
    static let fields: Set<String> = ["form", "reason"]
    let page: PurchasePage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let key = try PurchasePage.key(visit)
        let request = InnerRequest(
            path: ["environment": key.environment.rawValue, "transaction": key.id.text],
            body: [("reason", .text(form["reason"]))])
        let asked = try await visit.ask(AskAboutPurchase(rooms: page.rooms), request)
        return .page(try await page.body(key, visit, asked, nil))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(try PurchasePage.key(visit), visit, nil, trouble)
    }
}
