package import WalletDomain

package import struct FoundationEssentials.UUID

/// Apple's question how much of a purchase was used.
package struct ConsumptionQuestion: Hashable, Sendable {
    /// The notification that asked.
    package let id: UUID
    package let environment: StoreEnvironment
    package let transactionID: TransactionID
    package let bundle: String
    package let askedAt: Instant
    /// After it Apple does not wait any more.
    package let deadline: Instant
    /// This one included.
    package let attempts: Int32

    package init(
        id: UUID, environment: StoreEnvironment, transactionID: TransactionID, bundle: String, askedAt: Instant,
        deadline: Instant, attempts: Int32 = 0
    ) {
        self.id = id
        self.environment = environment
        self.transactionID = transactionID
        self.bundle = bundle
        self.askedAt = askedAt
        self.deadline = deadline
        self.attempts = attempts
    }
}

/// What our books say about the purchase that was asked about.
package struct ConsumptionFacts: Hashable, Sendable {
    /// Nil: the user said nothing.
    package let consent: Bool?
    /// Of the purchase's own lots; 0 if it never became coins.
    package let issued: Int64
    package let consumed: Int64
}

package enum ConsumptionEnd: Hashable, Sendable {
    case answered(consumedMilli: Int, preference: String?)
    /// Nobody consented, or nobody's coins: nothing was sent.
    case withheld
    case missed
    /// Apple said no, for good.
    case refused

    var code: Int16 {
        switch self {
        case .answered: 2
        case .withheld: 3
        case .missed: 4
        case .refused: 5
        }
    }
}
