/// A sale in the books: what refunds are counted from.
package struct BookedSale: Sendable {
    package let money: SaleMoney
    package let lots: [Int32]
    /// What the lots carry together.
    package let amount: Int64
    package let commission: Int64
    /// What Apple has refunded so far, in thousandths of a percent.
    package internal(set) var refundedPercent: Int64 = 0

    static let whole: Int64 = 100_000

    /// With the numbers that its lots have in another wallet.
    func shifted(by offset: Int32) -> BookedSale {
        var sale = BookedSale(money: money, lots: lots.map { $0 + offset }, amount: amount, commission: commission)
        sale.refundedPercent = refundedPercent
        return sale
    }

    /// Money that refunds of so many thousandths of a percent take back, each figure on its own.
    package func refunded(_ percent: Int64) -> (net: Int64, commission: Int64, tax: Int64) {
        (
            Shares.halfUp(amount, percent, of: Self.whole), Shares.halfUp(commission, percent, of: Self.whole),
            Shares.halfUp(money.tax, percent, of: Self.whole)
        )
    }
}

/// Selling is no revenue: the price is owed in coins, Apple's cut is deferred with them.
extension WalletBooks {
    mutating func sell(
        _ sale: TransactionID, _ paid: CoinMove.Part, _ bonus: CoinMove.Part?, _ money: SaleMoney?
    ) -> BookEntry {
        var entry = BookEntry(.sold)
        guard let money else {
            unpriced[sale] = [paid.lot] + [bonus?.lot].compactMap { $0 }
            open(paid.lot, LotBook(kind: .paid, coins: paid.coins))
            moveCoins([paid], to: .coinsSold, in: &entry, sign: -1)
            guard let bonus else { return entry }
            open(bonus.lot, LotBook(kind: .bonus, coins: bonus.coins))
            moveCoins([bonus], to: .bonusIssued, in: &entry, sign: -1)
            return entry
        }
        let unit = BooksUnit.money(money.currency)
        let (amount, commission) = money.carried(policy)
        let bonusCoins = policy.bonusAllocation == .proRata ? bonus?.coins ?? 0 : 0
        func paidShare(_ total: Int64) -> Int64 { Shares.floor(total, paid.coins, of: paid.coins + bonusCoins) }
        func add(_ part: CoinMove.Part, _ kind: Lot.Kind, _ share: (Int64) -> Int64) {
            let book = LotBook(
                kind: kind, coins: part.coins, currency: money.currency, amount: share(amount),
                commission: share(commission), customerPrice: share(money.price))
            open(part.lot, book)
            moveCoins([part], to: kind == .paid ? .coinsSold : .bonusIssued, in: &entry, sign: -1)
            entry.credit(.coinLiability, book.amount, unit, lot: part.lot)
            entry.debit(.deferredCommission, book.commission, unit, lot: part.lot)
            entry.prepaid[money.currency, default: .init()].issued += book.prepaidValue
        }
        add(paid, .paid, paidShare)
        if let bonus { add(bonus, .bonus) { $0 - paidShare($0) } }
        let owedTax = policy.taxMode == .operatorAtSale ? money.tax : 0
        entry.debit(.accrued, amount - commission + owedTax, unit)
        entry.credit(.salesTax, owedTax, unit)
        sales[sale] = BookedSale(
            money: money, lots: [paid.lot] + [bonus?.lot].compactMap { $0 }, amount: amount, commission: commission)
        return entry
    }
}
