package import WalletDomain

package import struct FoundationEssentials.UUID

/// What leads to a user.
package enum UserSearch: Hashable, Sendable {
    case user(UserID)
    /// Of user ids, by bytes; those after `cursor`.
    case prefix(String, after: UserID?)
    case wallet(WalletID)
    /// Apple's id, in either store.
    case transaction(TransactionID)
    case order(UUID)
    case token(UUID)
}

/// A user who was found, and where the coins are.
package struct UserHit: Hashable, Sendable {
    package struct Place: Hashable, Sendable {
        package let environment: StoreEnvironment
        package let wallet: WalletID
    }

    package let user: UserID
    /// The account that the user was merged into.
    package let mergedInto: UserID?
    package let isTester: Bool
    /// Of the account; none if nothing happened yet.
    package let wallets: [Place]
}
