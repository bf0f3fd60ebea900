extension ItemPlan {
    /// What has to be planned so that from `moment` on everything is as an earlier plan wanted it.
    ///
    /// Windows that are to stay keep their versions. One under way is ended, one to come is taken back, and what is
    /// missing becomes new versions.
    package func restoring(_ earlier: ItemPlan, from moment: Instant) -> ItemPlan {
        var missing = earlier.prices.compactMap { $0.rest(from: moment) }
        var plan = earlier
        plan.detailsFrom = earlier.detailsFrom.flatMap { $0 > moment ? $0 : nil }
        // What was published is archived instead of being hidden, and keeps its kind.
        if status != .draft {
            plan.kind = kind
            if earlier.status == .draft { plan.status = .archived }
        }
        plan.prices = prices.map { window in
            guard let rest = window.rest(from: moment) else { return window }
            var kept = window
            if let index = missing.firstIndex(where: { rest.isLonger(than: $0) }) {
                kept.to = missing.remove(at: index).to
            } else {
                kept.to = max(window.from, moment)
            }
            return kept
        }
        plan.prices += missing.map { price in
            var price = price
            price.number = nil
            return price
        }
        return plan
    }

    /// What has to be planned for an item that an earlier state did not know: nobody can buy it from `moment` on.
    package func withdrawing(from moment: Instant) -> ItemPlan {
        var earlier = self
        earlier.status = status == .draft ? .draft : .archived
        earlier.prices = []
        return restoring(earlier, from: moment)
    }
}

extension PlannedPrice {
    /// The part of a window from `moment` on; nil if nothing is left of it.
    fileprivate func rest(from moment: Instant) -> PlannedPrice? {
        guard !isEmpty, to.map({ $0 > moment }) ?? true else { return nil }
        return PlannedPrice(
            number: number, layer: layer, price: price, from: max(from, moment), to: to, zone: zone)
    }

    /// Whether this becomes the other by an earlier end at most.
    fileprivate func isLonger(than other: PlannedPrice) -> Bool {
        guard layer == other.layer, price == other.price, from == other.from else { return false }
        guard let to else { return true }
        return other.to.map { $0 <= to } ?? false
    }
}
