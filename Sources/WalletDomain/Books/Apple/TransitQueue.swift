/// Units of one group that the ledger knows and Apple has not settled yet: what is posted first is settled first.
///
/// Pure arithmetic on positive numbers; a part of a day's units takes its share of what was expected, so that the parts
/// add up to the whole.
struct TransitQueue {
    private struct Item {
        let day: Int64
        let isBefore: Bool
        let sum: AppleLedgerSide.Sum
        var taken: Int64 = 0

        var left: Int64 { sum.units - taken }

        func accrued(_ units: Int64) -> Int64 { Shares.signedFloor(sum.accrued, units, of: sum.units) }
    }

    /// What a settlement took.
    struct Taken: Hashable {
        var units: Int64 = 0
        var accrued: Int64 = 0
    }

    private var items: [Item]

    /// - Parameters:
    ///   - first: the first day of the first month that Apple's reports are known of. What was sold long before is
    ///     settled; what was sold shortly before may be, and is taken last.
    ///   - postedThrough: what is posted later is not there yet.
    init(_ days: [AppleLedgerSide.Days: AppleLedgerSide.Sum], first: Int64, postedThrough: Int64) {
        items = days.sorted { $0.key < $1.key }
            .filter { days, sum in
                sum.units > 0 && days.posting <= postedThrough && days.apple >= first - Limits.appleTimingDays
            }
            .map { Item(day: $0.key.apple, isBefore: $0.key.apple < first, sum: $0.value) }
        items = items.filter { !$0.isBefore } + items.filter(\.isBefore)
        for (when, sum) in days where sum.units < 0 && when.posting <= postedThrough { forget(-sum.units) }
    }

    /// Refunds that Apple took back on a later day: nobody waits for them.
    private mutating func forget(_ units: Int64) {
        var rest = units
        for index in items.indices.reversed() where rest > 0 {
            let count = min(items[index].left, rest)
            items[index].taken += count
            rest -= count
        }
    }

    /// Takes up to so many units that Apple dates at most `day`.
    mutating func take(_ units: Int64, through day: Int64) -> Taken {
        var taken = Taken()
        for index in items.indices where items[index].day <= day && taken.units < units {
            let count = min(items[index].left, units - taken.units)
            let before = items[index].accrued(items[index].taken)
            items[index].taken += count
            taken.units += count
            taken.accrued += items[index].accrued(items[index].taken) - before
        }
        return taken
    }

    /// Not settled of what was sold from the first month on, up to `day`; the oldest day of it.
    func left(through day: Int64) -> (units: Int64, oldest: Int64?) {
        let left = items.filter { !$0.isBefore && $0.day <= day && $0.left > 0 }
        return (left.reduce(0) { $0 + $1.left }, left.map(\.day).min())
    }
}

extension Shares {
    /// Toward zero, of an amount with a sign; a part of at most the whole.
    static func signedFloor(_ amount: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        let share = floor(abs(amount), part, of: whole)
        return amount < 0 ? -share : share
    }
}
