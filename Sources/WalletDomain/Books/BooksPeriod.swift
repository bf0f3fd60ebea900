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

/// On which day an event is posted: its own, or the first one after what is closed already.
package struct BooksCalendar: Sendable {
    package internal(set) var closedThrough: Int64?

    package init(closedThrough: Int64? = nil) { self.closedThrough = closedThrough }

    package mutating func close(through day: Int64) { closedThrough = max(day, closedThrough ?? day) }

    package func postingDay(of day: Int64) -> Int64 {
        guard let closedThrough, day <= closedThrough else { return day }
        return closedThrough + 1
    }
}
