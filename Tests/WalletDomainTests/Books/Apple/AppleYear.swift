import Testing
import WalletDomain

/// Three fiscal months of sales and refunds, and the reports that Apple would make of them: written as text and read
/// again, so that they are what a file says.
struct AppleYear {
    private(set) var ledger = AppleLedgerSide { $0.microseconds }
    let months: [FiscalMonth]
    var settled: AppleReconciliation.Settled = [:]
    var sales: [AppleReport] = []

    private static let products = ["coins.100", "coins.500", "coins.1000"]
    private static let prices: [(price: String, share: String, currency: String, country: String)] = [
        ("0.99", "0.70", "USD", "US"), ("4.99", "3.49", "USD", "US"), ("6.00", "4.20", "CNY", "CN"),
        ("150", "105", "JPY", "JP"), ("1.19", "0.70", "EUR", "DE"), ("0.500", "0.349", "KWD", "KW"),
    ]

    /// - Parameter daysFromEdge: nothing happens so near the edges of a month.
    init(_ random: inout SeededRandom, daysFromEdge: Int64 = 0) throws {
        let calendar = FiscalCalendar()
        months = try (4...6).map { try #require(calendar.month(year: 2026, number: $0)) }
        for month in months { try play(month, &random, daysFromEdge) }
    }

    static func group(_ product: String, _ unitPrice: Int64, isReturn: Bool = false) throws -> AppleReport.Group {
        AppleReport.Group(
            product: product, country: "US", customerCurrency: try #require(Currency("USD")), unitPrice: unitPrice,
            isReturn: isReturn)
    }

    private mutating func play(_ month: FiscalMonth, _ random: inout SeededRandom, _ edge: Int64) throws {
        var counts: [AppleReport.Group: (units: Int64, price: Int)] = [:]
        for _ in 0..<40 {
            let price = Int.random(in: Self.prices.indices, using: &random)
            let isReturn = Int.random(in: 0..<6, using: &random) == 0
            let group = try Self.group(price, Self.products.randomElement(using: &random) ?? "", isReturn)
            let units = Int64.random(in: 2...4, using: &random)
            let share = try #require(ExactDecimal.parse(Self.prices[price].share, exponent: 3))
            let each = try #require(group.customerCurrency.minorUnits(ofMilliunits: share))
            let day = Int64.random(in: month.from + edge...month.to - edge, using: &random)
            ledger.add(.init(units: units, accrued: units * each), on: .init(posting: day, apple: day), to: group)
            counts[group] = ((counts[group]?.units ?? 0) + units, price)
        }
        settled[month] = try AppleReport.read(Self.financial(counts, month)).rows
        sales.append(try AppleReport.read(Self.sales(counts, month)))
    }

    private static func group(_ price: Int, _ product: String, _ isReturn: Bool) throws -> AppleReport.Group {
        let (text, _, code, country) = prices[price]
        let currency = try #require(Currency(code))
        return AppleReport.Group(
            product: product, country: country, customerCurrency: currency,
            unitPrice: try #require(ExactDecimal.parse(text, exponent: currency.exponent)), isReturn: isReturn)
    }

    private static func date(_ day: Int64) -> String {
        let date = CivilDate(daysSince1970: day)
        return "\(date.month)/\(date.day)/\(date.year)"
    }

    private static func financial(
        _ counts: [AppleReport.Group: (units: Int64, price: Int)], _ month: FiscalMonth
    ) throws -> [UInt8] {
        let period = (date(month.from), date(month.to))
        let rows = try counts.map { group, count in
            let (price, share, code, country) = prices[count.price]
            let units = group.isReturn ? -count.units : count.units
            let each = try #require(ExactDecimal.parse(share, exponent: group.customerCurrency.exponent))
            let extended = BooksUnit.money(group.customerCurrency).decimal(units * each)
            return ReportSamples.financial(
                group.product, String(units), share, extended, code, group.isReturn ? "R" : "S", country: country,
                price: price, period: period)
        }
        return ReportSamples.bytes([ReportSamples.financialHeader] + rows + ["Total_Rows\t\(rows.count)"])
    }

    private static func sales(
        _ counts: [AppleReport.Group: (units: Int64, price: Int)], _ month: FiscalMonth
    ) -> [UInt8] {
        let period = (date(month.from), date(month.to))
        let rows = counts.map { group, count in
            let (price, share, code, country) = prices[count.price]
            let sign = group.isReturn ? "-" : ""
            return ReportSamples.sale(
                group.product, "\(sign)\(count.units)", share, price: sign + price, code, country: country,
                period: period)
        }
        return ReportSamples.bytes([ReportSamples.salesHeader] + rows)
    }

    /// Changes the first sale of a month's report that has more than two units; gives what it was.
    mutating func change(_ month: FiscalMonth, _ change: (AppleReport.Row) -> AppleReport.Row) -> AppleReport.Row? {
        guard var rows = settled[month],
            let index = rows.firstIndex(where: { $0.units > 2 && $0.group.customerCurrency.exponent == 2 })
        else { return nil }
        let old = rows[index]
        rows[index] = change(old)
        settled[month] = rows
        return old
    }
}

extension AppleReport.Row {
    func with(units: Int64? = nil, proceeds: Int64? = nil, price: Int64? = nil) -> Self {
        let changed = AppleReport.Group(
            product: group.product, country: group.country, customerCurrency: group.customerCurrency,
            unitPrice: price ?? group.unitPrice, isReturn: group.isReturn)
        return AppleReport.Row(
            group: changed, units: units ?? self.units, proceedsCurrency: proceedsCurrency,
            proceeds: proceeds ?? self.proceeds, type: type)
    }
}
