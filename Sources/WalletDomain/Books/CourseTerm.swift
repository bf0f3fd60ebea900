/// A course that is delivered over days: what its spend moved becomes income day by day.
package struct CourseTerm: Sendable {
    package struct Days: Hashable, Sendable {
        /// The day of the spend, in the books' zone: the first of the term. Days are counted since 1970.
        package let first: Int64
        package let count: Int64

        package init(first: Int64, count: Int64) {
            precondition(count > 0, "a term has days")
            self.first = first
            self.count = count
        }
    }

    struct Part {
        var gross: Int64 = 0
        var commission: Int64 = 0
        var recognisedGross: Int64 = 0
        var recognisedCommission: Int64 = 0
    }

    package let days: Days
    var parts: [Currency: Part] = [:]

    /// Of `total`, what is earned at the end of `day`.
    /// An undo may have taken back a minor unit more than the spend moved; then nothing is left to be earned.
    private func earned(_ total: Int64, through day: Int64) -> Int64 {
        guard total > 0 else { return total }
        return Shares.floor(total, min(max(0, day - days.first + 1), days.count), of: days.count)
    }

    /// Moves what was earned since the last time.
    mutating func recognise(through day: Int64, in entry: inout BookEntry) {
        for (currency, part) in parts {
            let gross = max(part.recognisedGross, earned(part.gross, through: day))
            let commission = max(part.recognisedCommission, earned(part.commission, through: day))
            let unit = BooksUnit.money(currency)
            entry.debit(.courseLiability, gross - part.recognisedGross, unit)
            entry.credit(.courses, gross - part.recognisedGross, unit)
            entry.debit(.commission, commission - part.recognisedCommission, unit)
            entry.credit(.deferredCourseCommission, commission - part.recognisedCommission, unit)
            parts[currency]?.recognisedGross = gross
            parts[currency]?.recognisedCommission = commission
        }
    }

    /// Takes back a part of the spend: first what is not earned yet, then what is.
    mutating func undo(_ gross: Int64, _ commission: Int64, _ currency: Currency, in entry: inout BookEntry) {
        guard var part = parts[currency] else { return }
        let unit = BooksUnit.money(currency)
        let waiting = min(gross, part.gross - part.recognisedGross)
        let waitingCommission = min(commission, part.commission - part.recognisedCommission)
        entry.debit(.courseLiability, waiting, unit)
        entry.debit(.courses, gross - waiting, unit)
        entry.credit(.deferredCourseCommission, waitingCommission, unit)
        entry.credit(.commission, commission - waitingCommission, unit)
        part.gross -= gross
        part.recognisedGross -= gross - waiting
        part.commission -= commission
        part.recognisedCommission -= commission - waitingCommission
        parts[currency] = part
    }
}
