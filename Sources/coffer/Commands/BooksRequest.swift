internal import Postgres
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// What the flags of `coffer export books` ask for.
enum BooksRequest {
    static func wish(_ arguments: Arguments) throws(Failure) -> BooksWish {
        var wish = BooksWish(try days(arguments))
        let environment = try arguments.choice("--environment", of: ["production", "sandbox"])
        wish.environment = environment == "sandbox" ? .sandbox : .production
        let format = try arguments.choice("--format", of: ["csv", "jsonl"])
        let isForSpreadsheets = arguments.has("--spreadsheet")
        if format == "jsonl" {
            guard !isForSpreadsheets, !arguments.has("--bom") else { throw .usage("jsonl has no flavours") }
            wish.format = .jsonLines
        } else {
            wish.format = .csv(isForSpreadsheets ? .spreadsheet : arguments.has("--bom") ? .marked : .plain)
        }
        wish.products = try products(arguments.text("--reports"))
        wish.isDetailed = arguments.has("--detail")
        return wish
    }

    private static func days(_ arguments: Arguments) throws(Failure) -> BooksWish.Days {
        if let text = arguments.text("--period") {
            guard arguments.text("--from") == nil, arguments.text("--to") == nil else {
                throw .usage("--period stands alone, without --from and --to")
            }
            guard let month = BooksMonth(text) else { throw .usage("--period needs a month as 2026-10, not \(text)") }
            return .month(month)
        }
        guard arguments.text("--from") != nil, arguments.text("--to") != nil else {
            throw .usage("either --period 2026-10, or --from and --to")
        }
        let (from, to) = (try day("--from", arguments), try day("--to", arguments))
        guard from < to else { throw .usage("--to must be later than --from: it is the day after the last one") }
        return .days(BooksPeriod(from: from, to: to - 1))
    }

    private static func day(_ flag: String, _ arguments: Arguments) throws(Failure) -> Int64 {
        let text = try arguments.required(flag)
        guard let day = BooksDay.parse(text) else { throw .usage("\(flag) needs a day as 2026-03-31, not \(text)") }
        return day
    }

    private static func products(_ text: String?) throws(Failure) -> [BooksProduct] {
        guard let text else { return BooksProduct.all }
        var products: [BooksProduct] = []
        for name in text.split(separator: ",").map(String.init) {
            guard let product = BooksProduct(name) else {
                let near = Suggestion.nearest(to: name, among: BooksProduct.all.map(\.name))
                throw .usage("there is no report \(name)" + (near.map { "; did you mean \($0)?" } ?? ""))
            }
            if !products.contains(product) { products.append(product) }
        }
        guard !products.isEmpty else { throw .usage("--reports names none") }
        return products
    }

    /// A database for a few questions before a long read.
    static func withDatabase<Answer: Sendable>(
        _ config: Config, _ settings: PostgresSettings, _ ask: (LedgerDatabase) async throws -> Answer
    ) async throws -> Answer {
        let log = ServiceLog(LogFile.standardError)
        defer { log.close() }
        let pool = PostgresPool(settings, size: 1)
        let database = LedgerDatabase(pool: pool, clockShiftSeconds: config.clockShiftSeconds) { fault in
            log.add(LogEvent(.error, "ledger fault", [("fault", .text(fault))]))
        }
        do {
            let answer = try await ask(database)
            await pool.close()
            return answer
        } catch {
            await pool.close()
            throw failure(error)
        }
    }

    /// In one line, for people.
    static func failure(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as ExportError: Failure(ExportRequest.explain(error))
        case let error as WalletError: Failure(Explanation.of(error))
        case BooksExporter.Refusal.unknownZone(let name):
            Failure("the books count in the zone \(name), which this machine does not know")
        case BooksExporter.Refusal.closedIsProduction: Failure("a closed period holds production only")
        case let refusal as WalletTeller.Refusal:
            Failure(
                "the journal of wallet \(refusal.wallet.text) is wrong at \(refusal.sequence) (\(refusal.why)); "
                    + "run coffer verify")
        default: Failure("the export could not be written: \(Explanation.oneLine("\(error)"))")
        }
    }
}
