/// What happened to a wallet's coins, as the books need to know it. Which lots paid is decided already.
package enum CoinMove: Sendable {
    package struct Part: Hashable, Sendable {
        package let lot: Int32
        package let coins: Int64

        package init(lot: Int32, coins: Int64) {
            self.lot = lot
            self.coins = coins
        }
    }

    /// A purchase: its lot, that of its bonus coins, and what it brought; nil: nobody knows it yet.
    case sold(TransactionID, paid: Part, bonus: Part?, SaleMoney?)
    /// What a purchase brought is learnt after it was recorded. Moves no coins.
    case priced(TransactionID, SaleMoney)
    case granted(Part)
    /// - Parameters:
    ///   - operation: names the spend.
    ///   - term: over how many days the item is delivered, from the day of the spend on; nil: at once.
    case spent(operation: OperationID, [Part], term: CourseTerm.Days?)
    case undone(operation: OperationID, [Part])
    /// `percent` is Apple's, of all refunds of the purchase so far, in thousandths of a percent.
    case refunded(TransactionID, percent: Int64, own: [Part], owed: Int64)
    /// `own` returns to the purchase's lots, `met` to those that had met its debt; the rest of it is cancelled.
    case refundReversed(TransactionID, percent: Int64, own: [Part], met: [Part], cancelled: Int64)
    /// Purchased coins meet what is owed.
    case debtSettled([Part])
    case expired([Part])
    case adjustedUp(Part)
    case adjustedDown([Part])
    case forfeited([Part])
    case debtWrittenOff(Int64)
    /// The wallet is closed: its coins and debts are on their way into another one.
    case left
    /// A closed wallet's books come into these, as they stood when it was taken over; lot n becomes n + `offset`.
    indirect case arrived(WalletBooks, offset: Int32)
}
