internal import WalletDomain
internal import WalletLedger

/// A form below a wallet that changes its coins or its state. All of them tell why, stand on the wallet's page again
/// with what was typed if they are refused, and end there, or at the request that now waits for another person.
protocol WalletAct: Act {
    /// Fields beside those that each of these forms has.
    static var ownFields: Set<String> { get }
    var page: UserPage { get }
    /// What the form alone says, as the call of the API wants it.
    func members(_ form: FormFields) throws -> [(String, InnerRequest.Member?)]
    func perform(_ request: InnerRequest, _ visit: Visit) async throws -> WalletActEnd
}

enum WalletActEnd: Sendable {
    case done(Notice)
    /// Nothing was done: somebody else must approve it.
    case waits(Approval)
}

extension WalletAct {
    static var isSensitive: Bool { true }
    static var fields: Set<String> { ownFields.union(["form", "reason"]) }

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let user = try UserID(visit.path("user"))
        let request = InnerRequest(
            path: ["user": user.text], query: [("environment", form.optional("environment"))],
            body: try members(form) + [
                ("reason", .text(form["reason"])), ("ticket", form.optional("ticket").map { .text($0) }),
            ], idempotencyKey: form.optional("key"))
        switch try await perform(request, visit) {
        case .done(let notice):
            return .go(
                UserPage.link(user, form.optional("environment").flatMap { StoreEnvironment(anyCase: $0) }), notice)
        case .waits(let approval): return .go(ApprovalPage.link(approval.id), .waitsForSecond)
        }
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, environment: trouble.values["environment"], trouble)
    }
}

extension FormFields {
    /// Of forms about one of a user's wallets, with a place for where more stands about it.
    static let ofWallet: Set<String> = ["environment", "ticket"]
}

extension WalletActEnd {
    init(_ answer: ActAnswer, done notice: Notice) {
        switch answer.outcome {
        case .waits(let approval): self = .waits(approval)
        case .done: self = .done(notice)
        }
    }
}
