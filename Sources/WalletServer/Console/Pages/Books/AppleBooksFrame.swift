internal import WalletDomain

/// What the pages about Apple's reports share: the views, and money as people write it.
struct AppleBooksFrame: Sendable {
    enum Tab: CaseIterable, Sendable {
        case reports, payments, years

        var title: Phrase {
            switch self {
            case .reports: Texts.appleReports
            case .payments: Texts.applePayments
            case .years: Texts.fiscalYears
            }
        }

        var link: Link {
            switch self {
            case .reports: AppleBooksPage.link
            case .payments: AppleBooksPaymentsPage.link
            case .years: AppleBooksYearsPage.link()
            }
        }
    }

    let tab: Tab

    func body(_ trouble: Trouble?, _ content: @escaping @Sendable (inout HTMLWriter) -> Void) -> PageBody {
        let trail = [PageBody.Crumb(title: Texts.booksSettings, link: BooksPage.link)]
        return PageBody(Texts.appleBooks, in: .apple, trail: trail) { page in
            page.tabs(
                Texts.viewsOfAppleBooks, Tab.allCases.map { ($0.title, $0.link, isCurrent: $0 == tab) })
            page.complaint(trouble?.complaint)
            content(&page)
        }
    }
}

/// Amounts in minor units, written with their currency's decimals.
enum AppleBooksMoney {
    /// `USD 12.97`.
    static func text(_ minorUnits: Int64, _ currency: Currency) -> String {
        var milliunits = minorUnits
        for _ in currency.exponent..<3 { milliunits *= 10 }
        return Figures.price(milliunits, currency.code)
    }

    /// `12.97` of the dollar is 1,297 cents. Without signs between digits: a comma means thousands to some and decimals
    /// to others.
    static func minorUnits(_ text: some StringProtocol, _ currency: Currency) -> Int64? {
        ExactDecimal.parse(text, exponent: currency.exponent)
    }
}

extension HTMLWriter {
    /// From the other pages of the books, for whoever may go there.
    mutating func appleBooksLink(_ visit: Visit) {
        guard visit.may(ListAppleReports.route) else { return }
        self(.p) { $0(.a, .href(AppleBooksPage.link), phrase: Texts.appleBooksLink) }
    }

    /// A day of reports, since 1970.
    mutating func reportDay(_ day: Int64) { self(.span, .class("time"), text: ReportDays.text(day)) }
}
