import WalletDomain

/// One transaction: its locks and what it has written. Only touched by the thread with the turn.
final class SimulatedTransaction: @unchecked Sendable {
    let number: Int
    var locks: [LockTarget] = []
    var drafts: [WalletID: WalletDraft] = [:]
    var purchases: [StoreTransaction.Key: StoreTransaction] = [:]
    var lanes: [Int16: LaneRow] = [:]
    /// Rows that only this transaction sees so far.
    var newPurchases: Set<StoreTransaction.Key> = []
    var newLanes: Set<Int16> = []
    var hasEnded = false
    /// Whom it waits for.
    var waitsFor: SimulatedTransaction?

    init(number: Int) { self.number = number }

    /// It waits for somebody who waits, in the end, for it.
    var isDeadlocked: Bool {
        var next = waitsFor
        var length = 0
        while let other = next, !other.hasEnded, length < Self.cycleMax {
            if other === self { return true }
            next = other.waitsFor
            length += 1
        }
        return false
    }

    private static let cycleMax = 100

    var isBlocked: Bool { waitsFor.map { !$0.hasEnded } ?? false }
}
