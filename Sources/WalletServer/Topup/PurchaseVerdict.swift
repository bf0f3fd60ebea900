internal import WalletDomain

/// What became of one purchase of a top-up.
struct PurchaseVerdict: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case credited(OperationID, coins: Int64, bonus: Int64)
        /// By the submitter's own wallet, earlier or by another way.
        case alreadyCredited(OperationID)
        case pending(PendingReason)
        /// - Parameter isFinal: whether the app may finish the transaction.
        case refused(ProblemCode, isFinal: Bool)
    }

    let purchase: Purchase
    let state: State

    /// Whether the app may finish the transaction: only after the commit, or on a final refusal.
    var finish: Bool {
        switch state {
        case .credited, .alreadyCredited: true
        case .pending: false
        case .refused(_, let isFinal): isFinal
        }
    }

    var isPending: Bool {
        switch state {
        case .pending: true
        case .credited, .alreadyCredited, .refused: false
        }
    }

    /// Where a proof that credited something is kept.
    func topupID(_ proof: StoredProof) -> String? {
        switch state {
        case .credited(let operation, _, _): WireID.topup(operation.wallet, proof)
        case .alreadyCredited, .pending, .refused: nil
        }
    }

    var stateName: String {
        switch state {
        case .credited: "credited"
        case .alreadyCredited: "already_credited"
        case .pending: "pending"
        case .refused: "refused"
        }
    }

    var reason: String? {
        switch state {
        case .credited, .alreadyCredited: nil
        case .pending(let reason): reason.rawValue
        case .refused(let code, _): code.rawValue
        }
    }
}

/// Why a purchase waits. None of it is the customer's fault, so nothing is refused.
enum PendingReason: String, CaseIterable, Hashable, Sendable {
    /// No pack sells the product yet.
    case product = "pending_product"
    /// Nobody has registered the purchase's token yet.
    case unknownOwner = "unknown_owner"
    /// Apple must be asked and does not answer.
    case apple = "apple_unavailable"
    /// Apple knows no such transaction yet.
    case transactionUnknown = "transaction_unknown"
    /// An impossible quantity, or more coins than a wallet can hold: a person must look.
    case review = "held_for_review"
}
