/// What holds for the books as a whole. It may change only while no period is closed.
package struct BooksRules: Hashable, Sendable {
    package var policy = BooksPolicy()
    /// IANA: whose midnight ends a day of the books.
    package var zone = "UTC"
    /// The first day that is accounted for, since 1970 in that zone; nil: the journal's first.
    package var firstDay: Int64?

    package init() {}
}

/// The words of an accountant's choices, in sheets and answers.
extension BooksPolicy.Presentation: CaseIterable {
    package static let allCases: [Self] = [.gross, .net]

    package var word: String {
        switch self {
        case .gross: "gross"
        case .net: "net"
        }
    }
}

extension BooksPolicy.TaxMode: CaseIterable {
    package static let allCases: [Self] = [.platform, .operatorAtSale, .operatorAtSpend]

    package var word: String {
        switch self {
        case .platform: "platform"
        case .operatorAtSale: "operator_at_sale"
        case .operatorAtSpend: "operator_at_spend"
        }
    }
}

extension BooksPolicy.BonusAllocation: CaseIterable {
    package static let allCases: [Self] = [.proRata, .zero]

    package var word: String {
        switch self {
        case .proRata: "pro_rata"
        case .zero: "zero"
        }
    }
}
