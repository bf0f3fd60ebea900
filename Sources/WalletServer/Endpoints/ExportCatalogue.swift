internal import HTTPServer
internal import WalletDomain

/// The whole catalogue as CSV, for spreadsheets: an import takes it back as it is.
struct ExportCatalogue: FileEndpoint {
    static let route = Route(.get, "/v1/admin/catalogue.csv", access: .keys([.read, .catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws { try call.requireNoQuery() }

    func run(_ input: Void, as caller: Caller) async throws -> FileAnswer {
        FileAnswer(contentType: "text/csv; charset=utf-8", name: "catalogue.csv", bytes: try await desk.exportSheet())
    }
}
