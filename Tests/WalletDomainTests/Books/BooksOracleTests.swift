import Foundation
import TestSupport
import Testing
import WalletDomain

/// A second opinion on random books, in another language and by another way: every coin is an object there.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: OracleProcess.python), "SKIPPED: no python3"))
struct BooksOracleTests {
    /// 200, or as many as `COFFER_BOOKS` says.
    private static let booksCount = ProcessInfo.processInfo.environment["COFFER_BOOKS"].flatMap { Int($0) } ?? 200

    private struct Answer: Decodable {
        let moves: [[String: Int64]]
    }

    @Test("200 random books, or as many as asked for, post what an independent program posts coin by coin")
    func agree() async throws {
        var questions = Data()
        var ours: [RandomBook] = []
        for seed in 0..<UInt64(Self.booksCount) {
            let book = try RandomBook(seed: seed)
            questions += try JSONSerialization.data(withJSONObject: book.question) + Data("\n".utf8)
            ours.append(book)
        }
        let output = try await OracleProcess.run(plainScript: "books_oracle.py", questions)
        let answers = try output.split(separator: UInt8(ascii: "\n")).map {
            try JSONDecoder().decode(Answer.self, from: Data($0))
        }
        #expect(answers.count == ours.count)
        for (book, answer) in zip(ours, answers) {
            #expect(answer.moves.count == book.posted.count)
            for (place, pair) in zip(book.posted, answer.moves).enumerated() where pair.0 != pair.1 {
                let move = book.moves[place]["t"] ?? "?"
                Issue.record("seed \(book.seed), move \(place) (\(move)): \(pair.0), the oracle says \(pair.1)")
            }
        }
        let kinds = Set(ours.flatMap(\.moves).compactMap { $0["t"] as? String })
        // All that there are but a debt that is given up, which few histories have.
        #expect(kinds.union(["written_off"]).count == 15, "\(kinds.sorted())")
    }
}

/// The moves of one wallet of a generated history, with courses, breakage and late prices strewn in; what we post.
private struct RandomBook {
    let seed: UInt64
    private(set) var moves: [[String: Any]] = []
    /// Figures of each move by "account unit lot".
    private(set) var posted: [[String: Int64]] = []
    private var books: WalletBooks
    private var random: SeededRandom
    private var waiting: [TransactionID] = []

    init(seed: UInt64) throws {
        self.seed = seed
        random = SeededRandom(seed: seed)
        // A merge is no matter of one wallet.
        var history = GeneratedHistory(seed: seed, moreBatches: 30, isMerging: false)
        #expect(history.run() == nil)
        var policy = BooksPolicy()
        policy.presentation = random.chance(20) ? .net : .gross
        policy.taxMode = [.platform, .operatorAtSale, .operatorAtSpend][random.below(3)]
        policy.taxRateBP = Int64(random.below(2_500))
        policy.bonusAllocation = random.chance(20) ? .zero : .proRata
        books = WalletBooks(policy: policy)
        let wallet = Samples.wallet(UInt8(1 + random.below(2)))
        try read(history.journal.filter { $0.wallet == wallet })
    }

    private mutating func read(_ journal: [Entry]) throws {
        var random = random
        let isSlow = random.chance(40)
        let facts = JournalMoves.Facts(
            money: { isSlow && $0.text < "3" ? nil : Self.money($0) },
            term: { entry in
                guard entry.references.item?.text == "a" else { return nil }
                return CourseTerm.Days(first: 100, count: 1 + entry.sequence % 40)
            })
        var reader = JournalMoves(facts)
        for run in Self.runs(journal) {
            if let move = try reader.move(run) { try post(move) }
            try chance()
        }
        self.random = random
    }

    /// What an accountant does in between.
    private mutating func chance() throws {
        if random.chance(10) {
            let day = Int64(100 + moves.count * 2)
            note(["t": "recognised", "day": day], books.recogniseCourses(through: day).map { [$0] } ?? [])
        }
        if random.chance(4) { note(["t": "broken"], books.breakRemote().map { [$0] } ?? []) }
        if random.chance(15), let sale = waiting.popLast(), let money = Self.money(sale) {
            try post(.priced(sale, money))
        }
    }

