internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Where a top-up stands today. A look is also a try: what can be credited by now is.
struct ReadTopup: Endpoint {
    static let route = Route(.get, "/v1/topups/{topup}", access: .keys([.topup]))
    let topups: TopupService
    let proofs: ProofStore
    let directory: Directory

    struct Input: Sendable {
        let id: String
        let wallet: WalletID
        let digestPrefix: [UInt8]
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let id = call.path("topup")
        guard let parts = WireID.parseTopup(id) else { throw Problem(code: .topupNotFound) }
        return Input(id: id, wallet: parts.wallet, digestPrefix: parts.digestPrefix)
    }

    func run(_ input: Input, as caller: Caller) async throws -> TopupStatusAnswer {
        guard let record = try await proofs.find(input.wallet, digestPrefix: input.digestPrefix),
            let user = try await directory.user(of: input.wallet)
        else { throw Problem(code: .topupNotFound) }
        let submission = TopupService.Submission(
            proof: try Evidence(record.proof), submitter: user, caller: caller.id)
        let result = try await topups.look(
            at: record, submission, looksBefore: record.attempts, id: input.id, waitMsMax: Limits.topupAppleWaitMs)
        return TopupStatusAnswer(result: result)
    }
}

/// As `TopupAnswer`, but a look is always 200: the states tell the rest.
struct TopupStatusAnswer: Answer {
    let result: TopupResult
    func write(to object: inout JSONWriter) { TopupAnswer(result: result).write(to: &object) }
}
