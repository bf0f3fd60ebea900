package import WalletDomain

/// One entry as an export needs it: narrower than `Entry`, because a report reads millions of them.
package struct JournalRow: Sendable {
    package var wallet: WalletID
    package var sequence: Int64
    /// Sequence of the operation's first entry.
    package var operation: Int64
    package var at: Instant
    package var kind: EntryKind
    package var debit: Account
    package var credit: Account
    package var coins: Int64
    /// The wallet's figures after this entry; what is held is not read.
    package var after: Balances
    /// The lots that the entry touches and how many coins of each; both empty for a free spend.
    package var lots: [Int32]
    package var lotCoins: [Int64]
    package var item: String?
    package var product: String?
    package var transaction: String?
    /// What the customer paid, on the first entry of a sale; nil elsewhere and where Apple did not tell.
    package var price: StorePrice?

    package init(
        wallet: WalletID, sequence: Int64, operation: Int64, at: Instant, kind: EntryKind, debit: Account,
        credit: Account, coins: Int64, after: Balances, lots: [Int32], lotCoins: [Int64], item: String? = nil,
        product: String? = nil, transaction: String? = nil, price: StorePrice? = nil
    ) {
        self.wallet = wallet
        self.sequence = sequence
        self.operation = operation
        self.at = at
        self.kind = kind
        self.debit = debit
        self.credit = credit
        self.coins = coins
        self.after = after
        self.lots = lots
        self.lotCoins = lotCoins
        self.item = item
        self.product = product
        self.transaction = transaction
        self.price = price
    }

    /// The entry that carries the price of its purchase: the paid coins. Bonus coins of the pack are not paid again.
    package var carriesPrice: Bool { kind == .sold && credit == .paid }
}