    private mutating func post(_ move: CoinMove) throws {
        try #require(books.objection(to: move) == nil)
        if case .sold(let sale, _, _, nil) = move { waiting.append(sale) }
        note(try #require(Self.question(move)), books.post(move))
    }

    private mutating func note(_ question: [String: Any], _ entries: [BookEntry]) {
        var figures: [String: Int64] = [:]
        for (place, figure) in entries.flatMap(\.figures) {
            let lot = place.lot.map { " \($0)" } ?? ""
            figures["\(place.account.rawValue) \(place.unit.code)\(lot)", default: 0] += figure
        }
        moves.append(question)
        posted.append(figures.filter { $0.value != 0 })
    }

    /// Odd figures, so that every rounding is met.
    private static func money(_ sale: TransactionID) -> SaleMoney? {
        let number = Int64(sale.text) ?? 1
        let currency = number % 2 == 0 ? "JPY" : "KWD"
        let milliunits = currency == "JPY" ? (613 + number) * 1_000 : 7_919 + number
        let price = StorePrice(milliunits: milliunits, currency: currency)
        return try? SaleMoney(price: price, tax: 53 + number, commissionBP: 1_501)
    }

    var question: [String: Any] {
        let policy = books.policy
        let modes: [BooksPolicy.TaxMode: String] = [
            .platform: "platform", .operatorAtSale: "operator_at_sale", .operatorAtSpend: "operator_at_spend",
        ]
        return [
            "policy": [
                "presentation": policy.presentation == .net ? "net" : "gross", "rate": policy.taxRateBP,
                "tax_mode": modes[policy.taxMode] ?? "", "bonus": policy.bonusAllocation == .zero ? "zero" : "pro_rata",
            ], "moves": moves,
        ]
    }

    private static func question(_ move: CoinMove) -> [String: Any]? {
        func pair(_ part: CoinMove.Part) -> [Int64] { [Int64(part.lot), part.coins] }
        func pairs(_ parts: [CoinMove.Part]) -> [[Int64]] { parts.map(pair) }
        func name(_ operation: OperationID) -> String { "\(operation.sequence)" }
        switch move {
        case .sold(let sale, let paid, let bonus, let money):
            return [
                "t": "sold", "sale": sale.text, "paid": pair(paid), "bonus": bonus.map(pair) ?? NSNull(),
                "money": money.map(figures) ?? NSNull(),
            ]
        case .priced(let sale, let money): return ["t": "priced", "sale": sale.text, "money": figures(money)]
        case .granted(let part): return ["t": "granted", "part": pair(part)]
        case .adjustedUp(let part): return ["t": "adjusted_up", "part": pair(part)]
        case .spent(let operation, let parts, let term):
            let days: Any = term.map { [$0.first, $0.count] } ?? NSNull()
            return ["t": "spent", "op": name(operation), "parts": pairs(parts), "term": days]
        case .undone(let operation, let parts): return ["t": "undone", "op": name(operation), "parts": pairs(parts)]
        case .refunded(let sale, let percent, let own, let owed):
            return ["t": "refunded", "sale": sale.text, "percent": percent, "own": pairs(own), "owed": owed]
        case .refundReversed(let sale, let percent, let own, let met, let cancelled):
            return [
                "t": "refund_reversed", "sale": sale.text, "percent": percent, "own": pairs(own), "met": pairs(met),
                "cancelled": cancelled,
            ]
        case .debtSettled(let parts): return ["t": "debt_settled", "parts": pairs(parts)]
        case .expired(let parts): return ["t": "expired", "parts": pairs(parts)]
        case .adjustedDown(let parts): return ["t": "adjusted_down", "parts": pairs(parts)]
        case .forfeited(let parts): return ["t": "forfeited", "parts": pairs(parts)]
        case .debtWrittenOff(let coins): return ["t": "written_off", "coins": coins]
        case .left, .arrived: return nil
        }
    }

    private static func figures(_ money: SaleMoney) -> [String: Any] {
        [
            "currency": money.currency.code, "price": money.price, "tax": money.tax, "commission": money.commission,
        ]
    }

    /// Entries of one operation and kind, one after the other.
    private static func runs(_ journal: [Entry]) -> [[Entry]] {
        var runs: [[Entry]] = []
        for entry in journal {
            if let last = runs.last?.last, last.operation == entry.operation, last.kind == entry.kind {
                runs[runs.count - 1].append(entry)
            } else {
                runs.append([entry])
            }
        }
        return runs
    }
}
