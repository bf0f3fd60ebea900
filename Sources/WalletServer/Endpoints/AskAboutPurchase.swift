internal import WalletDomain
internal import WalletLedger

/// Support has Apple asked about one purchase, now. What it says goes the way of everything that Apple tells, so asking
/// twice, or while a notification comes in, moves coins once.
struct AskAboutPurchase: Endpoint {
    static let route = Route(
        .post, "/v1/admin/purchases/{environment}/{transaction}/ask", access: .keys([.support]))
    let rooms: InboxRooms

    struct Input: Sendable {
        let key: StoreTransaction.Key
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["reason", "ticket"])
        guard let environment = StoreEnvironment(anyCase: call.path("environment")) else {
            throw Problem.malformed("environment")
        }
        return Input(
            key: StoreTransaction.Key(environment: environment, id: try TransactionID(call.path("transaction"))),
            byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> AskedPurchase {
        guard !rooms.apple.apis.isEmpty else { throw Problem(code: .lookupUnavailable) }
        let owner = try await rooms.transactions.find(input.key)?.owner
        try await rooms.audit.note(
            "ask_about_purchase", about: input.key, of: owner, by: caller.id, input.byHand)
        let evidence = Evidence.transactionID(input.key.id, input.key.environment)
        let purchase = try await ask(evidence)
        let news = try await rooms.intake.learn(purchase, evidence, caller: caller.id)
        return AskedPurchase(purchase: purchase, news: news, known: try await rooms.transactions.find(input.key))
    }

    private func ask(_ evidence: Evidence) async throws -> Purchase {
        switch try await rooms.intake.topups.judge.judge(evidence, waitMsMax: Limits.topupAppleWaitMs) {
        case .purchases(let purchases):
            guard let purchase = purchases.first else { throw Problem(code: .purchaseNotFound) }
            return purchase
        case .later(.transactionUnknown): throw Problem(code: .purchaseNotFound)
        case .later: throw Problem(code: .appleUnavailable)
        case .refused(let error): throw error
        }
    }
}

/// A purchase as Apple tells of it now, and what that moved.
struct AskedPurchase: Answer {
    let purchase: Purchase
    let news: PurchaseIntake.News
    /// Our row afterwards.
    let known: StoreTransaction?

    func write(to object: inout JSONWriter) {
        object.member("transaction_id", purchase.transactionID.text)
        object.member("environment", purchase.environment.rawValue)
        object.member("bundle", purchase.bundleID)
        object.member("product", purchase.productID)
        object.member("quantity", purchase.quantity.map { Int64($0) })
        object.member("purchased_at", purchase.purchasedAt.text)
        // Known before: nothing moved.
        object.member("outcome", news.outcome == .alreadyCredited ? "unchanged" : news.outcome.rawValue)
        object.member("reason", news.reason?.rawValue)
        object.member("coins_taken", news.coinsTaken)
        object.member("state", known?.credit == nil ? "not_credited" : "credited")
        writeCredit(to: &object)
        guard let word = known?.word, let revocation = word.revocation else { return }
        object.object("refund") { refund in
            refund.member("at", revocation.at.text)
            refund.member("coins", known?.credit.map { word.refundedCoins(of: $0.coins + $0.bonus) })
            refund.member("type", revocation.type)
            refund.member("percentage_milli", revocation.percentageMilli.map { Int64($0) })
        }
    }

    private func writeCredit(to object: inout JSONWriter) {
        guard let credit = known?.credit, let owner = known?.owner else { return }
        object.member("coins", credit.coins)
        object.member("bonus", credit.bonus)
        object.member("credit", WireID.credit(OperationID(wallet: owner, sequence: credit.sequence)))
    }
}
