/// Reads one wallet's journal as moves that the books can post: one for each run of entries of one kind.
///
/// Merged wallets are not read yet: their lots change their numbers on the way.
package struct JournalMoves: Sendable {
    /// What stands beside the journal.
    package struct Facts: Sendable {
        package let money: @Sendable (TransactionID) -> SaleMoney?
        /// Apple's percentage after a refund or its reversal, by the operation's first entry.
        package let percent: @Sendable (OperationID) -> Int64
        package let term: @Sendable (Entry) -> CourseTerm.Days?

        package init(
            money: @escaping @Sendable (TransactionID) -> SaleMoney?,
            percent: @escaping @Sendable (OperationID) -> Int64,
            term: @escaping @Sendable (Entry) -> CourseTerm.Days? = { _ in nil }
        ) {
            self.money = money
            self.percent = percent
            self.term = term
        }
    }

    package enum Refusal: Error, Equatable, Sendable {
        /// Its price is not known.
        case noMoney(TransactionID)
        case merged
        case shapeUnknown(EntryKind)
    }

    private let facts: Facts
    /// Of each refunded purchase, which lots met its debt.
    private var met: [TransactionID: [Int32: Int64]] = [:]

    package init(_ facts: Facts) { self.facts = facts }

    /// - Parameter run: neighbours of one operation and one kind, in their order.
    /// - Returns: nil for what moves no coins.
    package mutating func move(_ run: [Entry]) throws(Refusal) -> CoinMove? {
        guard let first = run.first else { return nil }
        switch first.kind {
        case .held, .holdReleased, .holdExpired, .ownershipEnded: return nil
        case .sold: return try sold(run)
        case .granted: return parts(run).first.map { .granted($0) }
        case .spent:
            return .spent(operation: operation(of: first, first.operation), parts(run), term: facts.term(first))
        case .undone:
            guard let spend = first.references.refersTo else { throw .shapeUnknown(.undone) }
            return .undone(operation: operation(of: first, spend), parts(run))
        case .expired: return .expired(parts(run))
        case .refunded: return try refunded(run)
        case .refundReversed: return try reversed(run)
        case .debtSettled: return try settled(run)
        case .debtWrittenOff: return .debtWrittenOff(run.reduce(0) { $0 + $1.coins })
        case .adjusted where first.credit == .promo: return parts(run).first.map { .adjustedUp($0) }
        case .adjusted: return .adjustedDown(parts(run))
        case .forfeited: return .forfeited(parts(run))
        case .merged, .mergedSpent, .mergedRefund, .mergedSettlement: throw .merged
        }
    }

    private func operation(of entry: Entry, _ sequence: Int64) -> OperationID {
        OperationID(wallet: entry.references.refersWallet ?? entry.wallet, sequence: sequence)
    }

    private func parts(_ entries: [Entry]) -> [CoinMove.Part] {
        entries.flatMap { entry in
            entry.lots.filter { $0.coins > 0 }.map { CoinMove.Part(lot: $0.lot, coins: $0.coins) }
        }
    }

    private func sold(_ run: [Entry]) throws(Refusal) -> CoinMove {
        let paid = parts(run.filter { $0.credit == .paid })
        guard paid.count == 1, let sale = run[0].references.transaction else { throw .shapeUnknown(.sold) }
        guard let money = facts.money(sale) else { throw .noMoney(sale) }
        return .sold(sale, paid: paid[0], bonus: parts(run.filter { $0.credit == .bonus }).first, money)
    }

    private func refunded(_ run: [Entry]) throws(Refusal) -> CoinMove {
        guard let sale = run[0].references.transaction else { throw .shapeUnknown(.refunded) }
        let owed = run.reduce(0) { $0 + ($1.debit == .debt ? $1.coins : 0) }
        return .refunded(
            sale, percent: facts.percent(operation(of: run[0], run[0].operation)),
            own: parts(run.filter { $0.debit != .debt }), owed: owed)
    }

    /// What met the debt comes back first; twin: `RefundTally`.
    private mutating func reversed(_ run: [Entry]) throws(Refusal) -> CoinMove {
        guard let sale = run[0].references.transaction else { throw .shapeUnknown(.refundReversed) }
        var own: [CoinMove.Part] = []
        var back: [CoinMove.Part] = []
        for part in parts(run.filter { $0.credit != .debt }) {
            let fromMet = min(part.coins, met[sale]?[part.lot] ?? 0)
            if fromMet > 0 {
                met[sale]?[part.lot, default: 0] -= fromMet
                back.append(.init(lot: part.lot, coins: fromMet))
            }
            if fromMet < part.coins { own.append(.init(lot: part.lot, coins: part.coins - fromMet)) }
        }
        let cancelled = run.reduce(0) { $0 + ($1.credit == .debt ? $1.coins : 0) }
        return .refundReversed(
            sale, percent: facts.percent(operation(of: run[0], run[0].operation)), own: own, met: back,
            cancelled: cancelled)
    }

    private mutating func settled(_ run: [Entry]) throws(Refusal) -> CoinMove {
        for entry in run {
            guard let sale = entry.references.transaction else { throw .shapeUnknown(.debtSettled) }
            for use in entry.lots { met[sale, default: [:]][use.lot, default: 0] += use.coins }
        }
        return .debtSettled(parts(run))
    }
}
