package import WalletDomain

/// A wallet as its owner sees it, at one moment of the database's clock.
package struct WalletSummary: Hashable, Sendable {
    package struct Expiry: Hashable, Sendable {
        package let at: Instant
        /// Promo coins that end then, held ones included.
        package let coins: Int64

        package init(at: Instant, coins: Int64) {
            self.at = at
            self.coins = coins
        }
    }

    package let status: WalletState.Status
    /// As the journal has them.
    package let balances: Balances
    /// Promo coins whose time is over although no entry says so yet: nobody can spend them.
    package let expired: Int64
    /// Coins of holds whose time is over although no entry says so yet: nobody holds them any more.
    package let letGo: Int64
    /// Those of them that expire with that.
    package let letGoExpired: Int64
    package let nextExpiry: Expiry?
    /// Sequence of the wallet's last entry: it grows with every change.
    package let version: Int64

    package init(
        status: WalletState.Status, balances: Balances, expired: Int64, letGo: Int64 = 0, letGoExpired: Int64 = 0,
        nextExpiry: Expiry?, version: Int64
    ) {
        self.status = status
        self.balances = balances
        self.expired = expired
        self.letGo = letGo
        self.letGoExpired = letGoExpired
        self.nextExpiry = nextExpiry
        self.version = version
    }

    /// A user never seen, or a wallet that nothing has happened to.
    package static let empty = WalletSummary(
        status: .open, balances: .zero, expired: 0, nextExpiry: nil, version: 0)

    /// What can be spent.
    package var available: Int64 { balances.total - held - expired - letGoExpired }

    package var held: Int64 { balances.held - letGo }

    package var promo: Int64 { balances.promo - expired - letGoExpired }
}
