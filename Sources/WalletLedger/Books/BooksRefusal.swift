package import WalletDomain

/// Why the books' settings or periods were not changed. Nothing was written.
package enum BooksRefusal: Error, Hashable, Sendable {
    /// Somebody told more since the caller looked; the version now.
    case changedMeanwhile(Int64)
    /// A period is closed: what holds for the books as a whole stays.
    case rulesFixed
    /// The first day of the books was not told.
    case firstDayMissing
    case period(PeriodHistory.Refusal)
    /// The period's last day ends then.
    case notOver(Instant)
    /// What must be put right first.
    case checksFailed([ClosingFinding])
    /// The database took too long: nothing was changed.
    case tooSlow
}

/// Something that keeps a period from being closed.
package struct ClosingFinding: Hashable, Sendable {
    /// One of our constant names, part of the API.
    package let check: String
    package let count: Int64
    /// Which one, where there is one to name; never about people.
    package let detail: String?
    /// Whoever closes may do so all the same, if he says so: it cannot be put right by everybody.
    package let mayBeAccepted: Bool

    package init(check: String, count: Int64, detail: String? = nil, mayBeAccepted: Bool = false) {
        self.check = check
        self.count = count
        self.detail = detail
        self.mayBeAccepted = mayBeAccepted
    }
}
