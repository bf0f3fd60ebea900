internal import WalletDomain

/// The journal of some days as CSV.
struct JournalFile: Download {
    static let route = PageRoute(.get, "/admin/journal.csv", .scopes([.export]))
    static let link = Link("journal.csv")
    let desk: JournalDesk

    func fetch(_ visit: Visit) async throws -> FileAnswer {
        let query = try visit.query(only: ReportPeriod.parameters + ["flavour"])
        let period = try ReportPeriod(query, visit)
        let flavour: CSVFlavour =
            switch query["flavour"] {
            case nil, "plain": .plain
            case "spreadsheet": .spreadsheet
            default: throw Problem.malformed("flavour")
            }
        let order = JournalDesk.Order(
            environment: period.environment, from: period.from, to: period.to, zone: visit.zone.days, flavour: flavour)
        return try await desk.file(order, for: try visit.person().caller, from: visit.origin.address)
    }
}
