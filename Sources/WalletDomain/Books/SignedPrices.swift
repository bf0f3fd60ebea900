/// What Apple's signed transactions say, and nothing else: no tax and no commission. For books before an accountant has
/// set anything. Currencies that are not known, and prices that are no whole minor units, stay unknown.
package struct SignedPrices: BooksFacts {
    package init() {}

    package func money(of sale: SaleFacts) -> LearnedMoney? {
        guard let price = sale.price else { return nil }
        // Whatever is wrong with it, nobody can say what the sale brought.
        guard let money = try? SaleMoney(price: price, tax: 0, commissionBP: 0) else { return nil }
        return LearnedMoney(
            money: money, basis: .signed, isCommissionFromCatalogue: false, learnedAt: sale.recordedAt)
    }

    package func termDays(of item: ItemID, spentAt: Instant) -> Int64? { nil }
}
