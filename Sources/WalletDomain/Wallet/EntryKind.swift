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
    /// A spend was taken back, whole or in part: coins return to the lots that paid.
    case undone = 12
    /// An item is no longer owned, since its spend was undone. Moves no coins.
    case ownershipEnded = 13

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
        case .undone: "undone"
        case .ownershipEnded: "ownership_ended"
        }
    }
}
