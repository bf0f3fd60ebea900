internal import WalletDomain

/// R5: what was earned or taken back, by day, course and product. Adds up to the income accounts.
///
/// A course's money is told lot by lot, since each lot has its product. Tax at use is counted for an entry as a whole;
/// it is shared out over the lots by cumulative floors, so the shares add up to it.
struct RevenueReport: RowReport {
    static let kind = ReportKind.revenue
    private let scope: BooksScope
    private var sums: [Key: Sum] = [:]
    /// Of the wallet that is being read: its lots' products are told at its end.
    private var waiting: [WaitingKey: Sum] = [:]
    /// Which sales its entries told of: a wallet that was merged has no lots at its end.
    private var origins: [TransactionID: Origin] = [:]
    private var originsByLot: [Int32: Origin] = [:]

    private struct Origin {
        let product: String
        let storefront: String
        let channel: String

        init(product: String, storefront: String, channel: String) {
            self.product = product
            self.storefront = storefront
            self.channel = channel
        }

        init(_ sale: SaleFacts) {
            self.init(product: sale.product, storefront: sale.storefront ?? "", channel: sale.channel ?? "")
        }
    }

    private struct Key: Hashable, Comparable {
        let day: Int64
        let what: String
        let item: String
        let product: String
        let storefront: String
        let channel: String
        let unit: BooksUnit

        static func < (left: Self, right: Self) -> Bool {
            if left.day != right.day { return left.day < right.day }
            return [left.what, left.item, left.product, left.storefront, left.channel, left.unit.code]
                .lexicographicallyPrecedes(
                    [right.what, right.item, right.product, right.storefront, right.channel, right.unit.code])
        }
    }

    private struct WaitingKey: Hashable {
        let day: Int64
        let what: String
        let item: String
        let transaction: TransactionID?
        let lot: Int32?
        let unit: BooksUnit
    }

    private struct Sum {
        var coins: Int64 = 0
        var net: Int64 = 0
        var tax: Int64 = 0
        var commission: Int64 = 0

        mutating func add(_ other: Self) {
            coins += other.coins
            net += other.net
            tax += other.tax
            commission += other.commission
        }
    }

