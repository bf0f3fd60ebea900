/// What reads the books as they are worked out, wallet by wallet: each report is one of these.
///
/// Entries of one wallet come in their order; wallets come in the journal's (bucket, then wallet). Whoever wants them
/// by day sorts them. What stands in no wallet (settlements) comes last.
package protocol BooksAudience {
    mutating func hear(_ entry: PostedEntry) throws
    /// A wallet as it stands at the end of the run.
    mutating func hear(_ wallet: WalletAtEnd) throws
    /// Last of all, where Apple reported anything.
    mutating func hear(_ apple: AppleAtEnd) throws
}

extension BooksAudience {
    package mutating func hear(_ apple: AppleAtEnd) throws {}
}

/// A wallet's books at the end of a run, and what is known of each lot beside its counters.
package struct WalletAtEnd: Sendable {
    package struct LotFacts: Sendable {
        package var name: String
        package var acquiredAt: Instant
        /// Days since 1970, in the books' zone.
        package var acquiredDay: Int64
        package var expiresAt: Instant?
        package var lastDay: Int64
        package var sale: SaleFacts?
        /// Nil: no money, or nobody knows it yet.
        package var money: LearnedMoney?

        package init(
            name: String, acquiredAt: Instant, acquiredDay: Int64, expiresAt: Instant? = nil, lastDay: Int64,
            sale: SaleFacts? = nil, money: LearnedMoney? = nil
        ) {
            self.name = name
            self.acquiredAt = acquiredAt
            self.acquiredDay = acquiredDay
            self.expiresAt = expiresAt
            self.lastDay = lastDay
            self.sale = sale
            self.money = money
        }
    }

    package let wallet: WalletID
    /// A pseudonym.
    package let user: String
    package let books: WalletBooks
    package let lots: [Int32: LotFacts]

    package init(wallet: WalletID, user: String, books: WalletBooks, lots: [Int32: LotFacts]) {
        self.wallet = wallet
        self.user = user
        self.books = books
        self.lots = lots
    }
}
