package import WalletDomain

package import struct FoundationEssentials.UUID

/// What a person asked for under the eyes of a second one, or alone within the limits. Twin: table `approvals` in
/// `Migrations/0015_support_wallets.sql`.
package struct Approval: Hashable, Sendable {
    package let id: UUID
    package let act: ApprovedAct
    package let wallet: WalletID
    package let environment: StoreEnvironment
    /// Whose wallet it is now; nil: nobody's any more.
    package let user: UserID?
    package let reason: Note
    package let proposer: CallerID
    package let proposerName: String
    package let origin: String
    package let fingerprint: UUID
    package let proposedAt: Instant
    package let expiresAt: Instant
    package let needsSecond: Bool
    package let state: ApprovalStanding.State
    package let decision: Decision?
    package let settledAt: Instant?
    /// Where it was carried out.
    package let operation: OperationID?
    /// Why the ledger refused it: a problem's code.
    package let refusal: String?
    /// It waited for too long, and nobody decided.
    package let isExpired: Bool

    package struct Decision: Hashable, Sendable {
        package let decider: CallerID
        package let deciderName: String
        package let at: Instant
        /// Of a rejection.
        package let reason: String?
    }

    var standing: ApprovalStanding {
        ApprovalStanding(state: state, proposer: proposer, decider: decision?.decider, expiresAt: expiresAt)
    }
}

/// What is asked for.
package struct Proposal: Sendable {
    package let id: UUID
    package let act: ApprovedAct
    package let wallet: WalletID
    package let environment: StoreEnvironment
    package let reason: Note
    package let proposer: CallerID
    package let origin: String
    package let idempotency: Idempotency

    /// - Parameter id: random; the idempotency key of what is carried out.
    package init(
        id: UUID, act: ApprovedAct, wallet: WalletID, environment: StoreEnvironment, reason: Note, proposer: CallerID,
        origin: String, idempotency: Idempotency
    ) {
        self.id = id
        self.act = act
        self.wallet = wallet
        self.environment = environment
        self.reason = reason
        self.proposer = proposer
        self.origin = origin
        self.idempotency = idempotency
    }
}

/// Which approvals a list shows.
package enum ApprovalFilter: String, CaseIterable, Sendable {
    /// Somebody must decide.
    case open
    case approved
    case done
    case rejected
    case refused
    case expired
}
