/// Reads the summary sales report of a day, a week or a month.
///
/// Source: Apple, App Store Connect Help, "Summary Sales Report". Proceeds are for one unit and never negative; a
/// refund has negative units and a negative customer price: so proceeds are multiplied by the units, never added.
struct SalesReport {
    private static let product = ReportColumns.Column("SKU")
    private static let units = ReportColumns.Column("Units")
    private static let proceeds = ReportColumns.Column("Developer Proceeds")
    private static let proceedsCurrency = ReportColumns.Column("Currency of Proceeds")
    private static let type = ReportColumns.Column("Product Type Identifier")
    private static let country = ReportColumns.Column("Country Code")
    private static let price = ReportColumns.Column("Customer Price")
    private static let priceCurrency = ReportColumns.Column("Customer Currency")
    private static let begin = ReportColumns.Column("Begin Date")
    private static let end = ReportColumns.Column("End Date")

    private let columns: ReportColumns
    private var period: (from: Int64, to: Int64)?
    private var rows: [AppleReport.Row] = []

    static func isHeader(_ columns: ReportColumns) -> Bool {
        columns.place(units) != nil && columns.place(proceeds) != nil
    }

    init(_ columns: ReportColumns) throws(AppleReportError) {
        self.columns = columns
        try columns.require([
            Self.product, Self.units, Self.proceeds, Self.proceedsCurrency, Self.type, Self.country, Self.price,
            Self.priceCurrency, Self.begin, Self.end,
        ])
    }

    consuming func read(_ table: inout ReportTable) throws(AppleReportError) -> AppleReport {
        while let line = try table.next() {
            guard rows.count < Limits.appleReportRowsMax else { throw .tooManyRows(rowsMax: Limits.appleReportRowsMax) }
            let (from, to) = (try columns.day(Self.begin, line), try columns.day(Self.end, line))
            guard from <= to, (from, to) == period ?? (from, to) else { throw .mixedPeriods(line: line.number) }
            period = (from, to)
            if let row = try read(line) { rows.append(row) }
        }
        guard let period else { throw .mixedPeriods(line: 1) }
        return AppleReport(kind: .sales, from: period.from, to: period.to, rows: rows)
    }

    /// Nil: free of charge (downloads, updates), which no book knows.
    private func read(_ line: ReportTable.Line) throws(AppleReportError) -> AppleReport.Row? {
        // Of no currency either, now and then.
        if isZero(Self.price, line), isZero(Self.proceeds, line) { return nil }
        let units = try columns.amount(Self.units, line, exponent: 0)
        let currency = try columns.currency(Self.priceCurrency, line)
        let price = try columns.amount(Self.price, line, exponent: currency.exponent)
        let proceedsCurrency = try columns.currency(Self.proceedsCurrency, line)
        let each = try columns.amount(Self.proceeds, line, exponent: proceedsCurrency.exponent)
        guard each >= 0, let proceeds = each.times(units), abs(proceeds) <= ExactDecimal.max else {
            throw columns.bad(Self.proceeds, line)
        }
        guard price.signum() * units.signum() >= 0 else { throw columns.bad(Self.price, line) }
        let product = columns.text(Self.product, line)
        guard !product.isEmpty else { throw columns.bad(Self.product, line) }
        return AppleReport.Row(
            group: AppleReport.Group(
                product: product, country: columns.text(Self.country, line), customerCurrency: currency,
                unitPrice: abs(price), isReturn: units < 0),
            units: units, proceedsCurrency: proceedsCurrency, proceeds: proceeds,
            type: columns.text(Self.type, line))
    }

    private func isZero(_ column: ReportColumns.Column, _ line: ReportTable.Line) -> Bool {
        ExactDecimal.parse(columns.text(column, line), exponent: 3) == 0
    }
}
