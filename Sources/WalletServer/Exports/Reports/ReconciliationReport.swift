internal import WalletDomain

/// R12: the ledger, Apple's sales and Apple's settlement, group by group, of the fiscal months that the period decides.
struct ReconciliationReport: RowReport {
    static let kind = ReportKind.appleReconciliation
    let scope: BooksScope

    mutating func hear(_ apple: AppleAtEnd, _ rows: inout ReportRows) throws {
        for row in apple.books.reconciliation(apple.ledger, in: scope.period) {
            try rows.add(Self.cells(row), on: row.month.to)
        }
    }

    private static func cells(_ row: ReconciledRow) -> [ReportCell] {
        [
            .text(row.group.product), .text(row.group.country), .text(row.group.customerCurrency.code),
            .number(row.group.unitPrice), .text(row.group.isReturn ? "R" : "S"), .number(row.ledgerUnits),
            .number(row.salesUnits), .number(row.settledUnits), .number(row.inTransitUnits),
            .day(row.oldestInTransit), .number(row.accruedProceeds), .number(row.settledProceeds),
            .number(row.difference), .text(row.proceedsCurrency?.code), .text(row.month.name),
            .text(row.status.rawValue),
        ]
    }
}
