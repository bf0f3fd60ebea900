internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// A proof of purchase becomes coins. Needs no idempotency key: its purchases are their own keys, and a repeat tells
/// today's state.
struct SubmitTopup: Endpoint {
    static let route = Route(
        .post, "/v1/topups", access: .keys([.topup]), bodyBytesMax: Limits.topupBodyBytesMax,
        // The app keeps the transaction until it hears that it may finish it.
        refusalFact: .flag("finish", false))
    let topups: TopupService
    let orders: OrderCheck
    let watch: TopupWatch
    /// Whether Apple can be asked about a bare transaction id.
    let canLookUp: Bool

    struct Input: Sendable {
        let user: UserID
        let order: String?
        let proof: Evidence
        let requestID: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["user", "order", "signed_transaction", "receipt", "transaction_id"])
        return Input(
            user: try call.user(in: body), order: try body.optionalText("order"), proof: try proof(body),
            requestID: call.requestID)
    }

    /// Exactly one of the three.
    private func proof(_ body: JSONObject) throws -> Evidence {
        let token = try body.optionalText("signed_transaction")
        let receipt = try body.optionalText("receipt")
        let transactionID = try body.optionalText("transaction_id")
        switch (token, receipt, transactionID) {
        case (let token?, nil, nil): return .proof(.signedTransaction(token))
        case (nil, let receipt?, nil): return .proof(.receipt(receipt))
        case (nil, nil, let id?):
            guard canLookUp else { throw Problem(code: .lookupUnavailable) }
            return .transactionID(try TransactionID(id), nil)
        case (nil, nil, nil): throw JSONError.missing("signed_transaction")
        default: throw Problem.malformed("receipt")
        }
    }

    func run(_ input: Input, as caller: Caller) async throws -> TopupAnswer {
        let user = try await topups.directory.account(of: input.user)
        if let order = input.order { try await orders.require(order, isOf: user) }
        do {
            let submission = TopupService.Submission(proof: input.proof, submitter: user, caller: caller.id)
            let result = try await topups.submit(submission)
            watch.note(result, requestID: input.requestID)
            return TopupAnswer(result: result)
        } catch let error as ProofError {
            watch.note(error, requestID: input.requestID)
            throw Problem(error)
        }
    }
}
