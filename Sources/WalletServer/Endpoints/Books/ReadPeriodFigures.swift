internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// What the newest close of a period filed, byte for byte: each report under the name of its file.
struct ReadPeriodFigures: FileEndpoint {
    static let route = Route(.get, "/v1/admin/books/periods/{period}/figures", access: .keys([.books]))
    let desk: PeriodDesk

    func parse(_ call: Call) throws -> BooksMonth {
        try call.requireNoQuery()
        return try call.period()
    }

    func run(_ period: BooksMonth, as caller: Caller) async throws -> FileAnswer {
        guard let event = try await desk.periods.history().close(of: period),
            let bytes = try await desk.periods.figures(of: event.number)
        else { throw BooksRefusal.period(.notClosed) }
        return FileAnswer(
            contentType: "text/plain; charset=utf-8", name: "figures-\(period.text).txt", bytes: bytes)
    }
}
