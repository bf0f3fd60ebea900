/// Apple's totals at the end of a financial report: rows, units and amount of a region, or a block by country.
struct ReportTotals {
    private struct Place: Hashable {
        let country: String
        let currency: String
    }

    private struct Sum: Hashable {
        var units: Int64 = 0
        var proceeds: Int64 = 0

        mutating func add(_ row: AppleReport.Row) {
            // Each is at most `ExactDecimal.max`, and rows are bounded: no overflow.
            units += row.units
            proceeds += row.proceeds
        }
    }

    private var rowCount = 0
    private var whole = Sum()
    private var currencies: Set<Currency> = []
    private var byPlace: [Place: Sum] = [:]

    init() {}

    init(_ rows: [AppleReport.Row]) {
        rowCount = rows.count
        for row in rows {
            let place = Place(country: row.group.country, currency: row.proceedsCurrency.code)
            byPlace[place, default: Sum()].add(row)
            whole.add(row)
            currencies.insert(row.proceedsCurrency)
        }
    }

    private static let rows = "totalrows"
    private static let units = "totalunits"
    private static let amount = "totalamount"
    private static let block = "countryofsale"

    static func begins(_ line: ReportTable.Line) -> Bool {
        !line.beginsWithDigit && [rows, units, amount, block].contains(line.firstName)
    }

    /// - Throws: if what the line says is not what the rows come to.
    func check(_ line: ReportTable.Line) throws(AppleReportError) {
        let isRight: Bool
        switch line.firstName {
        case Self.block: return
        case Self.rows: isRight = number(line[1], exponent: 0) == Int64(rowCount)
        case Self.units: isRight = number(line[1], exponent: 0) == whole.units
        case Self.amount:
            // An amount of several currencies says nothing.
            guard currencies.count == 1, let exponent = currencies.first?.exponent else { return }
            isRight = number(line[1], exponent: exponent) == whole.proceeds
        default:
            guard let country = line[0], let currency = line[1].flatMap({ Currency(String($0)) }) else {
                throw .totalsDisagree(line: line.number)
            }
            let sum = byPlace[Place(country: String(country), currency: currency.code)] ?? Sum()
            isRight =
                number(line[2], exponent: 0) == sum.units
                && number(line[3], exponent: currency.exponent) == sum.proceeds
        }
        guard isRight else { throw .totalsDisagree(line: line.number) }
    }

    private func number(_ text: Substring?, exponent: Int) -> Int64? {
        text.flatMap { ExactDecimal.parse($0, exponent: exponent) }
    }
}
