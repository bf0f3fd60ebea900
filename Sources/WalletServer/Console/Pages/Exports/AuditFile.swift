internal import WalletDomain
internal import WalletLedger

/// The audit log as CSV: of some days, or all that a list shows.
struct AuditFile: Download {
    static let route = PageRoute(.get, "/admin/audit.csv", as: AuditExportDesk.route)
    static let link = Link("audit.csv")
    let desk: AuditExportDesk

    func fetch(_ visit: Visit) async throws -> FileAnswer {
        let query = try visit.query(only: AuditPage.filters + ["from", "to"])
        var asked = AuditPage.filters.map { ($0, query[$0]?.trimmed.nilIfEmpty) }
        if query["from"] != nil || query["to"] != nil {
            let bounds = try ReportPeriod(query, visit).range.bounds
            asked += [("from", bounds.first?.text), ("to", bounds.last?.text)]
        }
        return try await visit.ask(desk, InnerRequest(query: asked))
    }
}
