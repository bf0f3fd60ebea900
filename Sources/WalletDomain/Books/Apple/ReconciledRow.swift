/// One group of a fiscal month three ways: the ledger, Apple's sales, Apple's settlement. A row of report R12.
package struct ReconciledRow: Hashable, Sendable {
    package enum Status: String, CaseIterable, Sendable {
        case match
        /// Sold near an edge of the month, or waiting for its settlement: nothing is wrong yet.
        case timing
        /// As many units, for other money.
        case price
        case missingInApple = "missing_in_apple"
        case missingInLedger = "missing_in_ledger"
    }

    package let group: AppleReport.Group
    package let month: FiscalMonth
    package internal(set) var status = Status.match
    /// Negative in returns, like all figures of them.
    package internal(set) var ledgerUnits: Int64 = 0
    /// Nil: not every day of the month has a report.
    package internal(set) var salesUnits: Int64?
    /// Nil: the month has no financial report.
    package internal(set) var settledUnits: Int64?
    package internal(set) var inTransitUnits: Int64 = 0
    /// Days since 1970, as Apple counts them.
    package internal(set) var oldestInTransit: Int64?
    /// What the books expected for the units that were settled.
    package internal(set) var accruedProceeds: Int64 = 0
    package internal(set) var settledProceeds: Int64 = 0
    package internal(set) var proceedsCurrency: Currency?
    /// Settled, and unknown to the ledger: its proceeds are in `settledProceeds` too.
    package internal(set) var strangeUnits: Int64 = 0
    package internal(set) var strangeProceeds: Int64 = 0

    init(_ group: AppleReport.Group, _ month: FiscalMonth) {
        self.group = group
        self.month = month
    }

    /// Nil: two currencies have none.
    package var difference: Int64? {
        proceedsCurrency ?? group.customerCurrency == group.customerCurrency ? accruedProceeds - settledProceeds : nil
    }

    /// What leaves the account of expected proceeds: for units that the ledger does not know, what Apple settles.
    package var booked: Settlement.Row {
        let currency = proceedsCurrency ?? group.customerCurrency
        let strange = currency == group.customerCurrency ? strangeProceeds : 0
        return Settlement.Row(
            currency: group.customerCurrency, accrued: accruedProceeds + strange, proceeds: settledProceeds,
            paidIn: currency)
    }
}
