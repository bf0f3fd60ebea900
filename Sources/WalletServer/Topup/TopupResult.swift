internal import WalletDomain

/// What became of a proof: every purchase in it, in the order of the proof.
struct TopupResult: Sendable {
    /// Set if the proof is kept where the submitter can ask for it.
    let id: String?
    let verdicts: [PurchaseVerdict]

    init(id: String?, _ verdicts: [PurchaseVerdict]) {
        self.id = id
        self.verdicts = verdicts
    }

    /// Whether the app may finish all of it. A proof without any purchase settles nothing.
    var finish: Bool { !verdicts.isEmpty && verdicts.allSatisfy(\.finish) }

    var isPending: Bool { verdicts.contains(where: \.isPending) }

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
