import FoundationEssentials
import Postgres
import Testing
import WalletDomain
import WalletLedger

/// `coffer books check` on what the real Writer wrote, and on what somebody did to it.
@Suite struct BooksCheckTests {
    @Test("every equation holds on books that the Writer wrote, with terms and closed periods too")
    func holds() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(24)
        for facts in [PlainFacts(), PlainFacts(days: 40)] {
            let report = try await BooksCheck(fixture.run(facts: facts), namedMax: 100).check()
            #expect(report.findings == [])
            #expect(report.wallets == 24 && report.entries > 190 && report.posted > 120 && report.lots > 48)
        }
        let close = PeriodClose(lastDay: 30_000, beats: [0: 5, 1: 5])
        let closed = try await BooksCheck(fixture.run(calendar: BooksCalendar([close])), namedMax: 100).check()
        #expect(closed.findings == [])
    }

    @Test("an empty database holds")
    func allowsNothing() async throws {
        #expect(try await BooksCheck(VerifyFixture().run()).check().isWhole)
    }

    /// What somebody did, and the equations that tell.
    struct Defect: Sendable, CustomStringConvertible {
        let sql: String
        let broken: Set<BooksEquation>

        var description: String { sql }
    }

    static let defects: [Defect] = [
        Defect(sql: "UPDATE wallets SET paid = paid + 1 WHERE wallet = '$'", broken: [.wallets, .house]),
        Defect(sql: "UPDATE wallets SET debt = debt + 1 WHERE wallet = '$'", broken: [.wallets, .house]),
        Defect(sql: "DELETE FROM wallets WHERE wallet = '$'", broken: [.wallets]),
        Defect(sql: "UPDATE lots SET consumed = consumed - 1 WHERE wallet = '$' AND lot = 1", broken: [.lots]),
        Defect(sql: "UPDATE lots SET kind = 2 WHERE wallet = '$' AND lot = 1", broken: [.lots]),
        Defect(sql: "DELETE FROM lots WHERE wallet = '$' AND lot = 2", broken: [.lots]),
        Defect(
            sql: "UPDATE lots SET price_milli = 990, price_currency = 'USD' WHERE wallet = '$' AND kind = 3",
            broken: [.freeCoins]),
        Defect(
            sql: "UPDATE entries SET lot_coins = ARRAY[500], coins = 500 WHERE wallet = '$' AND sequence = 4",
            broken: [.journal, .chain]),
        Defect(sql: "DELETE FROM entries WHERE wallet = '$' AND sequence = 3", broken: [.chain, .journal]),
        Defect(sql: "UPDATE entries SET beat = beat + 1 WHERE wallet = '$' AND sequence = 3", broken: [.chain]),
        Defect(sql: "UPDATE entries SET quantity = 1 WHERE wallet = '$' AND kind = 5", broken: [.chain]),
        Defect(sql: "UPDATE wallets SET head = sha256('x') WHERE wallet = '$'", broken: [.chain]),
        Defect(
            sql: "UPDATE entries SET kind = 2, credit = 9120 WHERE wallet = '$' AND sequence = 1",
            broken: [.chain, .journal]),
    ]

    @Test("whatever a row is changed to, the equation that it breaks is named", arguments: defects)
    func names(defect: Defect) async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(3)
        let wallet = Commands.wallet(1).uuid.uuidString.lowercased()
        let sql = defect.sql.replacing("$", with: wallet)
        try await fixture.writers.execute(TamperTests.dropChecks + sql)
        let report = try await BooksCheck(fixture.run(), namedMax: 100).check()
        #expect(Set(report.counts.keys).isSuperset(of: defect.broken), "\(report.findings)")
        for equation in defect.broken where equation != .house {
            #expect(report.findings.contains { $0.equation == equation && $0.place.hasPrefix(wallet) })
        }
        // Other wallets are whole, and looked at.
        #expect(report.findings.allSatisfy { $0.place.hasPrefix(wallet) || $0.place.count < 40 })
    }
}
