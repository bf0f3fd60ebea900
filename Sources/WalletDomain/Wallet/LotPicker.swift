/// Which lots pay: pure arithmetic on lots, no posting.
package enum LotPicker {
    /// What is free to spend now: expired promo coins are gone even before the books say so.
    package static func available(_ lots: [Lot], at moment: Instant) -> Int64 {
        lots.reduce(0) { $0 + ($1.isExpired(at: moment) ? 0 : $1.available) }
    }

    /// Uses that add up to `coins`, in the order of use; nil if the lots hold less.
    package static func pick(_ coins: Int64, from lots: [Lot], at moment: Instant) -> [LotUse]? {
        pick(coins, from: lots, at: moment) { $0.isUsedBefore($1) }
    }

    /// The same, from the lot that came last on: what is taken back by hand.
    package static func pickNewest(_ coins: Int64, from lots: [Lot], at moment: Instant) -> [LotUse]? {
        pick(coins, from: lots, at: moment) { ($0.acquiredAt, $0.number) > ($1.acquiredAt, $1.number) }
    }

    private static func pick(
        _ coins: Int64, from lots: [Lot], at moment: Instant, in order: (Lot, Lot) -> Bool
    ) -> [LotUse]? {
        let usable = lots.filter { $0.available > 0 && !$0.isExpired(at: moment) }
        var missing = coins
        var uses: [LotUse] = []
        for lot in usable.sorted(by: order) where missing > 0 {
            let taken = min(missing, lot.available)
            uses.append(LotUse(lot: lot.number, coins: taken, usedBefore: lot.consumed))
            missing -= taken
        }
        return missing == 0 ? uses : nil
    }

    /// Promo coins whose time is over, held ones excepted.
    package static func expired(_ lots: [Lot], at moment: Instant) -> [LotUse] {
        lots.filter { $0.isExpired(at: moment) && $0.available > 0 }
            .sorted { $0.isUsedBefore($1) }
            .map { LotUse(lot: $0.number, coins: $0.available, usedBefore: $0.consumed) }
    }
}