    private static let incomes: [(account: BooksAccount, name: String)] = [
        (.courses, "course"), (.breakage, "breakage"), (.forfeited, "forfeited"),
        (.debtRecovery, "debt_recovery"), (.refunds, "refund"),
    ]

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        noteOrigin(posted)
        guard scope.isInside(posted) else { return }
        for currency in posted.entry.currencies { note(posted, .money(currency)) }
        noteFreeCoins(posted)
    }

    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws { settleWaiting(wallet) }

    mutating func finish(_ rows: inout ReportRows) throws {
        settleWaiting(nil)
        for (key, sum) in sums.sorted(by: { $0.key < $1.key }) {
            try rows.add(
                [
                    .day(key.day), .text(key.what), .text(key.item.nonEmpty), .text(key.product.nonEmpty),
                    .text(key.storefront.nonEmpty), .text(key.channel.nonEmpty), .text(key.unit.code),
                    .number(Int64(key.unit.exponent)), .number(sum.coins), .number(sum.net + sum.tax),
                    .number(sum.tax), .number(sum.net), .number(sum.commission),
                ], on: key.day)
        }
    }

    /// One currency of one entry. Apple's cut goes with the first income of the entry.
    private mutating func note(_ posted: PostedEntry, _ unit: BooksUnit) {
        let entry = posted.entry
        var commission = entry.sum(.commission, unit)
        var tax = entry.kind.taxesUse ? -entry.sum(.salesTax, unit) : 0
        let found = Self.incomes.compactMap { account, name in
            let net = -entry.sum(account, unit)
            return net == 0 ? nil : (name: name, net: net)
        }
        for (name, net) in found.isEmpty && (commission != 0 || tax != 0) ? [("course", 0)] : found {
            let what = name == "course" && entry.kind == .undone ? "undone" : name
            share(Sum(net: net, tax: tax, commission: commission), posted, what, unit)
            (commission, tax) = (0, 0)
        }
    }

    private mutating func share(_ sum: Sum, _ posted: PostedEntry, _ what: String, _ unit: BooksUnit) {
        let lots = posted.entry.lines.filter {
            $0.place.account == .coinLiability && $0.place.unit == unit && $0.place.lot != nil
        }
        let total = lots.reduce(0) { $0 + $1.figure }
        guard what != "refund", total != 0, total == sum.net + sum.tax else {
            let coins = what == "refund" ? posted.entry.lotCoins.reduce(0) { $0 + $1.coins } : 0
            return add(
                Sum(coins: coins, net: sum.net, tax: sum.tax, commission: sum.commission), posted, what, nil, unit)
        }
        let coins = Dictionary(posted.entry.lotCoins.map { ($0.lot, $0.coins) }) { $0 + $1 }
        var (before, taxed): (Int64, Int64) = (0, 0)
        for line in lots {
            guard let lot = line.place.lot else { continue }
            before += line.figure
            let tax = Self.floor(sum.tax, before, of: total) - taxed
            taxed += tax
            let commission = -posted.entry.lines.reduce(0) {
                $1.place.account == .deferredCommission && $1.place.unit == unit && $1.place.lot == lot
                    ? $0 + $1.figure : $0
            }
            add(
                Sum(coins: coins[lot] ?? 0, net: line.figure - tax, tax: tax, commission: commission), posted, what,
                lot, unit)
        }
    }

    /// Free coins that were used: they carry no money, but courses were bought with them.
    private mutating func noteFreeCoins(_ posted: PostedEntry) {
        guard posted.entry.kind == .spent || posted.entry.kind == .undone else { return }
        let coins = posted.entry.sum(.promoCoins, .coin)
        guard coins != 0 else { return }
        add(Sum(coins: coins), posted, posted.entry.kind == .undone ? "undone" : "course", nil, .coin)
    }

    private mutating func add(
        _ sum: Sum, _ posted: PostedEntry, _ what: String, _ lot: Int32?, _ unit: BooksUnit
    ) {
        let key = WaitingKey(
            day: posted.postingDay, what: what, item: posted.facts?.item?.text ?? "",
            transaction: lot == nil ? posted.facts?.transaction : nil, lot: lot, unit: unit)
        waiting[key, default: Sum()].add(sum)
    }

    private mutating func settleWaiting(_ wallet: WalletAtEnd?) {
        for (key, sum) in waiting {
            let origin = origin(of: key, wallet)
            let place = Key(
                day: key.day, what: key.what, item: key.item, product: origin?.product ?? "",
                storefront: origin?.storefront ?? "", channel: origin?.channel ?? "", unit: key.unit)
            sums[place, default: Sum()].add(sum)
        }
        waiting.removeAll(keepingCapacity: true)
        origins.removeAll(keepingCapacity: true)
        originsByLot.removeAll(keepingCapacity: true)
    }

    private mutating func noteOrigin(_ posted: PostedEntry) {
        guard posted.entry.kind == .sold, let facts = posted.facts else { return }
        let origin = Origin(
            product: facts.product ?? "", storefront: facts.storefront ?? "", channel: facts.channel ?? "")
        if let id = facts.transaction { origins[id] = origin }
        for (lot, _) in posted.entry.lotCoins { originsByLot[lot] = origin }
    }

    private func origin(of key: WaitingKey, _ wallet: WalletAtEnd?) -> Origin? {
        if let lot = key.lot {
            guard let sale = wallet?.lots[lot]?.sale else { return originsByLot[lot] }
            return Origin(sale)
        }
        guard let id = key.transaction else { return nil }
        if let origin = origins[id] { return origin }
        return wallet?.lots.values.first { $0.sale?.transaction == id }?.sale.map { Origin($0) }
    }

    /// floor(amount × part ÷ whole), where all three have the same sign or amount is zero.
    private static func floor(_ amount: Int64, _ part: Int64, of whole: Int64) -> Int64 {
        let product = amount.magnitude.multipliedFullWidth(by: part.magnitude)
        let quotient = Int64(whole.magnitude.dividingFullWidth(product).quotient)
        return amount < 0 ? -quotient : quotient
    }
}

extension BookEntry.Kind {
    /// Its sales tax is of coins that were used; else of a sale.
    fileprivate var taxesUse: Bool {
        switch self {
        case .sold, .priced, .refunded, .refundReversed: false
        case .granted, .spent, .undone, .courseRecognised, .debtSettled, .expired, .breakage,
            .breakageReversed, .adjusted, .forfeited, .debtWrittenOff, .merged, .settled, .paid:
            true
        }
    }
}

extension String {
    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
