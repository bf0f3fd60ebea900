internal import WalletDomain
internal import WalletLedger

/// One day of a report, from the flows between accounts.
struct DayFigures: Sendable {
    let day: CalendarDay
    var sold: Int64 = 0
    var bonus: Int64 = 0
    var granted: Int64 = 0
    /// Less what was undone.
    var spent: Int64 = 0
    /// Less what Apple took back again.
    var refunded: Int64 = 0
    var expired: Int64 = 0
    /// When it ended, or now.
    var outstanding: Int64 = 0
    var debt: Int64 = 0

    /// From what wallets hold now back to each day's end.
    static func all(_ figures: ReportFigures, _ days: [CalendarDay]) -> [DayFigures] {
        var rows = days.map { DayFigures(day: $0) }
        var (holding, debt) = (
            Array(repeating: Int64(0), count: days.count + 1), Array(repeating: Int64(0), count: days.count + 1)
        )
        for flow in figures.flows {
            let place = min(max(flow.day, 0), days.count)
            holding[place] += flow.holding
            debt[place] += flow.debt
            if place < days.count { rows[place].add(flow) }
        }
        var (coins, owed) = (figures.totals.coins - holding[days.count], figures.totals.debt - debt[days.count])
        for place in rows.indices.reversed() {
            rows[place].outstanding = coins
            rows[place].debt = owed
            coins -= holding[place]
            owed -= debt[place]
        }
        return rows
    }

    private mutating func add(_ flow: DayFlow) {
        switch flow.kind {
        case .sold: if flow.credit == .bonus { bonus += flow.coins } else { sold += flow.coins }
        case .granted: granted += flow.coins
        case .spent: spent += flow.coins
        case .undone: spent -= flow.coins
        case .refunded: refunded += flow.coins
        case .refundReversed: refunded -= flow.coins
        case .expired: expired += flow.coins
        case .debtSettled, .debtWrittenOff, .held, .holdReleased, .holdExpired, .ownershipEnded, .merged, .mergedSpent,
            .mergedRefund, .mergedSettlement, .adjusted, .forfeited:
            return
        }
    }
}
