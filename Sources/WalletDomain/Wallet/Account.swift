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
}
