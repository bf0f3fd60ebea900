/// What a clock on the wall of a shop shows: a day and a time, in no zone yet. `2026-03-27T00:00` or with seconds.
package struct LocalTime: Hashable, Sendable {
    /// As if the wall were in UTC.
    private let secondsSince1970: Int64

    private static let secondsPerDay: Int64 = 86_400
    private static let secondsPerHour: Int64 = 3_600
    /// No zone is further from UTC than this, and none changed its clock by more.
    private static let hoursAround: ClosedRange<Int64> = -30...30

    package init?(text: String) {
        var reader = TimeTextReader(text)
        guard let date = reader.date(), reader.skip("T") || reader.skip("t"), let seconds = reader.secondOfLocalDay(),
            reader.isAtEnd
        else { return nil }
        secondsSince1970 = date.daysSince1970 * Self.secondsPerDay + seconds
    }

    /// What the wall shows at `moment`, to the second.
    package init(_ moment: Instant, offsetSeconds: Int64) {
        secondsSince1970 = moment.wholeSeconds + offsetSeconds
    }

    package var text: String {
        String(Instant(microseconds: secondsSince1970 * 1_000_000).text.prefix("2026-03-27T00:00:00".utf8.count))
    }

    /// When the wall shows this.
    package enum Resolution: Hashable, Sendable {
        case once(Instant)
        /// Clocks were turned back: it is shown twice, and this is the first.
        case firstOfTwo(Instant)
        /// Clocks were put forward: it is never shown.
        case never
    }

    /// - Parameter offsetSeconds: how far east of UTC the zone's clocks are at a moment, in seconds since 1970.
    package func resolve(offsetSeconds: (Int64) -> Int64) -> Resolution {
        // Every offset that is in force for an hour or longer around that time; each is right if it leads to itself.
        let offsets = Set(Self.hoursAround.map { offsetSeconds(secondsSince1970 + $0 * Self.secondsPerHour) })
        let moments = offsets.map { secondsSince1970 - $0 }.filter { offsetSeconds($0) + $0 == secondsSince1970 }
            .sorted()
        guard let first = moments.first else { return .never }
        let instant = Instant(microseconds: first * 1_000_000)
        return moments.count == 1 ? .once(instant) : .firstOfTwo(instant)
    }
}

extension Instant {
    /// Rounded down, also before 1970.
    package var wholeSeconds: Int64 {
        let (quotient, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return rest < 0 ? quotient - 1 : quotient
    }

    /// The first whole second that is not before this.
    package var nextWholeSecond: Instant {
        let seconds = wholeSeconds
        return Instant(microseconds: (seconds * 1_000_000 == microseconds ? seconds : seconds + 1) * 1_000_000)
    }
}
