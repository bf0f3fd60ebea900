/// Days from `from` to `to`, both inside; days are counted since 1970, in the books' zone.
package struct BooksPeriod: Hashable, Sendable {
    package let from: Int64
    package let to: Int64

    package init(from: Int64, to: Int64) {
        precondition(from <= to, "a period has a day")
        self.from = from
        self.to = to
    }
}

/// A period that was closed: what happened up to its last day and stood in the journal below its cut belongs to it.
package struct PeriodClose: Hashable, Sendable {
    /// Days since 1970, in the books' zone.
    package let lastDay: Int64
    /// Beats of the lanes when it was closed.
    package let beats: [Int16: Int64]

    package init(lastDay: Int64, beats: [Int16: Int64]) {
        self.lastDay = lastDay
        self.beats = beats
    }
}

/// On which day an event is posted: its own, or the first one after each closed period that did not know of it.
package struct BooksCalendar: Sendable {
    package internal(set) var closedThrough: Int64?
    private let closes: [PeriodClose]

    package init(closedThrough: Int64? = nil) {
        self.closedThrough = closedThrough
        closes = []
    }

    package init(_ closes: [PeriodClose]) {
        self.closes = closes.sorted { $0.lastDay < $1.lastDay }
        closedThrough = closes.map(\.lastDay).max()
    }

    package mutating func close(through day: Int64) { closedThrough = max(day, closedThrough ?? day) }

    /// Of what comes only now.
    package func postingDay(of day: Int64) -> Int64 {
        guard let closedThrough, day <= closedThrough else { return day }
        return closedThrough + 1
    }

    /// Of an entry of the journal, by the lane that wrote it and its beat.
    package func postingDay(of day: Int64, lane: Int16, beat: Int64) -> Int64 {
        var day = day
        for close in closes where day <= close.lastDay {
            guard beat > close.beats[lane] ?? 0 else { return day }
            day = close.lastDay + 1
        }
        return day
    }
}
