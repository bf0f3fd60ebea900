internal import WalletDomain

/// R10: free coins given, and coins given or taken by hand.
struct GrantsReport: RowReport {
    static let kind = ReportKind.grantsAndAdjustments
    private let scope: BooksScope
    /// Of the wallet that is being read.
    private var waiting: [PostedEntry] = []

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isInside(posted), posted.entry.kind.isByHand else { return }
        waiting.append(posted)
    }

    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws {
        defer { waiting.removeAll(keepingCapacity: true) }
        for posted in waiting {
            let moved = posted.entry.lotCoins
            let owed = posted.entry.sum(.coinDebt, .coin)
            let coins = moved.isEmpty ? -owed : -moved.reduce(0) { $0 + $1.coins }
            let expiry = moved.first.flatMap { $0.coins < 0 ? wallet.lots[$0.lot]?.expiresAt : nil }
            try rows.add(
                [
                    .text(posted.id), .text(posted.entry.kind.rawValue), .text(posted.user), .day(posted.day),
                    .day(posted.postingDay), .number(coins), .moment(expiry),
                    .number(posted.facts.map { Int64($0.caller.number) }),
                ], on: posted.postingDay)
        }
    }
}

extension BookEntry.Kind {
    fileprivate var isByHand: Bool {
        switch self {
        case .granted, .adjusted, .forfeited, .expired, .debtWrittenOff: true
        case .sold, .priced, .spent, .undone, .courseRecognised, .refunded, .debtSettled, .refundReversed, .breakage,
            .breakageReversed, .merged, .settled, .paid:
            false
        }
    }
}

/// R7: what users owe in coins, debt by debt. Who settles or writes off without naming a debt meets the oldest first.
struct DebtsReport: RowReport {
    static let kind = ReportKind.debts
    private let scope: BooksScope
    private var debts: [Debt] = []

    private struct Debt {
        let name: String
        let transaction: TransactionID?
        let opened: Int64
        var incurred: Int64 = 0
        var settled: Int64 = 0
        var cancelled: Int64 = 0
        var writtenOff: Int64 = 0
        /// By merges of two users.
        var moved: Int64 = 0
        /// Something happened in the period.
        var isMoved = false

        var open: Int64 { incurred + moved - settled - cancelled - writtenOff }
    }

    init(_ scope: BooksScope) { self.scope = scope }

    mutating func hear(_ posted: PostedEntry, _ rows: inout ReportRows) throws {
        guard scope.isUntilEnd(posted) else { return }
        let change = posted.entry.sum(.coinDebt, .coin)
        guard change != 0 else { return }
        let transaction = posted.facts?.transaction
        switch posted.entry.kind {
        case .refunded:
            let known = debts.firstIndex { transaction != nil && $0.transaction == transaction }
            if known == nil {
                debts.append(Debt(name: posted.id, transaction: transaction, opened: posted.day))
            }
            note(change, \.incurred, at: known ?? debts.count - 1, scope.isInside(posted))
        case .refundReversed: meet(-change, \.cancelled, transaction, scope.isInside(posted))
        case .debtSettled: meet(-change, \.settled, transaction, scope.isInside(posted))
        case .debtWrittenOff: meet(-change, \.writtenOff, transaction, scope.isInside(posted))
        case .merged where change > 0:
            debts.append(Debt(name: posted.id, transaction: nil, opened: posted.day))
            note(change, \.moved, at: debts.count - 1, scope.isInside(posted))
        case .merged:
            // All of them are another wallet's now.
            for place in debts.indices where debts[place].open > 0 {
                note(-debts[place].open, \.moved, at: place, scope.isInside(posted))
            }
        case .sold, .priced, .granted, .spent, .undone, .courseRecognised, .expired, .breakage, .breakageReversed,
            .adjusted, .forfeited, .settled, .paid:
            throw ExportError.totalsDisagree(["\(posted.id): a debt moved by \(posted.entry.kind.rawValue)"])
        }
    }

    private mutating func note(
        _ coins: Int64, _ figure: WritableKeyPath<Debt, Int64>, at place: Int, _ isMoved: Bool
    ) {
        debts[place][keyPath: figure] += coins
        if isMoved { debts[place].isMoved = true }
    }

    /// The named debt first, then the others in their order.
    private mutating func meet(
        _ coins: Int64, _ figure: WritableKeyPath<Debt, Int64>, _ transaction: TransactionID?, _ isMoved: Bool
    ) {
        var left = coins
        let named = debts.indices.filter { transaction != nil && debts[$0].transaction == transaction }
        for place in named + debts.indices.filter({ !named.contains($0) }) where left > 0 {
            let part = min(left, debts[place].open)
            guard part > 0 else { continue }
            left -= part
            note(part, figure, at: place, isMoved)
        }
    }

    mutating func hear(_ wallet: WalletAtEnd, _ rows: inout ReportRows) throws {
        defer { debts.removeAll(keepingCapacity: true) }
        for debt in debts where debt.open > 0 || debt.isMoved {
            try rows.add(
                [
                    .text(debt.name), .text(wallet.user), .text(debt.transaction?.text), .number(debt.incurred),
                    .number(debt.settled), .number(debt.cancelled), .number(debt.writtenOff), .number(debt.moved),
                    .number(debt.open),
                    .day(debt.opened), .number(max(0, scope.period.to - debt.opened)),
                ], on: scope.period.to)
        }
    }
}
