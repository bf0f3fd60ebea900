/// What a figure of the books counts.
package enum BooksUnit: Hashable, Comparable, Sendable {
    case coin
    case money(Currency)

    package var code: String {
        switch self {
        case .coin: "COIN"
        case .money(let currency): currency.code
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.code < right.code }
}

/// Where a figure of an entry stands: of lots and users only what is kept lot by lot and user by user.
package struct BookPlace: Hashable, Comparable, Sendable {
    package let account: BooksAccount
    package let unit: BooksUnit
    package let lot: Int32?

    package static func < (left: Self, right: Self) -> Bool {
        (left.account, left.unit, left.lot ?? 0) < (right.account, right.unit, right.lot ?? 0)
    }
}

/// One entry of the books: an event's figures, each unit summing to zero.
package struct BookEntry: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case sold
        /// The money of a sale that was recorded without.
        case priced
        case granted
        case spent
        case undone
        case courseRecognised = "course_recognised"
        case refunded
        case debtSettled = "debt_settled"
        case refundReversed = "refund_reversed"
        case expired
        case breakage
        case breakageReversed = "breakage_reversed"
        case adjusted
        case forfeited
        case debtWrittenOff = "debt_written_off"
        /// Out of a closed wallet, into the one that took it over.
        case merged
        case settled
        case paid
    }

    package let kind: Kind
    /// Debits less credits; none is zero.
    package private(set) var figures: [BookPlace: Int64] = [:]
    /// What it means for prepaid balances, by currency.
    package internal(set) var prepaid: [Currency: PrepaidFigures] = [:]

    init(_ kind: Kind) { self.kind = kind }

    package var isEmpty: Bool { figures.isEmpty }

    /// The same figures under another name.
    func renamed(_ kind: Kind) -> BookEntry {
        var entry = BookEntry(kind)
        (entry.figures, entry.prepaid) = (figures, prepaid)
        return entry
    }

    /// With the numbers that its lots have in another wallet.
    func shifted(by lots: Int32) -> BookEntry {
        var entry = BookEntry(kind)
        entry.prepaid = prepaid
        for (place, figure) in figures {
            entry.debit(place.account, figure, place.unit, lot: place.lot.map { $0 + lots })
        }
        return entry
    }

    /// What it says beyond another one.
    mutating func subtract(_ other: BookEntry) {
        for (place, figure) in other.figures { debit(place.account, -figure, place.unit, lot: place.lot) }
        for (currency, figures) in other.prepaid { prepaid[currency, default: .init()].subtract(figures) }
    }

    /// Each unit's debits equal its credits.
    package var isBalanced: Bool {
        var sums: [BooksUnit: Int64] = [:]
        for (place, figure) in figures { sums[place.unit, default: 0] += figure }
        return sums.values.allSatisfy { $0 == 0 }
    }

    /// A negative amount is a credit.
    mutating func debit(_ account: BooksAccount, _ amount: Int64, _ unit: BooksUnit, lot: Int32? = nil) {
        guard amount != 0 else { return }
        let place = BookPlace(account: account, unit: unit, lot: lot)
        let sum = (figures[place] ?? 0) + amount
        figures[place] = sum == 0 ? nil : sum
    }

    mutating func credit(_ account: BooksAccount, _ amount: Int64, _ unit: BooksUnit, lot: Int32? = nil) {
        debit(account, -amount, unit, lot: lot)
    }
}

extension BooksUnit {
    /// Decimals of an amount in minor units.
    package var exponent: Int {
        switch self {
        case .coin: 0
        case .money(let currency): currency.exponent
        }
    }

    /// `-13.80` for -1380 of a currency with two decimals: all of them, and no binary fraction on the way.
    package func decimal(_ minor: Int64) -> String {
        let digits = String(minor.magnitude)
        let sign = minor < 0 ? "-" : ""
        guard exponent > 0 else { return sign + digits }
        let padded = String(repeating: "0", count: max(0, exponent + 1 - digits.count)) + digits
        return "\(sign)\(padded.dropLast(exponent)).\(padded.suffix(exponent))"
    }
}

extension BookEntry {
    /// Debits less credits of one account, all lots together.
    package func sum(_ account: BooksAccount, _ unit: BooksUnit) -> Int64 {
        figures.reduce(0) { sum, line in
            line.key.account == account && line.key.unit == unit ? sum + line.value : sum
        }
    }

    package var currencies: [Currency] { Set(figures.keys.compactMap(\.unit.currency)).sorted() }
}

extension BooksUnit {
    /// Nil: coins.
    package var currency: Currency? {
        switch self {
        case .coin: nil
        case .money(let currency): currency
        }
    }
}
