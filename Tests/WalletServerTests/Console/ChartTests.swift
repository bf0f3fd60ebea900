import Testing
import WalletDomain

@testable import WalletLedger
@testable import WalletServer

@Suite struct ChartTests {
    @Test(
        "scales begin and end at round numbers, zero among them",
        arguments: [
            ([], [1, 0]), ([0, 0], [1, 0]), ([7], [8, 6, 4, 2, 0]), ([100], [100, 50, 0]),
            ([-3, 12], [15, 10, 5, 0, -5]), ([1_999], [2_000, 1_500, 1_000, 500, 0]),
        ] as [([Int64], [Int64])]
    )
    func scales(values: [Int64], marks: [Int64]) {
        let scale = ChartScale(values)
        #expect(scale.marks == marks)
        for value in values { #expect((0.0...100).contains(scale.y(value, height: 100))) }
    }

    @Test("the largest figures do not overflow")
    func extremes() {
        let scale = ChartScale([CoinAmount.coinsMax, -CoinAmount.coinsMax])
        #expect(scale.highest >= CoinAmount.coinsMax)
        #expect(scale.lowest <= -CoinAmount.coinsMax)
        #expect(ChartScale.shortText(1_500_000) == "1.5M")
        #expect(ChartScale.shortText(-2_000) == "\u{2212}2k")
    }

    private static func flow(
        _ day: Int, _ kind: EntryKind, _ debit: Account, _ credit: Account, _ coins: Int64
    ) -> DayFlow {
        DayFlow(day: day, kind: kind, debit: debit, credit: credit, coins: coins, entries: 1)
    }

    @Test("what wallets hold now leads back to what they held at each day's end")
    func outstanding() throws {
        let days = try [1, 2, 3].map { try #require(CalendarDay(year: 2026, month: 5, day: $0)) }
        let flows = [
            Self.flow(0, .sold, .sold, .paid, 500), Self.flow(0, .sold, .bonusIssued, .bonus, 50),
            Self.flow(1, .spent, .paid, .spent, 200), Self.flow(1, .undone, .spent, .paid, 20),
            Self.flow(2, .refunded, .debt, .clawedBack, 100), Self.flow(2, .refunded, .paid, .clawedBack, 100),
            // After the period.
            Self.flow(3, .granted, .granted, .promo, 7), Self.flow(9, .debtWrittenOff, .writtenOff, .debt, 40),
        ]
        let held: Int64 = 1_000 + 550 - 180 - 100 + 7
        let figures = ReportFigures(
            flows: flows, totals: WalletTotals(coins: held, debt: 60, wallets: 1), products: [], items: [],
            revenue: [:],
            salesOfUnknownPrice: 0)
        let rows = DayFigures.all(figures, days)
        #expect(rows.map(\.outstanding) == [1_550, 1_370, 1_270])
        #expect(rows.map(\.debt) == [0, 0, 100])
        #expect(rows.map(\.sold) == [500, 0, 0])
        #expect(rows.map(\.bonus) == [50, 0, 0])
        #expect(rows.map(\.spent) == [0, 180, 0])
        #expect(rows.map(\.refunded) == [0, 0, 200])
    }

    @Test("a QR code has its finders, and holds what an authenticator's address needs")
    func codes() throws {
        let text = "otpauth://totp/Coffer:ann%40example.com?secret=" + String(repeating: "A", count: 32)
        let code = try #require(QRCode(text))
        for (row, column) in [(0, 0), (0, code.size - 7), (code.size - 7, 0)] {
            for place in 0..<7 {
                #expect(code.isDark(row: row, column: column + place))
                #expect(code.isDark(row: row + place, column: column))
            }
            #expect(!code.isDark(row: row + 1, column: column + 1))
        }
        #expect(QRCode(String(repeating: "x", count: 213)) != nil)
        #expect(QRCode(String(repeating: "x", count: 214)) == nil)
    }
}
