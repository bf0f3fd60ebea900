internal import WalletDomain

/// The pictures, each with its table.
struct OverviewCharts {
    let period: ReportPeriod
    let days: [DayFigures]

    func write(to page: inout HTMLWriter) {
        part(Texts.soldAndSpent, .bars, [(Texts.coinsSold, .a, \.sold), (Texts.coinsSpent, .b, \.spent)], &page) {
            Self.flowTable(period)
        }
        page(.div, .class("columns")) { columns in
            part(Texts.outstanding, .curve, [(Texts.outstanding, .c, \.outstanding)], &columns) {
                Self.standTable(period)
            }
            part(Texts.debt, .curve, [(Texts.debt, .d, \.debt)], &columns) { Self.standTable(period) }
        }
        part(Texts.coinsRefunded, .bars, [(Texts.coinsRefunded, .d, \.refunded)], &page) { Self.flowTable(period) }
    }

    private func part(
        _ title: Phrase, _ style: DayChart.Style,
        _ series: [(name: Phrase, colour: DayChart.Colour, value: (DayFigures) -> Int64)], _ page: inout HTMLWriter,
        table: () -> TablePart<DayFigures>
    ) {
        page.section(title) { part in
            DayChart(
                style: style, days: days.map(\.day.text),
                series: series.map { .init(name: $0.name, colour: $0.colour, values: days.map($0.value)) },
                summary: Texts.chartSummary(title, from: period.from.text, to: period.to.text)
            ).write(to: &part)
            part(.details) { details in
                details(.summary, phrase: Texts.figures)
                table().write(days.reversed(), to: &details)
            }
        }
    }

    private static func flowTable(_ period: ReportPeriod) -> TablePart<DayFigures> {
        TablePart(
            caption: Texts.byDay, empty: Texts.noRows,
            columns: [
                day, linked(Texts.coinsSold, period, .sales, \.sold), linked(Texts.bonusCoins, period, .sales, \.bonus),
                linked(Texts.coinsGranted, period, .grants, \.granted),
                linked(Texts.coinsSpent, period, .spends, \.spent),
                linked(Texts.coinsRefunded, period, .refunds, \.refunded),
                linked(Texts.coinsExpired, period, .expiries, \.expired),
            ])
    }

    private static func standTable(_ period: ReportPeriod) -> TablePart<DayFigures> {
        TablePart(
            caption: Texts.atEndOfDay, empty: Texts.noRows,
            columns: [
                day, linked(Texts.outstanding, period, .all, \.outstanding), linked(Texts.debt, period, .debts, \.debt),
            ])
    }

    private static var day: Column<DayFigures> { .header(Texts.day) { row, cell in cell.text(row.day.text) } }

    private static func linked(
        _ title: Phrase, _ period: ReportPeriod, _ kinds: JournalKinds,
        _ value: @escaping @Sendable (DayFigures) -> Int64
    ) -> Column<DayFigures> {
        Column(title, .number) { row, cell in
            let link = JournalPage.link(
                from: row.day.text, to: row.day.text, environment: period.environment, kinds: kinds)
            cell.number(value(row), to: link)
        }
    }
}
