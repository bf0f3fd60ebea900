import WalletDomain

/// What the lanes have done since the start.
package struct WriterCounters: Sendable {
    package private(set) var batches: Int64 = 0
    package private(set) var commands: Int64 = 0
    package private(set) var creditedCoins: Int64 = 0
    package private(set) var spentCoins: Int64 = 0
    package private(set) var refundedCoins: Int64 = 0
    package private(set) var restoredCoins: Int64 = 0
    package internal(set) var retries: Int64 = 0
    package internal(set) var unknownOutcomes: Int64 = 0
    /// Of these, by what was found out.
    package internal(set) var foundCommitted: Int64 = 0
    package internal(set) var foundAbsent: Int64 = 0
    /// Batches run again in halves.
    package internal(set) var splits: Int64 = 0
    package internal(set) var shed = ShedCounts()

    package init() {}

    package static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.batches += right.batches
        sum.commands += right.commands
        sum.creditedCoins += right.creditedCoins
        sum.spentCoins += right.spentCoins
        sum.refundedCoins += right.refundedCoins
        sum.restoredCoins += right.restoredCoins
        sum.retries += right.retries
        sum.unknownOutcomes += right.unknownOutcomes
        sum.foundCommitted += right.foundCommitted
        sum.foundAbsent += right.foundAbsent
        sum.splits += right.splits
        sum.shed = left.shed + right.shed
        return sum
    }

    mutating func count(_ results: [Result<Outcome, WalletError>]) {
        batches += 1
        commands += Int64(results.count)
        for case .success(.done(let entries, replayed: false)) in results {
            for entry in entries { count(entry) }
        }
    }

    private mutating func count(_ entry: Entry) {
        switch entry.kind {
        case .sold: creditedCoins += entry.coins
        case .spent: spentCoins += entry.coins
        case .refunded: refundedCoins += entry.coins
        case .refundReversed: restoredCoins += entry.coins
        case .granted, .expired, .debtSettled, .debtWrittenOff, .undone, .ownershipEnded, .held, .holdReleased,
            .holdExpired, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            return
        }
    }
}
