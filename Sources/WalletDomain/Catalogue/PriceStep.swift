/// A moment from which on an item would cost something else than planned so far.
package struct PriceStep: Hashable, Sendable {
    package let at: Instant
    /// Nil: not for sale.
    package let before: CoinAmount?
    package let after: CoinAmount?

    package init(at: Instant, before: CoinAmount?, after: CoinAmount?) {
        self.at = at
        self.before = before
        self.after = after
    }

    /// Whole percent of the price before, rounded half away from zero; nil where there is nothing to compare with.
    package var percent: Int64? {
        guard let before, let after, before > .zero else { return nil }
        let difference = (after.coins - before.coins) * 100
        let half = before.coins / 2
        return (difference + (difference < 0 ? -half : half)) / before.coins
    }

    /// To 0, from 0, or by more than `percentMax`: somebody may have mistyped it (case P-4).
    package func isLarge(percentMax: Int64) -> Bool {
        guard let before, let after else { return after == .zero }
        guard before > .zero, after > .zero else { return before != after }
        // Both are below 2^53: a factor of 1,000 fits 64 bits.
        return (after.coins - before.coins).magnitude * 100 > UInt64(percentMax) * before.coins.magnitude
    }
}

extension ItemPlan {
    /// Every moment from `moment` on at which the price begins to differ from the one that `old` plans.
    package func steps(since old: ItemPlan?, from moment: Instant) -> [PriceStep] {
        let edges = (prices + (old?.prices ?? [])).flatMap { [$0.from, $0.to] }.compactMap { $0 }
        let moments = Set(edges.filter { $0 > moment } + [moment]).sorted()
        return moments.compactMap { at in
            let (before, after) = (old?.price(at: at), price(at: at))
            return before == after ? nil : PriceStep(at: at, before: before, after: after)
        }
    }
}
