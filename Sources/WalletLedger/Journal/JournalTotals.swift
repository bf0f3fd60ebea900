package import WalletDomain

/// What a part of the journal adds up to. The database counts one, an export's lines another: they must agree.
package struct JournalTotals: Hashable, Sendable {
    /// Coins went from a debit to a credit account.
    package struct Move: Hashable, Sendable {
        package let debit: Account
        package let credit: Account

        package init(debit: Account, credit: Account) {
            self.debit = debit
            self.credit = credit
        }
    }

    package struct Flow: Hashable, Sendable {
        package var coins: Int64
        package var entries: Int64
        /// One for each lot that an entry touches, one for an entry that touches none.
        package var lines: Int64

        package init(coins: Int64, entries: Int64, lines: Int64) {
            self.coins = coins
            self.entries = entries
            self.lines = lines
        }
    }

    /// Sales of one currency. Unit of `milliunits`: a thousandth of the currency's unit.
    package struct Sales: Hashable, Sendable {
        package var milliunits: Int64
        package var count: Int64

        package init(milliunits: Int64, count: Int64) {
            self.milliunits = milliunits
            self.count = count
        }
    }

    package var flows: [Move: Flow]
    /// By ISO 4217 code; never added together.
    package var sales: [String: Sales]
    package var salesOfUnknownPrice: Int64

    package init(flows: [Move: Flow] = [:], sales: [String: Sales] = [:], salesOfUnknownPrice: Int64 = 0) {
        self.flows = flows
        self.sales = sales
        self.salesOfUnknownPrice = salesOfUnknownPrice
    }
}
