/// A moment in microseconds since 1970-01-01 UTC, as PostgreSQL's timestamptz keeps it.
///
/// The domain never reads a clock: moments come in as arguments.
package struct Instant: Hashable, Comparable, Sendable {
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// Apple's unit. Out of range is clamped, so that a hostile number cannot trap.
    package init(milliseconds: Int64) {
        let (value, overflow) = milliseconds.multipliedReportingOverflow(by: 1_000)
        microseconds = overflow ? (milliseconds < 0 ? .min : .max) : value
    }

    package var milliseconds: Int64 { microseconds / 1_000 }

    package static func < (left: Self, right: Self) -> Bool { left.microseconds < right.microseconds }

    package func adding(milliseconds: Int64) -> Instant {
        let (value, overflow) = microseconds.addingReportingOverflow(Instant(milliseconds: milliseconds).microseconds)
        return Instant(microseconds: overflow ? (milliseconds < 0 ? .min : .max) : value)
    }
}
