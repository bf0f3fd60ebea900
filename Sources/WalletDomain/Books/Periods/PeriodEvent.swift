package import struct FoundationEssentials.UUID

/// A period was closed, or opened again: for ever. Twin: table `books_period_events` in
/// `Migrations/0017_close_periods.sql`.
package struct PeriodEvent: Hashable, Sendable {
    package enum Kind: Int16, CaseIterable, Sendable {
        case closed = 1
        case reopened = 2
    }

    /// 1, 2, 3, … over all periods.
    package let number: Int64
    package let period: BooksMonth
    package let kind: Kind
    package let at: Instant
    package let caller: CallerID
    package let callerName: String
    /// About the books, never about people.
    package let reason: String?
    /// Of a reopening: the approval of a second person.
    package let approval: UUID?
    /// Of a close.
    package let freeze: Freeze?

    /// What a close freezes.
    package struct Freeze: Hashable, Sendable {
        /// Beats of the lanes: what is above belongs to a later period.
        package let beats: [Int16: Int64]
        /// The change of the settings by which the figures were worked out.
        package let settings: Int64
        /// Sales without money that the closer accepted.
        package let unpriced: Int64
        /// SHA-256 of the figures.
        package let digest: [UInt8]

        package init(beats: [Int16: Int64], settings: Int64, unpriced: Int64, digest: [UInt8]) {
            self.beats = beats
            self.settings = settings
            self.unpriced = unpriced
            self.digest = digest
        }
    }

    package init(
        number: Int64, period: BooksMonth, kind: Kind, at: Instant, caller: CallerID, callerName: String,
        reason: String?, approval: UUID?, freeze: Freeze?
    ) {
        self.number = number
        self.period = period
        self.kind = kind
        self.at = at
        self.caller = caller
        self.callerName = callerName
        self.reason = reason
        self.approval = approval
        self.freeze = freeze
    }
}
