internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// What the newest close of a period filed, byte for byte.
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
        return FileAnswer(contentType: "application/json", name: "figures-\(period.text).json", bytes: bytes)
    }
}
