/// Reads the financial report of a fiscal month: of one region, of all, or the detailed one.
///
/// Source: Apple, App Store Connect Help, "Financial report fields". `Partner Share` is for one unit and never
/// negative; `Extended Partner Share` is for all of them, signed, and what Apple owes.
struct FinancialReport {
    private static let product = ReportColumns.Column("Vendor Identifier", "SKU")
    private static let quantity = ReportColumns.Column("Quantity")
    private static let share = ReportColumns.Column("Extended Partner Share")
    private static let shareCurrency = ReportColumns.Column("Partner Share Currency")
    private static let direction = ReportColumns.Column("Sale or Return", "Sales or Return")
    private static let type = ReportColumns.Column("Product Type Identifier")
    private static let country = ReportColumns.Column("Country of Sale")
    private static let price = ReportColumns.Column("Customer Price")
    private static let priceCurrency = ReportColumns.Column("Customer Currency")
    private static let start = ReportColumns.Column("Start Date")
    private static let end = ReportColumns.Column("End Date")

    private let columns: ReportColumns
    /// Told before the header, where rows do not tell it.
    private var from: Int64?
    private var to: Int64?
    private var rows: [AppleReport.Row] = []
    private var totals = ReportTotals()

    static func isHeader(_ columns: ReportColumns) -> Bool {
        columns.place(share) != nil && columns.place(direction) != nil
    }

    init(_ columns: ReportColumns, _ preamble: [ReportTable.Line]) throws(AppleReportError) {
        self.columns = columns
        try columns.require([
            Self.product, Self.quantity, Self.share, Self.shareCurrency, Self.direction, Self.country, Self.price,
            Self.priceCurrency,
        ])
        for line in preamble {
            guard let value = line[1] else { continue }
            switch line.firstName {
            case "startdate": from = ReportDay.parse(value)
            case "enddate": to = ReportDay.parse(value)
            default: continue
            }
        }
        if from == nil || to == nil { try columns.require([Self.start, Self.end]) }
    }

    consuming func read(_ table: inout ReportTable) throws(AppleReportError) -> AppleReport {
        var line = try table.next()
        while let row = line, !ReportTotals.begins(row) {
            guard rows.count < Limits.appleReportRowsMax else { throw .tooManyRows(rowsMax: Limits.appleReportRowsMax) }
            try checkPeriod(row)
            rows.append(try read(row))
            line = try table.next()
        }
        totals = ReportTotals(rows)
        while let total = line {
            try totals.check(total)
            line = try table.next()
        }
        guard let from, let to, from <= to else { throw .mixedPeriods(line: 1) }
        return AppleReport(kind: .financial, from: from, to: to, rows: rows)
    }

    private mutating func checkPeriod(_ line: ReportTable.Line) throws(AppleReportError) {
        guard columns.place(Self.start) != nil, columns.place(Self.end) != nil else { return }
        let (start, end) = (try columns.day(Self.start, line), try columns.day(Self.end, line))
        guard start == from ?? start, end == to ?? end else { throw .mixedPeriods(line: line.number) }
        (from, to) = (start, end)
    }

    private func read(_ line: ReportTable.Line) throws(AppleReportError) -> AppleReport.Row {
        let isReturn: Bool
        switch columns.text(Self.direction, line) {
        case "S": isReturn = false
        case "R": isReturn = true
        default: throw columns.bad(Self.direction, line)
        }
        let proceedsCurrency = try columns.currency(Self.shareCurrency, line)
        let currency = try columns.currency(Self.priceCurrency, line)
        let units = try columns.amount(Self.quantity, line, exponent: 0)
        let proceeds = try columns.amount(Self.share, line, exponent: proceedsCurrency.exponent)
        let price = try columns.amount(Self.price, line, exponent: currency.exponent)
        // What Apple takes back it does not pay for, and the other way round.
        guard units.signum() * proceeds.signum() >= 0 else { throw columns.bad(Self.share, line) }
        // A return that is counted without a sign is one nevertheless.
        let sign: Int64 = isReturn && units > 0 ? -1 : 1
        let product = columns.text(Self.product, line)
        guard !product.isEmpty else { throw columns.bad(Self.product, line) }
        return AppleReport.Row(
            group: AppleReport.Group(
                product: product, country: columns.text(Self.country, line), customerCurrency: currency,
                unitPrice: abs(price), isReturn: isReturn),
            units: sign * units, proceedsCurrency: proceedsCurrency, proceeds: sign * proceeds,
            type: columns.text(Self.type, line))
    }
}
