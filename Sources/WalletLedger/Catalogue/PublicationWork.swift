internal import Postgres
internal import WalletDomain

/// What is to become of an item.
enum WantedItem: Sendable {
    case change(ItemID, ItemChange)
    /// Back to how it was planned; nil: there was no such item.
    case restore(ItemID, ItemPlan?)

    var item: ItemID {
        switch self {
        case .change(let item, _), .restore(let item, _): item
        }
    }
}

/// What is published, and when it is to take effect.
struct PublicationOrder: Sendable {
    let kind: Publication.Kind
    /// One of our constant names.
    let action: String
    let name: String
    /// Nil: in the next second.
    var at: Instant?
    /// Details and state change at once: nobody pays for them.
    var isImmediate = false
    var draft: Int64?
    var restores: Int64?
}

/// The moments of one publication.
struct PublicationTimes: Sendable {
    let now: Instant
    /// Before this no window may begin or end.
    let earliest: Instant
    /// When it takes effect.
    let at: Instant

    init(now: Instant, wish: Instant?, changes: Int, isSingle: Bool) throws(CatalogueRefusal) {
        let leadMs = Limits.priceLeadMs + Limits.priceLeadMsPerChange * Int64(max(changes - 1, 0))
        let soonest = now.adding(milliseconds: leadMs)
        if let wish, wish < soonest { throw .startsTooEarly(earliest: soonest) }
        self.now = now
        at = wish ?? soonest.nextWholeSecond
        earliest = isSingle ? soonest : at
    }

    var leadMs: Int64 { earliest.milliseconds - now.milliseconds }
}

/// One item on its way: as it was, as it is to be planned, and as its row is to be.
struct ItemWork: Sendable {
    let old: CatalogueItem?
    var difference: ItemDifference
    let row: CatalogueItem

    /// Nil if nothing changes.
    init?(
        _ wanted: WantedItem, old: CatalogueItem?, times: PublicationTimes, isImmediate: Bool
    ) throws(CatalogueRefusal) {
        let before = old?.plan
        let after: ItemPlan
        do throws(PlanError) {
            after = try Self.after(wanted, before, times, isImmediate)
        } catch {
            throw CatalogueRefusal(error)
        }
        guard after != before else { return nil }
        self.old = old
        difference = ItemDifference(
            item: wanted.item, before: before, after: after, steps: after.steps(since: before, from: times.at))
        row = try Self.row(wanted, old, after, times, isImmediate)
    }

    private static func after(
        _ wanted: WantedItem, _ before: ItemPlan?, _ times: PublicationTimes, _ isImmediate: Bool
    ) throws(PlanError) -> ItemPlan {
        switch (wanted, before) {
        case (.change(_, let change), let before):
            var after =
                if let before {
                    try before.applying(change, at: times.at, earliest: times.earliest)
                } else {
                    try ItemPlan.new(change, at: times.at, earliest: times.earliest)
                }
            if !after.looksAs(before) { after.detailsFrom = isImmediate ? nil : times.at }
            return after
        case (.restore(_, let earlier?), let before?): return before.restoring(earlier, from: times.at)
        case (.restore(_, nil), let before?): return before.withdrawing(from: times.at)
        // Items are never removed.
        case (.restore, nil): throw .versionNotFound
        }
    }

    private static func row(
        _ wanted: WantedItem, _ old: CatalogueItem?, _ after: ItemPlan, _ times: PublicationTimes, _ isImmediate: Bool
    ) throws(CatalogueRefusal) -> CatalogueItem {
        if let old, let pending = old.offer.scheduled {
            if after.looksAs(old.plan) {
                return item(wanted.item, after.kind, old.offer.status, old.details, pending, old.scheduledDetails)
            }
            guard case .restore = wanted, pending.at > times.at else { throw .changeScheduled(at: pending.at) }
        }
        if isImmediate { return item(wanted.item, after.kind, after.status, after.details, nil, nil) }
        let (status, details) = (old?.offer.status ?? .draft, old?.details ?? after.details)
        guard status != after.status || details != after.details else {
            return item(wanted.item, after.kind, status, details, nil, nil)
        }
        let at = max(times.at, after.detailsFrom ?? times.at)
        let scheduled = Offer.Scheduled(at: at, status: after.status)
        return item(wanted.item, after.kind, status, details, scheduled, after.details)
    }

    private static func item(
        _ id: ItemID, _ kind: Offer.Kind, _ status: Offer.Status, _ details: ItemDetails,
        _ scheduled: Offer.Scheduled?, _ scheduledDetails: ItemDetails?
    ) -> CatalogueItem {
        CatalogueItem(
            offer: Offer(item: id, kind: kind, status: status, scheduled: scheduled, versions: []), details: details,
            scheduledDetails: scheduledDetails)
    }

    /// Windows whose ends are brought forward.
    var ended: [WrittenPrice] {
        let old = difference.before?.prices ?? []
        return difference.after.prices.compactMap { window in
            guard let number = window.number, let was = old.first(where: { $0.number == number }), was.to != window.to
            else { return nil }
            return WrittenPrice(item: difference.item, number: number, window: window)
        }
    }

    /// Gives new windows the versions after `last`.
    /// - Returns: the new windows.
    mutating func number(after last: Int32) -> [WrittenPrice] {
        var plan = difference.after
        var (last, written) = (last, [WrittenPrice]())
        for index in plan.prices.indices where plan.prices[index].number == nil {
            last += 1
            plan.prices[index].number = last
            written.append(WrittenPrice(item: difference.item, number: last, window: plan.prices[index]))
        }
        difference = ItemDifference(
            item: difference.item, before: difference.before, after: plan, steps: difference.steps)
        return written
    }
}
