package import WalletDomain

/// A proof that is kept: what it is, where it stands, when it is looked at again.
package struct ProofRecord: Hashable, Sendable {
    package enum State: Int16, Sendable {
        case credited = 1
        /// Genuine or not, it cannot be judged yet.
        case pending = 2
        case refused = 3
    }

    /// Who brought it.
    package let wallet: WalletID
    package let proof: StoredProof
    package let state: State
    /// Looks by the job; if it was taken up, this one included.
    package let attempts: Int32
    package let receivedAt: Instant
    /// Nil unless pending.
    package let nextAttemptAt: Instant?

    package init(
        wallet: WalletID, proof: StoredProof, state: State, attempts: Int32, receivedAt: Instant,
        nextAttemptAt: Instant?
    ) {
        self.wallet = wallet
        self.proof = proof
        self.state = state
        self.attempts = attempts
        self.receivedAt = receivedAt
        self.nextAttemptAt = nextAttemptAt
    }
}
