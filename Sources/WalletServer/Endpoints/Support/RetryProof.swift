internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// A proof is looked at again at once, also one that was refused: settings, products and tokens may be others by now.
struct RetryProof: Endpoint {
    static let route = Route(.post, "/v1/admin/proofs/{topup}/retry", access: .keys([.support]))
    let topups: TopupService
    let proofs: ProofStore
    let directory: Directory

    struct Input: Sendable {
        let id: String
        let wallet: WalletID
        let digestPrefix: [UInt8]
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["reason", "ticket"])
        let id = call.path("topup")
        guard let parts = WireID.parseTopup(id) else { throw Problem(code: .topupNotFound) }
        return Input(id: id, wallet: parts.wallet, digestPrefix: parts.digestPrefix, byHand: try call.act(body))
    }

    /// What is credited or refused now the job settles with its next look.
    func run(_ input: Input, as caller: Caller) async throws -> TopupStatusAnswer {
        guard let user = try await directory.user(of: input.wallet),
            let record = try await proofs.retry(
                input.wallet, digestPrefix: input.digestPrefix, by: caller.id, input.byHand)
        else { throw Problem(code: .topupNotFound) }
        let submission = TopupService.Submission(
            proof: try Evidence(record.proof), submitter: user, caller: caller.id)
        let result = try await topups.look(
            at: record, submission, looksBefore: record.attempts, id: input.id, waitMsMax: Limits.topupAppleWaitMs)
        return TopupStatusAnswer(result: result)
    }
}
