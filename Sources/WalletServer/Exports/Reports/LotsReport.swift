internal import WalletDomain

/// What happened to one wallet's lots after the period: taken off what stands in the books at the end of the run, it
/// leaves what stood there at the period's end.
struct LotsLater {
    struct Change {
        var consumed: Int64 = 0
        var removed: Int64 = 0
        var coins: Int64 = 0
        var liability: Int64 = 0
        var commission: Int64 = 0
        /// The lot was opened, or its money was learnt.
        var isOpened = false
        var isPriced = false
    }

    private(set) var lots: [Int32: Change] = [:]

    mutating func removeAll() { lots.removeAll(keepingCapacity: true) }

    mutating func add(_ posted: PostedEntry, refundedLots: (TransactionID) -> Set<Int32>) {
        let own = posted.entry.kind == .refundReversed ? posted.facts?.transaction.map(refundedLots) ?? [] : []
        for line in posted.entry.lines {
            guard let lot = line.place.lot else { continue }
            var change = lots[lot] ?? Change()
            switch line.place.account {
            case .coinLiability:
                change.liability -= line.figure
                if posted.entry.kind == .priced { change.isPriced = true }
            case .deferredCommission: change.commission += line.figure
            default: if line.place.unit == .coin { change.count(line.figure, posted.entry.kind, own.contains(lot)) }
            }
            lots[lot] = change
        }
    }
}

extension LotsLater.Change {
    /// - Parameter left: coins that left the lot; negative: that came.
    fileprivate mutating func count(_ left: Int64, _ kind: BookEntry.Kind, _ isOwn: Bool) {
        switch kind {
        case .sold, .granted:
            coins -= left
            isOpened = true
        case .adjusted where left < 0:
            coins -= left
            isOpened = true
        case .spent, .undone, .debtSettled:
            coins -= left
            consumed += left
        case .refundReversed where !isOwn:
            // These had met the refund's debt.
            coins -= left
            consumed += left
        case .refunded, .refundReversed, .expired, .adjusted, .forfeited:
            coins -= left
            removed += left
        case .priced, .courseRecognised, .breakage, .breakageReversed, .debtWrittenOff, .settled, .paid: break
        // The lot came from another wallet with all that it had: it is told here as if it had always been.
        case .merged: break
        }
    }
}

/// R6: each lot that holds coins at the end of the period, or was moved in it.
struct LotsReport: RowReport {
    static let kind = ReportKind.lots
    private let scope: BooksScope
    /// Of the wallet that is being read.
    private var moved: Set<Int32> = []
    private var later: [PostedEntry] = []
    private var changes = LotsLater()

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        if scope.isInside(posted) {
            for place in posted.entry.figures.keys { if let lot = place.lot { moved.insert(lot) } }
        } else if !scope.isUntilEnd(posted) {
            later.append(posted)
        }
    }

    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws {
        defer {
            moved.removeAll(keepingCapacity: true)
            later.removeAll(keepingCapacity: true)
            changes.removeAll()
        }
        for posted in later {
            changes.add(posted) { Set(wallet.books.sales[$0]?.lots ?? []) }
        }
        for (number, book) in wallet.books.lots.sorted(by: { $0.key < $1.key }) {
            let change = changes.lots[number] ?? LotsLater.Change()
            let live = book.live - change.coins
            guard !change.isOpened, live > 0 || moved.contains(number), let facts = wallet.lots[number] else {
                continue
            }
            try rows.add(cells(wallet, book, facts, change, live: live), on: scope.period.to)
        }
    }

    private func cells(
        _ wallet: WalletAtEnd, _ book: LotBook, _ facts: WalletAtEnd.LotFacts, _ change: LotsLater.Change, live: Int64
    ) -> [ReportCell] {
        let currency = change.isPriced ? nil : book.currency
        func money(_ figure: Int64) -> ReportCell { currency == nil ? .none : .number(figure) }
        return [
            .day(scope.period.to), .text(facts.name), .text(wallet.user), .text(book.kind.word),
            .text(facts.sale?.transaction.text), .text(facts.sale?.product), .text(facts.sale?.storefront),
            .text(facts.sale?.channel), .moment(facts.acquiredAt), .day(facts.acquiredDay),
            .moment(facts.expiresAt), .text(currency?.code), .number(currency.map { Int64($0.exponent) }),
            .number(book.coins), .number(book.consumed - change.consumed), .number(book.removed - change.removed),
            .number(live), .number(min(book.broken, live)), money(book.amount),
            money(book.liability - change.liability), money(book.commission),
            money(book.deferredCommission - change.commission), money(book.customerPrice),
            .number(BooksDay.months(from: facts.acquiredDay, to: scope.period.to)),
            .day(min(facts.lastDay, scope.period.to)),
            currency == nil ? .none : .text(facts.money?.basis.rawValue),
        ]
    }
}

extension Lot.Kind {
    var word: String {
        switch self {
        case .paid: "paid"
        case .bonus: "bonus"
        case .promo: "promo"
        }
    }
}
