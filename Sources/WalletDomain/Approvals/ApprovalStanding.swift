/// Where an approval stands, as far as it matters for who may decide about it.
///
/// Twin: the CHECKs `approvals_second` and `approvals_decided` in `Migrations/0015_support_wallets.sql`.
package struct ApprovalStanding: Hashable, Sendable {
    package enum State: Int16, CaseIterable, Sendable {
        case open = 1
        /// To be carried out.
        case approved = 2
        case done = 3
        case rejected = 4
        /// The ledger refused it when it was carried out.
        case refused = 5
    }

    package enum Verdict: Hashable, Sendable {
        case approve
        case reject
    }

    package enum Step: Hashable, Sendable {
        /// The verdict is to be written down.
        case decide
        /// The same person said the same before.
        case again
    }

    package let state: State
    package let proposer: CallerID
    package let decider: CallerID?
    package let expiresAt: Instant

    package init(state: State, proposer: CallerID, decider: CallerID?, expiresAt: Instant) {
        self.state = state
        self.proposer = proposer
        self.decider = decider
        self.expiresAt = expiresAt
    }

    package func decide(
        _ verdict: Verdict, by caller: CallerID, at moment: Instant
    ) throws(WalletError) -> Step {
        guard caller != proposer else { throw .secondPersonNeeded }
        switch (state, verdict) {
        case (.open, _):
            guard moment <= expiresAt else { throw .approvalExpired }
            return .decide
        case (.approved, .approve), (.done, .approve), (.refused, .approve), (.rejected, .reject):
            guard decider == caller else { throw .approvalDecided }
            return .again
        case (.approved, .reject), (.done, .reject), (.refused, .reject), (.rejected, .approve):
            throw .approvalDecided
        }
    }
}
