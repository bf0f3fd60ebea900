internal import WalletDomain
internal import WalletLedger

/// What a purchase gives: the coins of the pack's version at Apple's purchase date, for the whole quantity.
struct PurchaseWorth: Hashable, Sendable {
    let pack: PackID
    let version: Int32
    let coins: CoinAmount
    let bonus: CoinAmount

    init(pack: PackID, version: Int32, coins: CoinAmount, bonus: CoinAmount) {
        (self.pack, self.version, self.coins, self.bonus) = (pack, version, coins, bonus)
    }

    /// Nil if it cannot be told: an impossible quantity, more coins than there can be, or no version at all.
    init?(_ purchase: Purchase, in pack: Pack) {
        guard let quantity = purchase.quantity, let version = pack.version(at: purchase.purchasedAt) else { return nil }
        do throws(WalletError) {
            coins = try version.coins.times(Int64(quantity))
            bonus = try version.bonus.times(Int64(quantity))
        } catch {
            return nil
        }
        self.pack = pack.id
        self.version = version.number
    }
}

extension CreditPurchase {
    init(_ purchase: Purchase, _ worth: PurchaseWorth, proof: StoredProof) {
        self.init(
            purchase: purchase, pack: worth.pack, packVersion: worth.version, coins: worth.coins, bonus: worth.bonus,
            proof: proof)
    }
}
