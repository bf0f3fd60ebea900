internal import WalletDomain
internal import WalletLedger

/// One proof that a user brought: where it stands, and another look at it. Never the proof itself.
struct ProofPage: Screen {
    static let route = PageRoute(.get, "/admin/proofs/{topup}", as: RetryProof.route)
    let topups: TopupService
    let proofs: ProofStore
    let directory: Directory

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil, nil)
    }

    static func link(_ wallet: WalletID, _ digest: [UInt8]) -> Link { Link("proofs", WireID.topup(wallet, digest)) }

    /// - Parameter result: of a look just now.
    func body(_ visit: Visit, _ result: TopupResult?, _ trouble: Trouble?) async throws -> PageBody {
        guard let id = WireID.parseTopup(visit.path("topup")),
            let record = try await proofs.find(id.wallet, digestPrefix: id.digestPrefix)
        else { throw Problem(code: .topupNotFound) }
        let user = try await directory.user(of: record.wallet)
        var trail = [PageBody.Crumb(title: Texts.users, link: Link("users"))]
        if let user {
            let environment = directory.environment(of: user)
            trail.append(.init(title: .plain(user.text), link: UserPage.link(user, environment)))
            trail.append(.init(title: Texts.proofs, link: UserFrame.Tab.proofs.link(user, environment)))
        }
        return PageBody(Texts.proof, in: .users, trail: trail) { page in
            page.complaint(trouble?.complaint)
            if let result { Self.write(result, to: &page) }
            page(.div, .class("part")) { part in
                part.facts([
                    .code(Texts.id, visit.path("topup")), .phrase(Texts.kind, record.proof.kind.phrase),
                    .init(Texts.state) { $0.proofState(record.state) },
                    .number(Texts.looks, Int64(record.attempts)), .moment(Texts.received, record.receivedAt),
                    .moment(Texts.nextLook, record.nextAttemptAt),
                ])
            }
            Self.form(visit, trouble, to: &page)
        }
    }

    private static func form(_ visit: Visit, _ trouble: Trouble?, to page: inout HTMLWriter) {
        page.section(Texts.lookAgain) { part in
            part(.p, .class("muted"), phrase: Texts.lookAgainText)
            part.form(to: Link("proofs", visit.path("topup")), .class("fields")) { form in
                form.reason(trouble)
                form.ticket(trouble)
                form.submit(Texts.lookAgain)
            }
        }
    }

    private static func write(_ result: TopupResult, to page: inout HTMLWriter) {
        page.section(Texts.whatTheLookFound) { part in
            if let reason = result.waitsFor { part(.p, phrase: reason.phrase) }
            if let code = result.ended { part(.p, phrase: code.phrase) }
            Self.table.write(result.verdicts, to: &part)
        }
    }

    private static var table: TablePart<PurchaseVerdict> {
        TablePart(
            caption: Texts.whatTheLookFound, isCaptionShown: false, empty: Texts.noPurchaseInProof,
            columns: [
                .header(Texts.transactionID) { verdict, cell in
                    cell.purchaseLink(verdict.purchase.environment, verdict.purchase.transactionID)
                },
                Column(Texts.product) { verdict, cell in cell(.code, text: verdict.purchase.productID) },
                Column(Texts.state) { verdict, cell in cell.verdict(verdict.state) },
            ])
    }
}

struct LookAtProofAgain: Act {
    static let route = PageRoute(.post, "/admin/proofs/{topup}", as: RetryProof.route)
    static let fields: Set<String> = ["reason", "ticket"]
    let page: ProofPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let retry = RetryProof(topups: page.topups, proofs: page.proofs, directory: page.directory)
        let request = InnerRequest(
            path: ["topup": visit.path("topup")],
            body: [("reason", .text(form["reason"])), ("ticket", form.optional("ticket").map { .text($0) })])
        let result = try await visit.ask(retry, request).result
        return .page(try await page.body(visit, result, nil))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}

extension HTMLWriter {
    fileprivate mutating func verdict(_ state: PurchaseVerdict.State) {
        switch state {
        case .credited(_, let coins, let bonus):
            tag(Texts.credited, .good)
            text(" " + Figures.signed(coins + bonus))
        case .alreadyCredited: tag(Texts.creditedBefore, .good)
        case .pending(let reason):
            tag(Texts.waiting, .warning)
            self(.span, .class("under"), phrase: reason.phrase)
        case .refused(let code, _):
            tag(Texts.refused, .bad)
            self(.span, .class("under"), phrase: code.phrase)
        }
    }
}
