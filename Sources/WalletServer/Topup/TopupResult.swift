internal import WalletDomain

/// What became of a proof: every purchase in it, in the order of the proof.
struct TopupResult: Sendable {
    /// Set if the proof is kept where the submitter can ask for it.
    let id: String?
    let verdicts: [PurchaseVerdict]
    /// Set if nobody could look into the proof yet: which purchases it proves is not known.
    let waitsFor: PendingReason?
    /// Set if the proof was waited for in vain.
    let ended: ProblemCode?

    init(
        id: String?, _ verdicts: [PurchaseVerdict], waitsFor: PendingReason? = nil, ended: ProblemCode? = nil
    ) {
        self.id = id
        self.verdicts = verdicts
        self.waitsFor = waitsFor
        self.ended = ended
    }

    /// Whether the app may finish all of it. A proof without any purchase settles nothing.
    var finish: Bool { !verdicts.isEmpty && verdicts.allSatisfy(\.finish) }

    var isPending: Bool { waitsFor != nil || verdicts.contains(where: \.isPending) }

    var isCredited: Bool {
        verdicts.contains { verdict in
            switch verdict.state {
            case .credited, .alreadyCredited: true
            case .pending, .refused: false
            }
        }
    }

    /// 202 if one is pending; else 200 if one is or was credited; else the problem of the first.
    fileprivate var refusal: ProblemCode? {
        guard !isPending, !isCredited else { return nil }
        if let ended { return ended }
        guard case .refused(let code, _) = verdicts.first?.state else { return .nothingToCredit }
        return code
    }
}

struct TopupAnswer: Answer {
    let result: TopupResult

    var status: Int { result.isPending ? 202 : 200 }
    var problem: Problem? { result.refusal.map { Problem(code: $0) } }

    func write(to object: inout JSONWriter) {
        object.member("topup", result.id)
        object.member("finish", result.finish)
        object.member("reason", result.waitsFor?.rawValue ?? result.ended?.rawValue)
        object.array("purchases") { list in
            for verdict in result.verdicts { list.object { $0.verdict(verdict) } }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func verdict(_ verdict: PurchaseVerdict) {
        member("transaction_id", verdict.purchase.transactionID.text)
        member("product", verdict.purchase.productID)
        member("environment", verdict.purchase.environment.rawValue)
        member("state", verdict.stateName)
        switch verdict.state {
        case .credited(let operation, let coins, let bonus):
            member("coins", coins + bonus)
            member("credit", WireID.credit(operation))
        case .alreadyCredited(let operation): member("credit", WireID.credit(operation))
        case .pending, .refused: break
        }
        member("finish", verdict.finish)
        member("reason", verdict.reason)
    }
}
