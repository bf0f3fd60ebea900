/// Which periods are closed now, and what may happen next. Periods close one after the other, and only the last one may
/// be opened again: so the closed ones are a row without a gap.
package struct PeriodHistory: Sendable {
    /// In their order.
    package let events: [PeriodEvent]
    /// The close that counts, of each period that is closed.
    private let closed: [BooksMonth: PeriodEvent]

    package init(_ events: [PeriodEvent]) {
        self.events = events.sorted { $0.number < $1.number }
        var closed: [BooksMonth: PeriodEvent] = [:]
        for event in self.events { closed[event.period] = event.kind == .closed ? event : nil }
        self.closed = closed
    }

    /// What cannot happen to a period.
    package enum Refusal: Error, Hashable, Sendable {
        /// Its turn has not come: this one is next.
        case notNext(BooksMonth)
        case alreadyClosed
        case notClosed
        /// Only this one may be opened again.
        case notLatest(BooksMonth)
    }

    package var latest: PeriodEvent? { closed.values.max { $0.period < $1.period } }

    /// The close that counts; nil: open.
    package func close(of period: BooksMonth) -> PeriodEvent? { closed[period] }

    /// The settings' change by which a period was closed for the first time, also if it was opened again.
    package var firstFrozen: Int64? { events.first { $0.kind == .closed }?.freeze?.settings }

    /// As the books' calendar wants them.
    package var closes: [PeriodClose] {
        closed.values.compactMap { event in
            event.freeze.map { PeriodClose(lastDay: event.period.lastDay, beats: $0.beats) }
        }.sorted { $0.lastDay < $1.lastDay }
    }

    /// The same for what the journal does not hold, up to a day.
    package func settlementCalendar(through day: Int64 = .max) -> SettlementCalendar {
        SettlementCalendar(
            closed.values.map { SettlementCalendar.Close(lastDay: $0.period.lastDay, closedAt: $0.at) }
                .filter { $0.lastDay <= day })
    }

    /// - Parameter first: the books' first period; once one is closed it is not asked for.
    package func next(first: BooksMonth) -> BooksMonth { latest?.period.next ?? first }

    package func checkClose(_ period: BooksMonth, first: BooksMonth) throws(Refusal) {
        guard closed[period] == nil else { throw .alreadyClosed }
        let next = next(first: first)
        guard period == next else { throw .notNext(next) }
    }

    package func checkReopen(_ period: BooksMonth) throws(Refusal) {
        guard closed[period] != nil, let latest else { throw .notClosed }
        guard latest.period == period else { throw .notLatest(latest.period) }
    }
}
