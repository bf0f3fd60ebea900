/// Apple gives money back. What is unspent leaves the liability, what was used was no revenue after all.
extension WalletBooks {
    mutating func refund(
        _ sale: TransactionID, _ percent: Int64, _ own: [CoinMove.Part], _ owed: Int64
    ) -> BookEntry {
        var entry = BookEntry(.refunded)
        moveCoins(own, to: .coinsClawedBack, in: &entry)
        owe(owed, .coinsClawedBack, in: &entry)
        let taken = move(own, as: \.refunded, in: &entry) { $0.remove($1) }
        bookMoney(of: sale, percent, taken, in: &entry)
        return entry
    }

    /// The other way round; what had met the debt was income, and is owed in coins again.
    mutating func reverse(
        _ sale: TransactionID, _ percent: Int64, own: [CoinMove.Part], met: [CoinMove.Part], cancelled: Int64
    ) -> BookEntry {
        var entry = BookEntry(.refundReversed)
        moveCoins(own + met, to: .refundsReversed, in: &entry, sign: -1)
        owe(-cancelled, .refundsReversed, in: &entry)
        let returned = move(own, as: \.refunded, in: &entry) { $0.restore($1) }
        bookMoney(of: sale, percent, returned, in: &entry)
        for (currency, release) in move(met, as: \.used, in: &entry, { $0.giveBack($1) }) {
            recover(release, currency, in: &entry)
        }
        return entry
    }

    /// The difference that Apple's new percentage makes: out of what was accrued, the rest of it against revenue.
    private mutating func bookMoney(
        of id: TransactionID, _ percent: Int64, _ released: [Currency: LotBook.Release], in entry: inout BookEntry
    ) {
        guard let sale = sales[id] else {
            precondition(unpriced[id] != nil, "a refund names a sale of the wallet")
            return
        }
        let (before, after) = (sale.refunded(sale.refundedPercent), sale.refunded(percent))
        sales[id]?.refundedPercent = percent
        let unit = BooksUnit.money(sale.money.currency)
        let net = after.net - before.net
        let commission = after.commission - before.commission
        let owedTax = policy.taxMode == .operatorAtSale ? after.tax - before.tax : 0
        let release = released[sale.money.currency] ?? .init()
        let used = net - release.liability
        let usedTax = policy.taxAtUse(of: used)
        entry.debit(.refunds, used - usedTax, unit)
        entry.debit(.salesTax, usedTax + owedTax, unit)
        entry.credit(.commission, commission - release.commission, unit)
        entry.credit(.accrued, net - commission + owedTax, unit)
    }

    /// Later coins pay for what was used and refunded: it was delivered long ago, so this is income at once.
    mutating func settle(_ parts: [CoinMove.Part]) -> [BookEntry] {
        let mended = mend(parts)
        var entry = BookEntry(.debtSettled)
        for part in parts { entry.debit(account(of: part.lot), part.coins, .coin, lot: part.lot) }
        owe(parts.reduce(0) { $0 - $1.coins }, in: &entry)
        for (currency, release) in move(parts, as: \.used, in: &entry, { $0.consume($1) }) {
            recover(release, currency, in: &entry)
        }
        return [mended, entry].filter { !$0.isEmpty }
    }

    private func recover(_ release: LotBook.Release, _ currency: Currency, in entry: inout BookEntry) {
        let unit = BooksUnit.money(currency)
        let tax = policy.taxAtUse(of: release.liability)
        entry.credit(.salesTax, tax, unit)
        entry.credit(.debtRecovery, release.liability - tax, unit)
        entry.debit(.commission, release.commission, unit)
    }
}
