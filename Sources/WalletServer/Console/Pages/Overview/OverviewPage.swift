internal import WalletDomain
internal import WalletLedger

/// How the shop is doing: coins sold, spent, outstanding and owed, by day, by pack, by item. Every figure leads to the
/// rows behind it.
struct OverviewPage: Screen {
    static let route = PageRoute(.get, "/admin", .scopes([.read]))
    let reports: ReportReader

    func show(_ visit: Visit) async throws -> PageBody {
        let query = try visit.query(only: ReportPeriod.parameters)
        let period = try ReportPeriod(query, visit)
        let figures = try await reports.figures(period.range, rows: ConsoleLimits.reportRowsMax)
        let days = DayFigures.all(figures, period.days)
        var body = PageBody(Texts.overview, in: .overview) { page in
            PeriodForm(period: period, action: Link()).write(to: &page)
            Self.tiles(period, days, figures, &page)
            OverviewCharts(period: period, days: days).write(to: &page)
            OverviewTables(period: period, figures: figures).write(to: &page)
        }
        body.isWide = true
        return body
    }

    private static func tiles(
        _ period: ReportPeriod, _ days: [DayFigures], _ figures: ReportFigures, _ page: inout HTMLWriter
    ) {
        func sum(_ value: (DayFigures) -> Int64) -> String { Figures.grouped(days.reduce(0) { $0 + value($1) }) }
        page.tiles([
            .init(
                name: Texts.coinsSold, figure: sum(\.sold), link: JournalPage.link(period, .sales),
                note: Texts.plusBonus(sum(\.bonus))),
            .init(name: Texts.coinsSpent, figure: sum(\.spent), link: JournalPage.link(period, .spends)),
            .init(name: Texts.coinsRefunded, figure: sum(\.refunded), link: JournalPage.link(period, .refunds)),
            .init(
                name: Texts.outstanding, figure: Figures.grouped(days.last?.outstanding ?? 0),
                link: JournalPage.link(period, .all), note: Texts.atEndOfPeriod),
            .init(
                name: Texts.debt, figure: Figures.grouped(days.last?.debt ?? 0),
                link: JournalPage.link(period, .debts), note: Texts.atEndOfPeriod),
        ])
        let revenue = figures.revenue.sorted { $0.key < $1.key }
        guard !revenue.isEmpty || figures.salesOfUnknownPrice > 0 else { return }
        page(.p, .class("muted")) { line in
            line.phrase(Texts.customersPaid)
            line.text(" ")
            line(.strong, text: revenue.map { Figures.price($0.value.milliunits, $0.key) }.joined(separator: ", "))
            if figures.salesOfUnknownPrice > 0 {
                line.text(" ")
                line.phrase(Texts.salesOfUnknownPrice(figures.salesOfUnknownPrice))
            }
        }
    }
}

/// The days and the environment, chosen in a form that works without a script.
struct PeriodForm {
    let period: ReportPeriod
    let action: Link

    func write(to page: inout HTMLWriter) {
        page(.form, .class("period"), .get, .action(action)) { form in
            form.periodFields(period)
            form(.button, .submit, phrase: Texts.show)
        }
    }
}

extension HTMLWriter {
    /// First day, last day, environment.
    mutating func periodFields(_ period: ReportPeriod) {
        field(.init(name: "from", label: Texts.fromDay, type: .date, value: period.from.text))
        field(.init(name: "to", label: Texts.toDay, type: .date, value: period.to.text))
        choice(
            "environment", Texts.environment, StoreEnvironment.allCases.map { ($0.rawValue, $0.phrase) },
            selected: period.environment.rawValue)
    }
}
