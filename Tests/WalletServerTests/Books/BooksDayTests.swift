import Foundation
import Testing
import WalletDomain
import WalletServer

/// Cases E-1, E-2 and E-5 in the books: whose midnight ends a day, and shares that add up.
@Suite struct BooksDayTests {
    private static func moment(_ text: String) throws -> Instant { try #require(Instant(text: text)) }

    private static func day(_ text: String) throws -> Int64 { try #require(BooksDay.parse(text)) }

    @Test("E-1: a millisecond before midnight in Shanghai is 31 March, midnight 1 April")
    func boundary() throws {
        let days = try #require(ExportZone("Asia/Shanghai")).booksDays
        #expect(days.day(of: try Self.moment("2026-03-31T15:59:59.999Z")) == (try Self.day("2026-03-31")))
        #expect(days.day(of: try Self.moment("2026-03-31T16:00:00Z")) == (try Self.day("2026-04-01")))
        #expect(ExportZone("Mars/Base") == nil)
    }

    @Test("E-2: days of 23 and 25 hours in Paris have their half hours, and each half hour one day")
    func longAndShort() throws {
        let days = try #require(ExportZone("Europe/Paris")).booksDays
        for (from, hours, expected) in [
            ("2026-03-27T23:00:00Z", 71, ["2026-03-28": 48, "2026-03-29": 46, "2026-03-30": 48]),
            ("2026-10-23T22:00:00Z", 73, ["2026-10-24": 48, "2026-10-25": 50, "2026-10-26": 48]),
        ] {
            let start = try Self.moment(from)
            var counts: [String: Int] = [:]
            for half in 0..<(hours * 2) {
                let moment = start.adding(milliseconds: Int64(half) * 1_800_000)
                counts[BooksDay.text(days.day(of: moment)), default: 0] += 1
            }
            #expect(counts == expected)
        }
    }

    @Test("the leap day is a day of its own; days that there are not are none; whole months are counted by their days")
    func calendar() throws {
        #expect(try Self.day("2028-03-01") - Self.day("2028-02-28") == 2)
        #expect(try BooksDay.text(Self.day("2028-02-29")) == "2028-02-29")
        for text in ["2026-02-29", "2026-00-10", "2026-4-01", "26-04-01", "2026-04-31", "1969-12-31", ""] {
            #expect(BooksDay.parse(text) == nil, "\(text)")
        }
        let days = try #require(ExportZone("Asia/Tokyo")).booksDays
        #expect(days.day(of: try Self.moment("2028-02-28T15:00:00Z")) == (try Self.day("2028-02-29")))
    }

    @Test("E-5: shares of 0.99 add up to 0.99, however it is spent; a refund takes back what was recognised")
    func shares() throws {
        for cuts in [[33, 33, 34], [Int64](repeating: 1, count: 100), [100]] as [[Int64]] {
            let books = try Self.spent(cuts, refunded: false)
            #expect(try books.sum(.revenue, "net") == 99)
            #expect(try books.rows(.lots).allSatisfy { $0["liability"] == "0" })
        }
        let again = try Self.spent([33, 34], refunded: true)
        #expect(try again.sum(.revenue, "net") { $0["kind"] == "course" } == 66)
        #expect(try again.sum(.revenue, "net") { $0["kind"] == "refund" } == -66)
        #expect(try again.sum(.refundRegister, "liability_released") == 33)
        #expect(again.balance(.coinLiability, "USD") == 0)
    }

    /// 100 coins for 0.99 USD, spent in these parts.
    private static func spent(_ cuts: [Int64], refunded: Bool) throws -> WrittenBooks {
        let sale = try TransactionID("1")
        let money = try SaleMoney(price: StorePrice(milliunits: 990, currency: "USD"), tax: 0, commissionBP: 3_000)
        let wallet = WalletID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1)))
        var moves: [CoinMove] = [.sold(sale, paid: .init(lot: 1, coins: 100), bonus: nil, money)]
        for (place, coins) in cuts.enumerated() {
            let operation = OperationID(wallet: wallet, sequence: Int64(place + 2))
            moves.append(.spent(operation: operation, [.init(lot: 1, coins: coins)], term: nil))
        }
        let used = cuts.reduce(0, +)
        if refunded {
            moves.append(
                .refunded(sale, percent: 100_000, own: [.init(lot: 1, coins: 100 - used)], owed: used))
        }
        let period = BooksPeriod(from: 0, to: 100)
        let order = BooksOrder(scope: BooksScope(period: period), policy: BooksPolicy(), format: .csv(.plain))
        return try WrittenBooks(order) { reports in
            var books = WalletBooks(policy: BooksPolicy())
            for (place, move) in moves.enumerated() {
                for entry in books.post(move) {
                    try reports.hear(
                        PostedEntry(
                            id: "E\(place)", entry: entry, day: 1, postingDay: 1, user: "U1", lots: [1: "U1-1"]))
                }
            }
            let facts = WalletAtEnd.LotFacts(
                name: "U1-1", acquiredAt: Instant(microseconds: 0), acquiredDay: 1, lastDay: 1)
            try reports.hear(WalletAtEnd(wallet: wallet, user: "U1", books: books, lots: [1: facts]))
        }
    }
}
