internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// `GET /v1/wallets/{user}/statement`: everything that happened to a user's coins, the oldest first, for support, for
/// accountants and for the user himself. Page by page while the client reads.
struct StatementDesk: Sendable {
    static let route = Route(.get, "/v1/wallets/{user}/statement", access: .keys([.read]))

    let wallets: WalletReads
    let tasks: RunningTasks

    fileprivate struct Input: Sendable {
        let user: UserID
        let environment: StoreEnvironment?
        let format: StatementFormat
    }

    fileprivate enum StatementFormat: Sendable {
        case json
        case csv(CSVFlavour)
    }

    func take(_ call: Call, _ caller: Caller, _ reply: Reply) {
        do {
            let input = try Self.parse(call)
            tasks.run { await answer(input, reply) }
        } catch {
            reply.refuse(error)
        }
    }

    private static func parse(_ call: Call) throws -> Input {
        let query = try call.query(only: ["environment", "format", "flavour"])
        let format: StatementFormat =
            switch (query["format"], query["flavour"]) {
            case (nil, nil), ("json", nil): .json
            case ("csv", nil), ("csv", "plain"): .csv(.plain)
            case ("csv", "bom"): .csv(.marked)
            case ("csv", "spreadsheet"): .csv(.spreadsheet)
            case (nil, _), ("json", _), ("csv", _): throw Problem.malformed("flavour")
            case (.some, _): throw Problem.malformed("format")
            }
        return Input(user: try call.user(), environment: try query.environment(), format: format)
    }

    private func answer(_ input: Input, _ reply: Reply) async {
        do {
            let (environment, wallet) = try await wallets.find(input.user, input.environment)
            // The first page before anything is sent: what is wrong can still be said.
            let first = try await page(of: wallet, after: 0)
            let stream = ResponseStream()
            reply.respond(
                Response(status: 200, headers: Self.headers(input.format), body: .stream(stream)), code: nil)
            await write(first, of: wallet, StatementText(input.user, environment, input.format.report), to: stream)
        } catch {
            reply.refuse(error)
        }
    }

    private func page(of wallet: WalletID?, after sequence: Int64) async throws(WalletError) -> [Entry] {
        guard let wallet else { return [] }
        return try await wallets.reader.entries(
            of: wallet, after: sequence, order: .oldestFirst, limit: Limits.pageRowsMax)
    }

    /// A statement that could not be finished is cut.
    private func write(
        _ first: [Entry], of wallet: WalletID?, _ text: StatementText, to stream: ResponseStream
    ) async {
        var (page, text) = (first, text)
        do {
            try await stream.write(text.opening())
            while true {
                try await stream.write(text.rows(page))
                guard page.count == Limits.pageRowsMax, let last = page.last else { break }
                page = try await self.page(of: wallet, after: last.sequence)
            }
            try await stream.write(text.closing())
            stream.finish()
        } catch {
            // Nobody reads any more, or the database does not answer.
            stream.fail()
        }
    }

    private static func headers(_ format: StatementFormat) -> [(String, String)] {
        switch format {
        case .json: [("Content-Type", "application/json; charset=utf-8"), Rendering.notStored]
        case .csv:
            [
                ("Content-Type", "text/csv; charset=utf-8"), Rendering.notStored,
                ("Content-Disposition", "attachment; filename=\"statement.csv\""),
                ("X-Content-Type-Options", "nosniff"),
            ]
        }
    }
}

extension StatementDesk.StatementFormat {
    fileprivate var report: ReportFormat {
        switch self {
        case .json: .jsonLines
        case .csv(let flavour): .csv(flavour)
        }
    }
}
