/// The five figures of a wallet. `paid`, `bonus` and `promo` include held coins.
///
/// Twin: the columns and CHECKs of `wallets` in `Migrations/0001_create_wallet.sql`.
package struct Balances: Hashable, Sendable {
    package var paid: Int64
    package var bonus: Int64
    package var promo: Int64
    package var held: Int64
    package var debt: Int64

    package static let zero = Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 0)

    package init(paid: Int64, bonus: Int64, promo: Int64, held: Int64, debt: Int64) {
        self.paid = paid
        self.bonus = bonus
        self.promo = promo
        self.held = held
        self.debt = debt
    }

    /// What is in the wallet, held coins included. At most `CoinAmount.coinsMax` (checked at each credit).
    package var total: Int64 { paid + bonus + promo }

    package var available: Int64 { total - held }

    /// Moves `coins` into (positive) or out of a user's account. Debt is owed: a debit of the account raises it.
    package mutating func move(_ coins: Int64, on account: Account) {
        switch account {
        case .paid: paid += coins
        case .bonus: bonus += coins
        case .promo: promo += coins
        case .debt: debt -= coins
        case .sold, .bonusIssued, .granted, .spent, .clawedBack, .refundReversed, .expired, .adjusted, .writtenOff,
            .moved:
            return
        }
    }
}
