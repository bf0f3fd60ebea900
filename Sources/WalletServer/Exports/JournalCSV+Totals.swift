internal import WalletDomain
package import WalletLedger

/// Control totals: rows of the same columns behind the lines, told apart by a kind that begins with `total:`.
///
/// `seq` counts (lines, entries or sales). For a user's account the change stands in its own column; for a house
/// account in the columns of the accounts that the coins came from or went to.
extension JournalCSV {
    package mutating func appendTotals(_ totals: JournalTotals) {
        let all = totals.flows.reduce(into: Sum()) { $0.add($1.key, $1.value, count: $1.value.lines) }
        append(all, kind: "lines")
        for account in Account.allCases {
            let own = totals.flows.filter { $0.key.debit == account || $0.key.credit == account }
            guard !own.isEmpty else { continue }
            var sum = own.reduce(into: Sum()) { $0.add($1.key, $1.value, count: $1.value.entries) }
            if account.isUsers { sum.change = sum.change.only(account) }
            append(sum, kind: account.name)
        }
        for (currency, sales) in totals.sales.sorted(by: { $0.key < $1.key }) {
            beginTotal("customer_price", count: sales.count, change: .zero)
            buffer.beginCell()
            CustomerPrice.append(StorePrice(milliunits: sales.milliunits, currency: currency), to: &buffer)
            buffer.text(currency)
            endTotal()
        }
        guard totals.salesOfUnknownPrice > 0 else { return }
        beginTotal("customer_price", count: totals.salesOfUnknownPrice, change: .zero)
        buffer.empty()
        buffer.word(Self.unknownCurrency)
        endTotal()
    }

    private mutating func append(_ sum: Sum, kind: String) {
        beginTotal(kind, count: sum.count, change: sum.change)
        buffer.empty()
        buffer.empty()
        endTotal()
    }

    /// Up to the column before the price.
    private mutating func beginTotal(_ name: String, count: Int64, change: Balances) {
        for _ in 0..<3 { buffer.empty() }  // user_ref, wallet, lot
        buffer.number(count)
        buffer.empty()  // at
        buffer.beginCell()
        buffer.append("total:")
        buffer.append(name)
        for figure in [change.paid, change.bonus, change.promo, change.debt] { buffer.number(figure) }
        for _ in 0..<6 { buffer.empty() }  // four balances, reference, course_or_product
    }

    private mutating func endTotal() {
        buffer.empty()  // local_date
        buffer.endRow()
    }

    private struct Sum {
        var count: Int64 = 0
        var change = Balances.zero

        mutating func add(_ move: JournalTotals.Move, _ flow: JournalTotals.Flow, count: Int64) {
            self.count += count
            change.move(-flow.coins, on: move.debit)
            change.move(flow.coins, on: move.credit)
        }
    }
}

extension Balances {
    fileprivate func only(_ account: Account) -> Balances {
        var only = Balances.zero
        switch account {
        case .paid: only.paid = paid
        case .bonus: only.bonus = bonus
        case .promo: only.promo = promo
        case .debt: only.debt = debt
        case .sold, .bonusIssued, .granted, .spent, .clawedBack, .refundReversed, .expired, .adjusted, .writtenOff,
            .moved:
            break
        }
        return only
    }
}
