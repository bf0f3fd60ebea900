/// One lot in the books: four figures of its sale and three counters. All money follows from them.
///
/// The first n coins of a lot hold floor(amount × n ÷ coins). What a move releases is the difference of that function
/// before and after, so how a spend is cut changes no total and rounding loses nothing.
package struct LotBook: Sendable {
    package let kind: Lot.Kind
    package let coins: Int64
    /// Nil: carries no money (promo coins).
    package let currency: Currency?
    package let amount: Int64
    package let commission: Int64
    /// Of the sale's price, what this lot stands for.
    package let customerPrice: Int64
    package private(set) var consumed: Int64 = 0
    /// From the end: taken back, expired, forfeited.
    package private(set) var removed: Int64 = 0
    /// The last of the live coins, taken to income already; they can still be spent.
    package private(set) var broken: Int64 = 0

    init(
        kind: Lot.Kind, coins: Int64, currency: Currency? = nil, amount: Int64 = 0, commission: Int64 = 0,
        customerPrice: Int64 = 0
    ) {
        precondition(coins > 0 && amount >= 0 && commission >= 0, "a lot holds coins, and no negative money")
        precondition(currency != nil || (amount == 0 && commission == 0), "money has a currency")
        self.kind = kind
        self.coins = coins
        self.currency = currency
        self.amount = amount
        self.commission = commission
        self.customerPrice = customerPrice
    }

    package var live: Int64 { coins - consumed - removed }

    /// What the unspent coins are in money.
    package var liability: Int64 { span(amount) }
    package var deferredCommission: Int64 { span(commission) }

    /// What customers paid for the coins that are there, broken ones too; paid coins only (a prepaid balance).
    package var prepaidValue: Int64 {
        guard kind == .paid, currency != nil else { return 0 }
        return Shares.floor(customerPrice, coins - removed, of: coins)
            - Shares.floor(customerPrice, consumed, of: coins)
    }

    /// From the first unspent coin to the last that is not broken.
    private func span(_ total: Int64) -> Int64 {
        Shares.floor(total, coins - removed - broken, of: coins) - Shares.floor(total, consumed, of: coins)
    }

    /// What a move took out of the lot; negative: what it put back.
    struct Release {
        var liability: Int64 = 0
        var commission: Int64 = 0
        var prepaid: Int64 = 0

        static func + (left: Self, right: Self) -> Self {
            Release(
                liability: left.liability + right.liability, commission: left.commission + right.commission,
                prepaid: left.prepaid + right.prepaid)
        }
    }

    mutating func consume(_ count: Int64) -> Release {
        precondition(count <= live - broken, "broken coins come back before they are used")
        return releasing { $0.consumed += count }
    }

    mutating func giveBack(_ count: Int64) -> Release { releasing { $0.consumed -= count } }

    /// From the end, broken ones first.
    mutating func remove(_ count: Int64) -> Release {
        releasing {
            $0.removed += count
            $0.broken = max(0, $0.broken - count)
        }
    }

    mutating func restore(_ count: Int64) -> Release { releasing { $0.removed -= count } }

    mutating func breakLive() -> Release { releasing { $0.broken = $0.live } }

    /// The first of the broken coins are unspent again, so that `count` coins can be used.
    mutating func mend(forUseOf count: Int64) -> Release {
        let reached = max(0, count - (live - broken))
        return releasing { $0.broken -= reached }
    }

    private mutating func releasing(_ change: (inout LotBook) -> Void) -> Release {
        let before = self
        change(&self)
        precondition(consumed >= 0 && removed >= 0 && broken >= 0 && broken <= live, "a lot has no more than its coins")
        return Release(
            liability: before.liability - liability, commission: before.deferredCommission - deferredCommission,
            prepaid: before.prepaidValue - prepaidValue)
    }
}
