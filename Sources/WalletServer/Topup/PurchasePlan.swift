internal import WalletDomain
internal import WalletLedger

/// What to do about one purchase. Pure: everything that is known comes in, nothing is asked.
enum PurchasePlan: Hashable, Sendable {
    case credit(UserID, PurchaseWorth)
    case wait(PendingReason)
    case refuse(ProblemCode)

    var isWaiting: Bool {
        switch self {
        case .wait: true
        case .credit, .refuse: false
        }
    }

    /// What is known about a purchase and those around it.
    struct Facts: Sendable {
        let submitter: UserID
        /// Of the purchase's token; nil if nobody registered it.
        let tokenOwner: UserID?
        /// That sells the product in its bundle.
        let pack: Pack?
        let policy: SandboxPolicy
        let isTester: @Sendable (UserID) -> Bool
        /// A person said that its product is none of ours.
        var isForeign = false
    }

    /// The order matters: what is final comes first, and the environment before any question of ownership.
    init(_ purchase: Purchase, _ facts: Facts) {
        guard facts.policy.allows(purchase.environment, isTester: facts.isTester(facts.submitter)) else {
            self = .refuse(.sandboxNotAllowed)
            return
        }
        if let refusal = Self.refusal(purchase) {
            self = .refuse(refusal)
            return
        }
        let plan = Self.credit(purchase, facts)
        // What is refunded waits for nothing. What could be credited goes to the Writer, who keeps the word.
        self = plan.isWaiting && purchase.revocation?.isFull == true ? .refuse(.revoked) : plan
    }

    /// Refused by name and for good.
    static func refusal(_ purchase: Purchase) -> ProblemCode? {
        if case .other = purchase.kind { return .notConsumable }
        if case .other = purchase.ownership { return .notPurchased }
        return nil
    }

    private static func credit(_ purchase: Purchase, _ facts: Facts) -> PurchasePlan {
        guard purchase.quantity != nil else { return .wait(.review) }
        // A pack says more than a person who looks from outside.
        if facts.pack == nil, facts.isForeign { return .refuse(.productNotOurs) }
        guard let pack = facts.pack, pack.version(at: purchase.purchasedAt) != nil else { return .wait(.product) }
        if purchase.appAccountToken != nil, facts.tokenOwner == nil { return .wait(.unknownOwner) }
        let owner = facts.tokenOwner ?? facts.submitter
        guard facts.policy.allows(purchase.environment, isTester: facts.isTester(owner)) else {
            return .refuse(.sandboxNotAllowed)
        }
        guard let worth = PurchaseWorth(purchase, in: pack) else { return .wait(.review) }
        return .credit(owner, worth)
    }
}
