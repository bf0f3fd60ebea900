package import WalletDomain

package import struct FoundationEssentials.UUID

/// The merge of one user into another, as it was asked for.
package struct UserMerge: Hashable, Sendable {
    package enum State: Int16, Sendable {
        case underWay = 1
        case done = 2
        /// Holds were open: nothing happened.
        case givenUp = 3
    }

    package let user: UserID
    /// As it was named; that account may have been merged itself since.
    package let into: UserID
    package let merge: UUID
    package let caller: CallerID
    package let idempotency: Idempotency
    package let state: State
    /// Where the account had no wallet and got the guest's as it is.
    package let handedOver: [StoreEnvironment]
    package let doneAt: Instant?

    package init(
        user: UserID, into: UserID, merge: UUID, caller: CallerID, idempotency: Idempotency,
        state: State = .underWay, handedOver: [StoreEnvironment] = [], doneAt: Instant? = nil
    ) {
        self.user = user
        self.into = into
        self.merge = merge
        self.caller = caller
        self.idempotency = idempotency
        self.state = state
        self.handedOver = handedOver
        self.doneAt = doneAt
    }
}

/// Two wallets of one environment that are to become one.
package struct WalletPair: Hashable, Sendable {
    package let environment: StoreEnvironment
    package let source: WalletID
    package let target: WalletID
}

/// What there is to do for a merge now.
package enum MergePlan: Sendable {
    /// These first: a wallet of theirs is on its way.
    case after([UserMerge])
    case move([WalletPair], UserMerge)
    /// Now or before.
    case done(UserMerge)
    case refused(WalletError)
}
