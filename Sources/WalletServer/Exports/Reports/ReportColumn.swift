package import WalletDomain

/// One column of a report: header, JSON key, type and unit in one place.
package struct ReportColumn: Hashable, Sendable {
    /// How a value is written.
    package enum Kind: String, Sendable {
        case text
        /// `2026-03-31`, in the books' zone.
        case day
        /// RFC 3339, UTC.
        case moment
        /// A whole number of 64 bits.
        case integer
        /// `true` or `false`.
        case flag
    }

    /// What a whole number counts.
    package enum Unit: String, Sendable {
        case minor = "minor units of `unit`"
        case customerMinor = "minor units of `customer_currency`"
        case proceedsMinor = "minor units of `proceeds_currency`"
        case milli = "thousandths of a currency's unit"
        case coins
        case days
        case months
        case pieces = "a count"
    }

    package let name: String
    package let kind: Kind
    package let unit: Unit?
    package let meaning: String

    private init(_ name: String, _ kind: Kind, _ meaning: String, _ unit: Unit? = nil) {
        self.name = name
        self.kind = kind
        self.unit = unit
        self.meaning = meaning
    }

    static func text(_ name: String, _ meaning: String) -> Self { Self(name, .text, meaning) }
    static func day(_ name: String, _ meaning: String) -> Self { Self(name, .day, meaning) }
    static func moment(_ name: String, _ meaning: String) -> Self { Self(name, .moment, meaning) }
    static func flag(_ name: String, _ meaning: String) -> Self { Self(name, .flag, meaning) }
    static func minor(_ name: String, _ meaning: String) -> Self { Self(name, .integer, meaning, .minor) }
    static func coins(_ name: String, _ meaning: String) -> Self { Self(name, .integer, meaning, .coins) }
    static func count(_ name: String, _ meaning: String, _ unit: Unit = .pieces) -> Self {
        Self(name, .integer, meaning, unit)
    }
}

/// One value of a row.
package enum ReportCell: Hashable, Sendable {
    case text(String)
    case number(Int64)
    /// Days since 1970, in the books' zone.
    case day(Int64)
    case moment(Instant)
    case flag(Bool)
    /// Unknown, or not applicable: an empty cell, `null` in JSON.
    case none

    static func text(_ text: String?) -> Self { text.map { .text($0) } ?? .none }
    static func number(_ number: Int64?) -> Self { number.map { .number($0) } ?? .none }
    static func day(_ day: Int64?) -> Self { day.map { .day($0) } ?? .none }
    static func moment(_ moment: Instant?) -> Self { moment.map { .moment($0) } ?? .none }

    func fits(_ kind: ReportColumn.Kind) -> Bool {
        switch self {
        case .text: kind == .text
        case .number: kind == .integer
        case .day: kind == .day
        case .moment: kind == .moment
        case .flag: kind == .flag
        case .none: true
        }
    }
}
