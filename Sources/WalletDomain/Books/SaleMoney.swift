/// What a sale brought: whole minor units of one currency.
package struct SaleMoney: Hashable, Sendable {
    package let currency: Currency
    /// What the customer paid, tax included.
    package let price: Int64
    package let tax: Int64
    /// Apple's cut.
    package let commission: Int64

    /// Why a sale cannot be booked as it is told.
    package enum Refusal: Error, Equatable, Sendable {
        case unknownCurrency(String)
        /// Not a whole number of minor units.
        case fraction
        case notPositive
        /// Tax or commission are more than the price.
        case moreThanPrice
    }

    /// Apple takes its cut of what is left without tax.
    /// - Parameters:
    ///   - commissionBP: hundredths of a percent.
    ///   - commission: where the catalogue of price points says it; else it is computed.
    package init(
        price: StorePrice, tax: Int64, commissionBP: Int64, commission: Int64? = nil
    ) throws(Refusal) {
        guard let currency = Currency(price.currency) else { throw .unknownCurrency(price.currency) }
        guard let minor = currency.minorUnits(ofMilliunits: price.milliunits) else { throw .fraction }
        guard minor > 0, tax >= 0, commissionBP >= 0 else { throw .notPositive }
        guard tax <= minor else { throw .moreThanPrice }
        self.currency = currency
        self.price = minor
        self.tax = tax
        self.commission = commission ?? Shares.halfUp(minor - tax, commissionBP, of: 10_000)
        guard self.commission >= 0, self.commission <= minor - tax else { throw .moreThanPrice }
    }

    /// What the sale's lots carry, and what of it is deferred as Apple's cut.
    func carried(_ policy: BooksPolicy) -> (amount: Int64, commission: Int64) {
        let withoutTax = policy.taxMode == .operatorAtSpend ? price : price - tax
        switch policy.presentation {
        case .gross: return (withoutTax, commission)
        case .net: return (withoutTax - commission, 0)
        }
    }
}
