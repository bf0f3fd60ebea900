/// What an entry does to the counters of a lot that it names: the journal read back into lots, for `coffer verify`.
///
/// Commands change their lots themselves (`WalletBook`); this says once more, from the entry alone, what they did. A
/// new kind of entry does not compile until it is said here.
package struct LotEffect: Hashable, Sendable {
    package var issued: Int64 = 0
    package var consumed: Int64 = 0
    package var removed: Int64 = 0
    package var held: Int64 = 0

    package init() {}

    /// - Parameters:
    ///   - coins: what the entry moved of this lot, or held or let go.
    ///   - isReferring: the entry is about an earlier operation; of a spend, the hold that it captures.
    package init(kind: EntryKind, debit: Account, credit: Account, coins: Int64, isReferring: Bool) {
        switch (kind, debit, credit) {
        case (.sold, _, _), (.granted, _, _): issued = coins
        case (.spent, _, _):
            consumed = coins
            if isReferring { held = -coins }
        case (.held, _, _): held = coins
        case (.holdReleased, _, _), (.holdExpired, _, _): held = -coins
        case (.expired, _, _): removed = coins
        // Of a debt and of what was forgiven the entry names the lot it is about, and takes nothing from it.
        case (.refunded, .debt, _), (.refundReversed, _, .debt), (.debtWrittenOff, _, _): break
        case (.refunded, _, _), (.debtSettled, _, _): removed = coins
        case (.refundReversed, _, _): removed = -coins
        case (.undone, _, _): consumed = -coins
        case (.ownershipEnded, _, _): break
        // A merge brings each lot whole and then tells what was gone of it; what leaves a wallet is removed there.
        case (.merged, _, .debt), (.merged, .debt, _), (.mergedRefund, .debt, _), (.mergedRefund, _, .debt): break
        case (.merged, .moved, _): issued = coins
        case (.merged, _, _), (.mergedRefund, _, _), (.mergedSettlement, _, _): removed = coins
        case (.mergedSpent, _, _): consumed = coins
        case (.adjusted, .adjusted, _): issued = coins
        case (.adjusted, _, _), (.forfeited, _, _): removed = coins
        }
    }

    package static func += (left: inout LotEffect, right: LotEffect) {
        left.issued &+= right.issued
        left.consumed &+= right.consumed
        left.removed &+= right.removed
        left.held &+= right.held
    }
}
