/// The chart of accounts for coins. An entry debits one and credits another, so the books sum to zero by construction.
///
/// User accounts have a row (the wallet); a house account's balance is the sum of its entries, never a row.
package enum Account: Int16, CaseIterable, Sendable {
    // What users hold and owe
    case paid = 9100
    case bonus = 9110
    case promo = 9120
    case debt = 9200
    // Where coins come from and go to
    case sold = 9510
    case bonusIssued = 9515
    case granted = 9520
    case spent = 9530
    case clawedBack = 9540
    case refundReversed = 9545
    case expired = 9550
    case adjusted = 9560
    case writtenOff = 9570
    case moved = 9580

    package var isUsers: Bool {
        switch self {
        case .paid, .bonus, .promo, .debt: true
        case .sold, .bonusIssued, .granted, .spent, .clawedBack, .refundReversed, .expired, .adjusted, .writtenOff,
            .moved:
            false
        }
    }

    /// The word used in JSON, exports and documents.
    package var name: String {
        switch self {
        case .paid: "paid"
        case .bonus: "bonus"
        case .promo: "promo"
        case .debt: "debt"
        case .sold: "sold"
        case .bonusIssued: "bonus_issued"
        case .granted: "granted"
        case .spent: "spent"
        case .clawedBack: "clawed_back"
        case .refundReversed: "refund_reversed"
        case .expired: "expired"
        case .adjusted: "adjusted"
        case .writtenOff: "written_off"
        case .moved: "moved"
        }
    }
}
