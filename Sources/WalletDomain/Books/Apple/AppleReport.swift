/// A report of Apple's: what was sold, or what was settled, in groups. Apple tells of no single transaction.
package struct AppleReport: Sendable {
    package enum Kind: Int16, Sendable {
        /// What Apple settles for a fiscal month: the source of record for proceeds.
        case financial = 1
        /// What was sold on a day, in a week or in a month.
        case sales = 2

        package var name: String {
            switch self {
            case .financial: "financial"
            case .sales: "sales"
            }
        }
    }

    /// What rows have in common that are compared.
    package struct Group: Hashable, Sendable {
        /// Apple's product id.
        package let product: String
        /// Two letters, as Apple's reports write it (ISO 3166).
        package let country: String
        package let customerCurrency: Currency
        /// What the customer paid for one, in minor units.
        package let unitPrice: Int64
        package let isReturn: Bool

        package init(
            product: String, country: String, customerCurrency: Currency, unitPrice: Int64, isReturn: Bool
        ) {
            self.product = product
            self.country = country
            self.customerCurrency = customerCurrency
            self.unitPrice = unitPrice
            self.isReturn = isReturn
        }
    }

    package struct Row: Hashable, Sendable {
        package let group: Group
        /// Negative: returned.
        package let units: Int64
        package let proceedsCurrency: Currency
        /// For all units together, in minor units; negative: Apple takes it back.
        package let proceeds: Int64
        /// Apple's product type identifier; empty: not told.
        package let type: String

        package init(group: Group, units: Int64, proceedsCurrency: Currency, proceeds: Int64, type: String) {
            self.group = group
            self.units = units
            self.proceedsCurrency = proceedsCurrency
            self.proceeds = proceeds
            self.type = type
        }

        /// An in-app purchase that may be a consumable; apps, updates and subscriptions are none.
        package var mayBeCoins: Bool { type.isEmpty || type.hasPrefix("IA1") || type.hasPrefix("FI1") }
    }

    package let kind: Kind
    /// Days since 1970, as Apple counts them.
    package let from: Int64
    package let to: Int64
    package let rows: [Row]

    package init(kind: Kind, from: Int64, to: Int64, rows: [Row]) {
        self.kind = kind
        self.from = from
        self.to = to
        self.rows = rows
    }
}

extension AppleReport {
    /// Reads a report of either kind, unpacked; its header says which it is.
    package static func read(_ bytes: [UInt8]) throws(AppleReportError) -> AppleReport {
        guard bytes.count <= Limits.appleReportUnpackedBytesMax else {
            throw .tooLarge(bytesMax: Limits.appleReportUnpackedBytesMax)
        }
        var table = ReportTable(bytes)
        var preamble: [ReportTable.Line] = []
        while preamble.count <= preambleLinesMax, let line = try table.next() {
            let columns = ReportColumns(line)
            if FinancialReport.isHeader(columns) {
                return try FinancialReport(columns, preamble).read(&table)
            }
            if SalesReport.isHeader(columns) { return try SalesReport(columns).read(&table) }
            preamble.append(line)
        }
        throw .unknownReport
    }

    /// The file for all countries opens with three lines about itself.
    private static let preambleLinesMax = 10
}

extension Int64 {
    /// Nil where it would overflow.
    func times(_ other: Int64) -> Int64? {
        let (value, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? nil : value
    }
}
