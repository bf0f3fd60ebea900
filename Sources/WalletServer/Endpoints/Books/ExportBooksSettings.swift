internal import HTTPServer
internal import WalletDomain

/// What is told now, as CSV: an import takes it back as it is.
struct ExportBooksSettings: FileEndpoint {
    static let route = Route(.get, "/v1/admin/books/settings.csv", access: .keys([.books]))
    let desk: BooksDesk

    func parse(_ call: Call) throws { try call.requireNoQuery() }

    func run(_ input: Void, as caller: Caller) async throws -> FileAnswer {
        let bytes = try await desk.sheet().bytes
        return FileAnswer(contentType: "text/csv; charset=utf-8", name: "books-settings.csv", bytes: bytes)
    }
}
