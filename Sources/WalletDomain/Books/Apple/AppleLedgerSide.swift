/// What the journal says that Apple owes: its sales and refunds in Apple's groups, by day. Sandbox never comes here: a
/// run of the books is of one environment.
///
/// Memory: for each group, two numbers a day; and what the wallet that is being read has not explained yet.
package struct AppleLedgerSide: BooksAudience {
    /// Units and what the books expect for them, both positive; in returns, what Apple takes back.
    package struct Sum: Hashable, Sendable {
        package var units: Int64
        package var accrued: Int64

        package init(units: Int64, accrued: Int64) {
            self.units = units
            self.accrued = accrued
        }
    }

    package struct Days: Hashable, Comparable, Sendable {
        /// On which it stands in the books.
        package let posting: Int64
        /// Apple's: of the purchase in its zone, of a refund as it is dated.
        package let apple: Int64

        package init(posting: Int64, apple: Int64) {
            self.posting = posting
            self.apple = apple
        }

        package static func < (left: Self, right: Self) -> Bool {
            (left.posting, left.apple) < (right.posting, right.apple)
        }
    }

    package private(set) var groups: [AppleReport.Group: [Days: Sum]] = [:]
    private var waiting: [TransactionID: [Movement]] = [:]
    /// Of lots that came by merges: their sales stand in other wallets, which may be read later.
    private var arrived: [TransactionID: Origin] = [:]
    private let appleDay: @Sendable (Instant) -> Int64

    private struct Origin {
        let sale: SaleFacts
        let money: SaleMoney
    }

    private struct Movement {
        let isReturn: Bool
        /// -1: a refund that Apple took back.
        let sign: Int64
        let entry: PostedEntry
    }

    /// - Parameter appleDay: the day of a moment as Apple counts it (Pacific time), since 1970.
    package init(appleDay: @escaping @Sendable (Instant) -> Int64) { self.appleDay = appleDay }

    /// By currency, what Apple owes for all sales, less what it takes back.
    package var accrued: [Currency: Int64] {
        groups.reduce(into: [:]) { sums, group in
            let sum = group.value.values.reduce(0) { $0 + $1.accrued }
            sums[group.key.customerCurrency, default: 0] += group.key.isReturn ? -sum : sum
        }
    }

    /// Transactions whose entries no wallet explained: the books are damaged.
    package var unexplained: Int { waiting.count }

    package mutating func hear(_ entry: PostedEntry) {
        guard let sale = entry.facts?.transaction,
            entry.entry.figures.keys.contains(where: { $0.account == .accrued })
        else { return }
        let isReturned = entry.entry.kind == .refunded
        let isRestored = entry.entry.kind == .refundReversed
        let movement = Movement(isReturn: isReturned || isRestored, sign: isRestored ? -1 : 1, entry: entry)
        if let origin = arrived[sale] {
            add(movement, of: origin)
        } else {
            waiting[sale, default: []].append(movement)
        }
    }

    package mutating func hear(_ wallet: WalletAtEnd) {
        var origins: [TransactionID: Origin] = [:]
        for lot in wallet.lots.values {
            guard let sale = lot.sale, let money = lot.money?.money else { continue }
            origins[sale.transaction] = Origin(sale: sale, money: money)
        }
        for (sale, origin) in origins {
            let movements = waiting.removeValue(forKey: sale) ?? []
            for movement in movements { add(movement, of: origin) }
            if movements.allSatisfy(\.isReturn) { arrived[sale] = origin }
        }
    }

    private mutating func add(_ movement: Movement, of origin: Origin) {
        let (sale, money) = (origin.sale, origin.money)
        let quantity = max(1, Int64(sale.quantity))
        let group = AppleReport.Group(
            product: sale.product,
            country: sale.storefront.map { Storefronts.twoLetters($0) ?? $0 } ?? "",
            customerCurrency: money.currency, unitPrice: money.price / quantity, isReturn: movement.isReturn)
        let place = BookPlace(account: .accrued, unit: .money(money.currency), lot: nil)
        let figure = movement.entry.entry.figures[place] ?? 0
        let days = Days(
            posting: movement.entry.postingDay,
            apple: movement.isReturn ? movement.entry.day : appleDay(sale.purchasedAt))
        add(
            Sum(units: movement.sign * quantity, accrued: movement.isReturn ? -figure : figure), on: days, to: group)
    }

    package mutating func add(_ sum: Sum, on days: Days, to group: AppleReport.Group) {
        groups[group, default: [:]][days, default: Sum(units: 0, accrued: 0)].units += sum.units
        groups[group, default: [:]][days, default: Sum(units: 0, accrued: 0)].accrued += sum.accrued
    }
}
