/// The choices of an accountant that change how events are posted.
package struct BooksPolicy: Hashable, Sendable {
    /// Whether Apple's cut is an expense of ours, or never ours.
    package enum Presentation: Sendable {
        case gross
        case net
    }

    package enum TaxMode: Sendable {
        /// Apple collects and pays it: it stands in no account.
        case platform
        /// We owe it when coins are sold.
        case operatorAtSale
        /// We owe it when coins are used.
        case operatorAtSpend
    }

    /// What bonus coins of a sale get of its price.
    package enum BonusAllocation: Sendable {
        case proRata
        case zero
    }

    package var presentation = Presentation.gross
    package var taxMode = TaxMode.platform
    /// At use, in hundredths of a percent of the price without it.
    package var taxRateBP: Int64 = 0
    package var bonusAllocation = BonusAllocation.proRata

    package init() {}

    /// What of a gross amount of used coins is tax that we owe.
    func taxAtUse(of gross: Int64) -> Int64 {
        switch taxMode {
        case .platform, .operatorAtSale: return 0
        case .operatorAtSpend:
            let tax = Shares.floor(abs(gross), taxRateBP, of: 10_000 + taxRateBP)
            return gross < 0 ? -tax : tax
        }
    }
}
