extension ItemPlan {
    /// The plan with a change in it.
    ///
    /// - Parameters:
    ///   - moment: when the change takes effect, where it says no time itself.
    ///   - earliest: no window may begin or end before.
    package func applying(
        _ change: ItemChange, at moment: Instant, earliest: Instant
    ) throws(PlanError) -> ItemPlan {
        var plan = self
        try plan.changeDetails(change)
        for end in change.ends { try plan.end(end, at: moment, earliest: earliest) }
        for price in change.prices { try plan.add(price, at: moment, earliest: earliest) }
        guard plan.prices.count <= Limits.openWindowsMax else { throw .tooManyWindows }
        return plan
    }

    /// A new item as a change describes it.
    package static func new(
        _ change: ItemChange, at moment: Instant, earliest: Instant
    ) throws(PlanError) -> ItemPlan {
        guard let title = change.title else { throw .incomplete(member: "title") }
        guard let kind = change.kind else { throw .incomplete(member: "kind") }
        let details: ItemDetails
        do throws(WalletError) { details = try ItemDetails(title: title) } catch { throw .incomplete(member: "title") }
        return try ItemPlan(details: details, kind: kind, status: .draft, prices: [])
            .applying(change, at: moment, earliest: earliest)
    }

    private mutating func changeDetails(_ change: ItemChange) throws(PlanError) {
        if let kind = change.kind, kind != self.kind {
            guard status == .draft else { throw .kindFixed }
            self.kind = kind
        }
        if let status = change.status, status != self.status {
            guard status != .draft else { throw .statusFixed }
            self.status = status
        }
        do throws(WalletError) {
            details = try ItemDetails(
                title: change.title ?? details.title,
                description: change.description.applied(to: details.description),
                tags: change.tags ?? details.tags, picture: change.picture.applied(to: details.picture))
        } catch {
            throw .incomplete(member: "title")
        }
    }

    private mutating func end(_ end: PriceEnd, at moment: Instant, earliest: Instant) throws(PlanError) {
        guard let index = prices.firstIndex(where: { $0.number == end.version }) else { throw .versionNotFound }
        let window = prices[index]
        // Without a time, a window that has not begun never does.
        let to = end.at ?? max(moment, window.from)
        guard to >= earliest else { throw .startsTooEarly(earliest: earliest) }
        guard to > window.from || end.at == nil else { throw .windowEmpty }
        guard window.to.map({ to < $0 }) ?? true else { throw .windowFixed }
        prices[index].to = to
    }

    /// A regular price ends the open regular window at its start; a sale lies on top.
    private mutating func add(_ new: NewPrice, at moment: Instant, earliest: Instant) throws(PlanError) {
        guard new.isFree == (new.price == .zero) else { throw .freeNotSaid }
        let from = new.from ?? moment
        guard from >= earliest else { throw .startsTooEarly(earliest: earliest) }
        guard new.to.map({ $0 > from }) ?? true else { throw .windowEmpty }
        if new.layer == .regular {
            for index in prices.indices
            where prices[index].layer == .regular && prices[index].to == nil && prices[index].from < from {
                prices[index].to = from
            }
        }
        let window = PlannedPrice(
            number: nil, layer: new.layer, price: new.price, from: from, to: new.to, zone: new.zone)
        guard !prices.contains(where: window.overlaps) else { throw .windowsOverlap }
        prices.append(window)
    }
}
