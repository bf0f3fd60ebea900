import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// What Apple settles and pays, told behind the wallets of a real database.
@Suite struct AppleBooksTests {
    private static let dollar = Currency("USD")
    private static let dayMicroseconds: Int64 = 86_400_000_000
    private static let now = Instant(milliseconds: Int64(Date().timeIntervalSince1970) * 1_000)

    private static func day(_ moment: Instant) -> Int64 { moment.microseconds / dayMicroseconds }

    private static func books(
        _ kept: [AppleReportHistory.Kept] = [], payments: [PostedEntry] = []
    ) -> AppleBooks {
        // What came until today is closed: so a report is posted today, behind everything of the fixture.
        let close = SettlementCalendar.Close(lastDay: day(now) - 1, closedAt: Instant(microseconds: 0))
        return AppleBooks(
            AppleReportHistory(kept), payments: payments, fiscal: FiscalCalendar(),
            calendar: SettlementCalendar([close]),
            until: now, known: { _, _ in true }, appleDay: day)
    }

    /// The fixture's purchases are of 21 September 2026.
    private static func report(_ ledger: AppleLedgerSide, less: Int64 = 0) throws -> AppleReportHistory.Kept {
        let month = try #require(FiscalCalendar().month(year: 2026, number: 12))
        let dollar = try #require(dollar)
        let rows = ledger.groups.map { group, days in
            let sign: Int64 = group.isReturn ? -1 : 1
            let (units, accrued) = days.values.reduce((0, 0)) { ($0.0 + $1.units, $0.1 + $1.accrued) }
            return AppleReport.Row(
                group: group, units: sign * units, proceedsCurrency: dollar, proceeds: sign * accrued - less,
                type: "IA1")
        }
        return AppleReportHistory.Kept(
            number: 1, kind: .financial, from: month.from, to: month.to, month: month, region: "ZZ",
            importedAt: now, importedDay: day(now), rows: rows)
    }

    @Test("settlements and payments are told last; they clear what sales and refunds were expected to bring")
    func clears() async throws {
        let fixture = try await VerifyFixture()
        // None of these four has a refund that Apple takes back in part: such units are not settled one by one.
        try await fixture.fill(4)
        let first = try await HeardBooks.of(fixture.run(apple: Self.books()))
        let ledger = try #require(first.apple?.ledger)
        let unit = BooksUnit.money(try #require(Self.dollar))
        #expect(ledger.groups.count == 2 && ledger.unexplained == 0)
        let expected = first.balance(.accrued, unit)
        #expect(expected > 0 && ledger.accrued.map(\.value) == [expected])
        let payment = PostedEntry(
            id: "paid_1", entry: Settlement.paid(try #require(Self.dollar), 5, clearing: []), day: Self.day(Self.now),
            postingDay: Self.day(Self.now), user: nil, lots: [:])
        let apple = Self.books([try Self.report(ledger, less: 3)], payments: [payment])
        let heard = try await HeardBooks.of(fixture.run(apple: apple))
        #expect(heard.entries.map(\.id) == first.entries.map(\.id) + ["settled_1", "paid_1"])
        #expect(heard.balance(.accrued, unit) == 0)
        #expect(heard.balance(.settled, unit) == expected - 6 && heard.balance(.settlementDifference, unit) == 6)
        #expect(try await BooksCheck(fixture.run(apple: apple), namedMax: 100).check().findings == [])
    }

    @Test("sales of wallets that were merged are found, whichever of both wallets is read first")
    func merges() async throws {
        let merges = try await MergeVerifyTests.Merges()
        let before = try await HeardBooks.of(merges.fixture.run(apple: Self.books()))
        // Keys are drawn by chance of the wallets' numbers: both orders are among them.
        let pairs = (0..<MergeVerifyTests.pairs).map { ($0, $0 + MergeVerifyTests.pairs) }
        #expect(Set(pairs.map { Commands.wallet($0.0).isBefore(Commands.wallet($0.1)) }) == [true, false])
        for (source, target) in pairs {
            _ = try await merges.close(source, into: target)
            _ = try await merges.takeOver(source, by: target)
        }
        let after = try await HeardBooks.of(merges.fixture.run(apple: Self.books()))
        #expect(after.apple?.ledger.unexplained == 0)
        #expect(after.apple?.ledger.groups == before.apple?.ledger.groups)
        let run = merges.fixture.run(apple: Self.books())
        #expect(try await BooksCheck(run, namedMax: 100).check().findings == [])
    }

    @Test("a report that lost a row is named by the check of the equations")
    func tornReport() async throws {
        let fixture = try await VerifyFixture()
        try await fixture.fill(2)
        try await fixture.writers.execute(
            """
            INSERT INTO apple_reports VALUES
                (1, sha256('a'), 1, '2026-08-30', '2026-09-26', '2026-12', 'ZZ', 1, 2, now(), 1);
            INSERT INTO apple_report_rows VALUES
                (1, 1, 'coins_100', 'US', 'USD', 99, false, 1, 'USD', 70, 'IA1'),
                (1, 2, 'coins_100', 'US', 'USD', 98, false, 1, 'USD', 70, 'IA1');
            """)
        func findings() async throws -> [BooksFinding] {
            try await BooksCheck(fixture.run(apple: Self.books()), namedMax: 100).check().findings
        }
        #expect(try await findings() == [])
        try await fixture.writers.execute("DELETE FROM apple_report_rows WHERE line = 2")
        let torn = try #require(try await findings().first)
        #expect(torn.equation == .settlements && torn.place == "report 1")
        #expect(torn.found == "1 rows" && torn.expected == "2")
    }
}

extension WalletID {
    /// In the journal's order, by which wallets are read.
    fileprivate func isBefore(_ other: WalletID) -> Bool {
        (bucket, uuid.uuidString) < (other.bucket, other.uuid.uuidString)
    }
}
