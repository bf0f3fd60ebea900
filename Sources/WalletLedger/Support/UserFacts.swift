package import WalletDomain

package import struct FoundationEssentials.UUID

/// What is known of a user beside the coins.
package struct UserFacts: Hashable, Sendable {
    package struct Token: Hashable, Sendable {
        package let token: UUID
        package let createdAt: Instant
    }

    package let hit: UserHit
    package let createdAt: Instant
    /// Users who were merged into this one, at most `Limits.userMergesShown`.
    package let merged: [UserID]
    /// Nil: never said.
    package let consent: Bool?
    /// The newest first, at most `Limits.userTokensShown`.
    package let tokens: [Token]
    /// Up to `Limits.countedMax`.
    package let orders: Int64
}

/// How much there is in a wallet: each up to `Limits.countedMax`.
package struct WalletCounts: Hashable, Sendable {
    package let lots: Int64
    package let purchases: Int64
    package let openHolds: Int64
    package let pendingProofs: Int64
    package let refusedProofs: Int64
    package let refunds: Int64

    package static let none = WalletCounts(
        lots: 0, purchases: 0, openHolds: 0, pendingProofs: 0, refusedProofs: 0, refunds: 0)
}

/// A spend with what came back of it.
package struct SpendRecord: Hashable, Sendable {
    /// All entries of the operation.
    package let entries: [Entry]
    /// By lot, by the spend's own wallet.
    package let undone: [Int32: Int64]
}

/// A proof without its bytes.
package struct ProofLine: Hashable, Sendable {
    package let wallet: WalletID
    package let kind: StoredProof.Kind
    package let digest: [UInt8]
    package let state: ProofRecord.State
    package let attempts: Int32
    package let receivedAt: Instant
    package let nextAttemptAt: Instant?
    /// 0: erased.
    package let bytes: Int64
}

/// What Apple told about a purchase of a wallet.
package struct NotificationLine: Hashable, Sendable {
    package let id: UUID
    package let type: String
    package let subtype: String?
    package let environment: StoreEnvironment
    package let transaction: TransactionID
    package let signedAt: Instant
    package let receivedAt: Instant
    package let road: KeptNotification.Road
    /// Nil: it waits.
    package let outcome: String?
}

/// A purchase that Apple gave money back for, whoever has it.
package struct RefundLine: Hashable, Sendable {
    package let key: StoreTransaction.Key
    /// Whose it is now; nil: nobody's, or an erased user's.
    package let user: UserID?
    package let wallet: WalletID?
    package let creditedBy: Int64?
    package let product: String?
    package let coins: Int64?
    package let bonus: Int64?
    package let purchasedAt: Instant?
    package let word: StoreWord

    package var revokedAt: Instant { word.revocation?.at ?? word.signedAt }
}

package struct RefundFilter: Hashable, Sendable {
    package var environment: StoreEnvironment?
    package var product: String?
    package var wallet: WalletID?
    /// Half-open, by Apple's time of the refund.
    package var from: Instant?
    package var to: Instant?

    package init(
        environment: StoreEnvironment? = nil, product: String? = nil, wallet: WalletID? = nil, from: Instant? = nil,
        to: Instant? = nil
    ) {
        self.environment = environment
        self.product = product
        self.wallet = wallet
        self.from = from
        self.to = to
    }
}
