/// What an entry records. The number is stored and hashed: never reuse one.
package enum EntryKind: Int16, CaseIterable, Sendable {
    case sold = 1
    case granted = 2
    case spent = 3
    case expired = 4
    /// Apple gave money back: coins leave their lots, or are owed.
    case refunded = 5
    /// Purchased coins met what was owed.
    case debtSettled = 6
    /// Apple took a refund back.
    case refundReversed = 7
    /// What was owed is forgiven.
    case debtWrittenOff = 8
    /// Coins are reserved. Moves none.
    case held = 9
    /// Reserved coins, or what a capture left of them, are free again. Moves none.
    case holdReleased = 10
    /// A hold's time was over. Moves none.
    case holdExpired = 11
    /// A spend was taken back, whole or in part: coins return to the lots that paid.
    case undone = 12
    /// An item is no longer owned, since its spend was undone. Moves no coins.
    case ownershipEnded = 13
    /// Coins and debts of a merged wallet leave it, and come into the wallet that takes it over.
    case merged = 14
    /// What had been spent of lots that came by a merge.
    case mergedSpent = 15
    /// What refunds had taken of purchases that came by a merge: from their lots, or owed.
    case mergedRefund = 16
    /// What lots that came by a merge had paid towards debts.
    case mergedSettlement = 17
    /// Support gave or took free coins by hand.
    case adjusted = 18
    /// Purchased coins were taken away for cause.
    case forfeited = 19

    /// The lots of such an entry say whose coins are held or let go; it moves none between accounts.
    package var isAboutHolds: Bool {
        switch self {
        case .held, .holdReleased, .holdExpired: true
        case .sold, .granted, .spent, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .undone,
            .ownershipEnded, .merged, .mergedSpent, .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            false
        }
    }

    /// Part of a merge: on one side of it stands account 9580.
    package var isAboutMerges: Bool {
        switch self {
        case .merged, .mergedSpent, .mergedRefund, .mergedSettlement: true
        case .sold, .granted, .spent, .expired, .refunded, .debtSettled, .refundReversed, .debtWrittenOff, .held,
            .holdReleased, .holdExpired, .undone, .ownershipEnded, .adjusted, .forfeited:
            false
        }
    }

    /// Such an entry keeps Apple's percentage where others keep a quantity.
    package var keepsRevocation: Bool { self == .refunded || self == .refundReversed }

    /// The word used in JSON, exports and documents.
    package var name: String {
        switch self {
        case .sold: "sold"
        case .granted: "granted"
        case .spent: "spent"
        case .expired: "expired"
        case .refunded: "refunded"
        case .debtSettled: "debt_settled"
        case .refundReversed: "refund_reversed"
        case .debtWrittenOff: "debt_written_off"
        case .held: "held"
        case .holdReleased: "hold_released"
        case .holdExpired: "hold_expired"
        case .undone: "undone"
        case .ownershipEnded: "ownership_ended"
        case .merged: "merged"
        case .mergedSpent: "merged_spent"
        case .mergedRefund: "merged_refund"
        case .mergedSettlement: "merged_settlement"
        case .adjusted: "adjusted"
        case .forfeited: "forfeited"
        }
    }
}
