package import WalletDomain

/// Report R12, `apple_reconciliation`: the ledger, Apple's sales and Apple's settlement, group by group.
///
/// Amounts are whole minor units: `unit_price` of the customer's currency, as are `accrued_proceeds` and `difference`;
/// `settled_proceeds` of `proceeds_currency`. Returns are negative. An empty cell (`null` in JSON): nobody said it.
package struct ReconciliationText {
    package static let columns = [
        "product_id", "country", "customer_currency", "unit_price", "sale_or_return", "ledger_units", "sales_units",
        "settled_units", "in_transit_units", "oldest_in_transit", "accrued_proceeds", "settled_proceeds",
        "difference", "proceeds_currency", "fiscal_month", "status",
    ]

    /// One value, in the order of the columns.
    private enum Cell {
        case text(String)
        case number(Int64)
        case none

        init(_ number: Int64?) { self = number.map { .number($0) } ?? .none }
        init(_ text: String?) { self = text.map { .text($0) } ?? .none }
    }

    private static func cells(_ row: ReconciledRow) -> [Cell] {
        [
            .text(row.group.product), .text(row.group.country), .text(row.group.customerCurrency.code),
            .number(row.group.unitPrice), .text(row.group.isReturn ? "R" : "S"), .number(row.ledgerUnits),
            Cell(row.salesUnits), Cell(row.settledUnits), .number(row.inTransitUnits),
            Cell(row.oldestInTransit.map(ReportDays.text)), .number(row.accruedProceeds),
            .number(row.settledProceeds), Cell(row.difference), Cell(row.proceedsCurrency?.code),
            .text(row.month.name), .text(row.status.rawValue),
        ]
    }

    /// With a header; rows as they come.
    package static func csv(_ rows: some Sequence<ReconciledRow>, _ flavour: CSVFlavour = .plain) -> [UInt8] {
        var buffer = CSVBuffer(flavour)
        buffer.mark()
        for column in columns { buffer.word(column) }
        buffer.endRow()
        for row in rows {
            for cell in cells(row) {
                switch cell {
                case .text(let text): buffer.text(text)
                case .number(let number): buffer.number(number)
                case .none: buffer.empty()
                }
            }
            buffer.endRow()
        }
        return buffer.bytes
    }

    /// One object a line.
    package static func jsonLines(_ rows: some Sequence<ReconciledRow>) -> [UInt8] {
        var bytes: [UInt8] = []
        for row in rows {
            var writer = JSONWriter()
            writer.object { object in
                for (column, cell) in zip(columns, cells(row)) {
                    switch cell {
                    case .text(let text): object.member(column, text)
                    case .number(let number): object.member(column, number)
                    case .none: object.nullMember(column)
                    }
                }
            }
            bytes += writer.bytes
            bytes.append(UInt8(ascii: "\n"))
        }
        return bytes
    }
}
