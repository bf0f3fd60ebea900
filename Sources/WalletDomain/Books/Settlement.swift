/// What Apple reports and pays. The sale's own figures were an expectation; the difference has an account of its own.
package enum Settlement {
    /// One group of sales in Apple's report.
    package struct Row: Hashable, Sendable {
        package let currency: Currency
        /// What the books expected.
        package let accrued: Int64
        package let proceeds: Int64
        /// Of the proceeds.
        package let paidIn: Currency

        /// - Parameter paidIn: nil: the customer's own currency, as almost everywhere.
        package init(currency: Currency, accrued: Int64, proceeds: Int64, paidIn: Currency? = nil) {
            self.currency = currency
            self.accrued = accrued
            self.proceeds = proceeds
            self.paidIn = paidIn ?? currency
        }
    }

    /// What a payment clears, in one currency of Apple's report.
    package struct Cleared: Hashable, Sendable {
        package let currency: Currency
        package let amount: Int64
        /// Of it, tax that Apple withheld for us.
        package let withheld: Int64

        package init(currency: Currency, amount: Int64, withheld: Int64 = 0) {
            self.currency = currency
            self.amount = amount
            self.withheld = withheld
        }
    }

    /// What is settled in another currency than it was expected in has both legs in `exchange`, as a payment has.
    package static func settled(_ rows: [Row]) -> BookEntry {
        var entry = BookEntry(.settled)
        for row in rows {
            let (unit, paid) = (BooksUnit.money(row.currency), BooksUnit.money(row.paidIn))
            entry.debit(.settled, row.proceeds, paid)
            entry.credit(.accrued, row.accrued, unit)
            if unit == paid {
                entry.debit(.settlementDifference, row.accrued - row.proceeds, unit)
            } else {
                entry.debit(.exchange, row.accrued, unit)
                entry.credit(.exchange, row.proceeds, paid)
            }
        }
        return entry
    }

    /// Both legs of an exchange stand in `exchange`; what arrived without one only cancels itself there.
    package static func paid(_ bank: Currency, _ amount: Int64, clearing: [Cleared]) -> BookEntry {
        var entry = BookEntry(.paid)
        entry.debit(.bank, amount, .money(bank))
        entry.credit(.exchange, amount, .money(bank))
        for cleared in clearing {
            let unit = BooksUnit.money(cleared.currency)
            entry.credit(.settled, cleared.amount, unit)
            entry.debit(.withheldTax, cleared.withheld, unit)
            entry.debit(.exchange, cleared.amount - cleared.withheld, unit)
        }
        return entry
    }
}
