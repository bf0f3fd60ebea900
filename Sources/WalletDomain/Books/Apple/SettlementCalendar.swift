/// On which day something is posted that the journal does not hold: reports and payments have no beat, but a moment at
/// which they came.
package struct SettlementCalendar: Sendable {
    /// Days up to one that were closed at a moment: what came later is not among them.
    package struct Close: Hashable, Sendable {
        /// Days since 1970, in the books' zone.
        package let lastDay: Int64
        package let closedAt: Instant

        package init(lastDay: Int64, closedAt: Instant) {
            self.lastDay = lastDay
            self.closedAt = closedAt
        }
    }

    private let closes: [Close]

    package init(_ closes: [Close] = []) { self.closes = closes.sorted { $0.lastDay < $1.lastDay } }

    /// Its own day; if that was closed when it came, the day on which it came, or the first open one after that.
    ///
    /// - Parameters:
    ///   - at: when it came.
    ///   - on: the day of that moment in the books' zone.
    package func postingDay(of day: Int64, known at: Instant, on knownDay: Int64) -> Int64 {
        var day = day
        for close in closes where day <= close.lastDay {
            guard at > close.closedAt else { return day }
            day = max(close.lastDay + 1, knownDay)
        }
        return day
    }
}
