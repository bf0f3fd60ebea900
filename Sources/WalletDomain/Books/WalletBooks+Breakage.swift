/// Unspent coins that are taken to income. An entry of the books only: the coins can be spent for ever (App Review
/// Guideline 3.1.1), and a late spend takes the income back.
extension WalletBooks {
    /// Method 'remote': the wallet was silent for so long that nobody expects its coins to be used.
    package mutating func breakRemote() -> BookEntry? {
        remember(.brokenRemotely)
        var entry = BookEntry(.breakage)
        let purchased = lots.filter { $0.value.currency != nil && $0.value.live > 0 }.keys.sorted()
        let parts = purchased.map { CoinMove.Part(lot: $0, coins: 0) }
        for (currency, release) in move(parts, as: \.other, in: &entry, { lot, _ in lot.breakLive() }) {
            entry.credit(.breakage, release.liability, .money(currency))
            entry.debit(.commission, release.commission, .money(currency))
        }
        return entry.isEmpty ? nil : entry
    }
}

/// Method 'in proportion to use': of the lots of one cohort and currency a share is expected to stay unspent, and is
/// income as the others are used. Held against the liability in accounts of its own.
package struct ProportionalBreakage: Sendable {
    package let currency: Currency
    /// Hundredths of a percent of the cohort's money.
    package let rateBP: Int64
    private(set) var recognised: Int64 = 0
    private(set) var recognisedCommission: Int64 = 0

    private static let whole: Int64 = 10_000

    package init(currency: Currency, rateBP: Int64) {
        precondition((0..<Self.whole).contains(rateBP), "a part of the cohort, not all of it")
        self.currency = currency
        self.rateBP = rateBP
    }

    /// What has to be recognised since the last time; negative if less is left than was.
    package mutating func post(_ cohort: [LotBook]) -> BookEntry? {
        let coins = cohort.reduce(0) { $0 + $1.coins }
        guard coins > 0 else { return nil }
        let used = cohort.reduce(0) { $0 + $1.consumed }
        func due(_ total: Int64, left: Int64) -> Int64 {
            let wide = (coins * (Self.whole - rateBP))
            return min(Shares.floor(total, rateBP * used, of: wide), left)
        }
        let gross = due(
            cohort.reduce(0) { $0 + $1.amount }, left: cohort.reduce(0) { $0 + $1.liability })
        let commission = due(
            cohort.reduce(0) { $0 + $1.commission }, left: cohort.reduce(0) { $0 + $1.deferredCommission })
        var entry = BookEntry(.breakage)
        let unit = BooksUnit.money(currency)
        entry.debit(.brokenLiability, gross - recognised, unit)
        entry.credit(.breakage, gross - recognised, unit)
        entry.debit(.commission, commission - recognisedCommission, unit)
        entry.credit(.brokenCommission, commission - recognisedCommission, unit)
        (recognised, recognisedCommission) = (gross, commission)
        return entry.isEmpty ? nil : entry
    }
}
