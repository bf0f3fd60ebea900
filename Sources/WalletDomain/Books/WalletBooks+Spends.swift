/// Using coins is revenue: what their lots held goes to income, Apple's cut of it to expense.
extension WalletBooks {
    mutating func spend(_ operation: OperationID, _ parts: [CoinMove.Part], _ term: CourseTerm.Days?) -> [BookEntry] {
        let mended = mend(parts)
        var entry = BookEntry(.spent)
        moveCoins(parts, to: .coinsSpent, in: &entry)
        var course = term.map { CourseTerm(days: $0) }
        for (currency, release) in move(parts, as: \.used, in: &entry, { $0.consume($1) }) {
            let unit = BooksUnit.money(currency)
            let tax = policy.taxAtUse(of: release.liability)
            entry.credit(.salesTax, tax, unit)
            entry.credit(term == nil ? .courses : .courseLiability, release.liability - tax, unit)
            entry.debit(term == nil ? .commission : .deferredCourseCommission, release.commission, unit)
            course?.parts[currency] = CourseTerm.Part(
                gross: release.liability - tax, commission: release.commission)
        }
        if let course { terms[operation] = course }
        return [mended, entry].filter { !$0.isEmpty }
    }

    /// Coins that were taken to income come back first, as far as they are used now.
    mutating func mend(_ parts: [CoinMove.Part]) -> BookEntry {
        var entry = BookEntry(.breakageReversed)
        for (currency, release) in move(parts, as: \.used, in: &entry, { $0.mend(forUseOf: $1) }) {
            entry.credit(.breakage, release.liability, .money(currency))
            entry.debit(.commission, release.commission, .money(currency))
        }
        return entry
    }

    /// Coins go back to the lots that paid. The counters decide, so it may differ from the spend by one minor unit.
    mutating func undo(_ operation: OperationID, _ parts: [CoinMove.Part]) -> BookEntry {
        var entry = BookEntry(.undone)
        moveCoins(parts, to: .coinsSpent, in: &entry, sign: -1)
        for (currency, release) in move(parts, as: \.used, in: &entry, { $0.giveBack($1) }) {
            let unit = BooksUnit.money(currency)
            let tax = policy.taxAtUse(of: release.liability)
            entry.credit(.salesTax, tax, unit)
            if terms[operation] != nil {
                terms[operation]?.undo(-(release.liability - tax), -release.commission, currency, in: &entry)
            } else {
                entry.credit(.courses, release.liability - tax, unit)
                entry.debit(.commission, release.commission, unit)
            }
        }
        return entry
    }

    /// What courses with a term have earned until the end of a day.
    package mutating func recogniseCourses(through day: Int64) -> BookEntry? {
        var entry = BookEntry(.courseRecognised)
        for operation in Array(terms.keys) {
            remember(.recognised(operation, through: day))
            terms[operation]?.recognise(through: day, in: &entry)
        }
        return entry.isEmpty ? nil : entry
    }

    /// The same of one of them.
    package mutating func recogniseCourse(_ operation: OperationID, through day: Int64) -> BookEntry? {
        remember(.recognised(operation, through: day))
        var entry = BookEntry(.courseRecognised)
        terms[operation]?.recognise(through: day, in: &entry)
        return entry.isEmpty ? nil : entry
    }
}
