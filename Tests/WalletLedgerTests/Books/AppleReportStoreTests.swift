import Testing
import WalletDomain
import WalletLedger

/// Apple's reports and payments in the database: once each, all of it or nothing, and nothing is ever changed.
@Suite(.serialized) struct AppleReportStoreTests {
    private static let calendar = FiscalCalendar()

    private static func draft(
        _ fixture: StoreFixture, _ digest: UInt8, kind: AppleReport.Kind = .financial, days: (Int64, Int64)? = nil,
        region: String = "US", units: Int64 = 1, groups: Int64 = 3
    ) async throws -> AppleReportStore.Draft {
        let month = try #require(calendar.month(year: 2026, number: 4))
        let dollar = try #require(Currency("USD"))
        let rows = (0..<groups).map { price in
            AppleReport.Row(
                group: .init(
                    product: "coins.100", country: "US", customerCurrency: dollar, unitPrice: price,
                    isReturn: units < 0),
                units: units, proceedsCurrency: dollar, proceeds: 70 * units, type: "IA1")
        }
        return AppleReportStore.Draft(
            report: AppleReport(kind: kind, from: days?.0 ?? month.from, to: days?.1 ?? month.to, rows: rows),
            digest: [UInt8](repeating: digest, count: 32), month: kind == .financial ? month : nil,
            region: kind == .financial ? region : "",
            caller: try await KeyStore(fixture.database).caller(named: "coffer/test"), origin: "::1")
    }

    @Test("a report is taken with all its rows, and the same file again changes nothing")
    func once() async throws {
        let fixture = try await StoreFixture()
        let store = AppleReportStore(fixture.database)
        // More rows than one statement takes.
        let groups = Int64(Limits.appleRowsAtOnceMax) + 5
        let draft = try await Self.draft(fixture, 1, groups: groups)
        let taken = try await store.add(draft).get()
        guard case .imported(let file) = taken else {
            Issue.record("not imported")
            return
        }
        #expect(file.number == 1 && file.version == 1 && Int64(file.rowCount) == groups && file.region == "US")
        #expect(file.fiscalMonth == "2026-04" && file.callerName == "coffer/test")
        #expect(try await store.add(draft).get() == .alreadyImported(file))
        #expect(try await fixture.texts("SELECT count(*)::text FROM apple_reports") == ["1"])
        #expect(try await fixture.texts("SELECT count(*)::text FROM apple_report_rows") == ["\(groups)"])
        let history = try await store.history(Self.calendar, until: Instant(microseconds: .max)) {
            $0.microseconds / 86_400_000_000
        }
        #expect(history.imports.map(\.rows) == [draft.report.summed])
        let audited = try await fixture.texts(
            """
            SELECT concat_ws(' ', a.subject, a.after ->> 'rows', a.after ->> 'region', a.xmin = r.xmin)
            FROM audit_log a, apple_reports r WHERE a.action = 'import_apple_report'
            """)
        #expect(audited == ["apple_report:1 \(groups) US t"])
    }

    @Test("a newer report of the same days and region is a new version beside the old one")
    func versions() async throws {
        let fixture = try await StoreFixture()
        let store = AppleReportStore(fixture.database)
        for (digest, region) in [(1, "US"), (2, "JP"), (3, "US")] as [(UInt8, String)] {
            _ = try await store.add(
                try await Self.draft(fixture, digest, region: region, units: Int64(digest))
            ).get()
        }
        let list = try await store.list(before: nil, limit: 10)
        #expect(list.map(\.number) == [3, 2, 1] && list.map(\.version) == [2, 1, 1])
        #expect(try await store.list(before: 3, limit: 1).map(\.number) == [2])
        let history = try await store.history(Self.calendar, until: Instant(microseconds: .max)) {
            $0.microseconds / 86_400_000_000
        }
        #expect(history.imports.map { $0.rows.first?.units } == [1, 2, 2])
        #expect(history.settled.values.first?.filter { $0.group.unitPrice == 0 }.map(\.units) == [2, 3])
    }

    @Test("sales reports of overlapping days are refused, those of the same days or beside them are not")
    func overlaps() async throws {
        let fixture = try await StoreFixture()
        let store = AppleReportStore(fixture.database)
        func add(_ digest: UInt8, _ from: Int64, _ to: Int64) async throws -> Result<Int32, AppleReportRefusal> {
            try await store.add(try await Self.draft(fixture, digest, kind: .sales, days: (from, to)))
                .map(\.file.version)
        }
        #expect(try await add(1, 20_000, 20_006) == .success(1))
        #expect(try await add(2, 20_000, 20_006) == .success(2))
        #expect(try await add(3, 20_007, 20_007) == .success(1))
        #expect(try await add(4, 20_006, 20_006) == .failure(.daysOverlap(report: 1)))
        #expect(try await add(5, 19_990, 20_020) == .failure(.daysOverlap(report: 1)))
        #expect(try await fixture.texts("SELECT count(*)::text FROM apple_reports") == ["3"])
    }

    @Test("the same file that comes twice at once is taken once")
    func race() async throws {
        let fixture = try await StoreFixture()
        let stores = [AppleReportStore(fixture.database), AppleReportStore(try await fixture.sibling())]
        let draft = try await Self.draft(fixture, 9)
        let files = try await withThrowingTaskGroup(of: AppleReportImport.self) { group in
            for number in 0..<6 { group.addTask { try await stores[number % 2].add(draft).get() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let imported = files.filter { if case .imported = $0 { true } else { false } }
        #expect(imported.count == 1 && Set(files.map(\.file)).count == 1)
    }

    @Test("a payment is told once by its reference, and another one under it is named")
    func payments() async throws {
        let fixture = try await StoreFixture()
        let store = ApplePaymentStore(fixture.database)
        let caller = try await KeyStore(fixture.database).caller(named: "coffer/test")
        let (dollar, yen) = (try #require(Currency("USD")), try #require(Currency("JPY")))
        func payment(_ reference: String, _ amount: Int64) -> ApplePayment {
            ApplePayment(
                reference: reference, day: 20_699, bank: dollar, amount: amount,
                clearing: [.init(currency: yen, amount: 1_890, withheld: 30), .init(currency: dollar, amount: 70)])
        }
        let told = try await store.tell(payment("bank 1", 1_297), by: caller, origin: "::1")
        guard case .told(let kept) = told else {
            Issue.record("not told")
            return
        }
        #expect(kept.payment == payment("bank 1", 1_297) && kept.payment.entry.isBalanced)
        #expect(try await store.tell(payment("bank 1", 1_297), by: caller, origin: "::1") == .alreadyTold(kept))
        #expect(try await store.tell(payment("bank 1", 1_298), by: caller, origin: "::1") == .referenceTaken(kept))
        _ = try await store.tell(payment("bank 2", 5), by: caller, origin: "::1")
        #expect(try await store.list(before: nil, limit: 10).map(\.payment.reference) == ["bank 2", "bank 1"])
        #expect(try await store.list(before: 2, limit: 10) == [kept])
        #expect(
            try await fixture.texts("SELECT after::text FROM audit_log WHERE subject = 'apple_payment:1'").count == 1)
    }

    /// The rule's year 2026 with an October of a week more, at November's cost.
    private static func longOctober(lastDay later: Int64 = 0) throws -> FiscalCalendar.Correction {
        let months = try (1...12).map { try #require(calendar.month(year: 2026, number: $0)) }
        var starts = months.map(\.from)
        starts[1] += 7
        return .init(year: 2026, starts: starts, lastDay: months[11].to + later)
    }

    @Test("corrected years replace the rule's, the newest word counts, and what would lose a day is not written")
    func fiscalYears() async throws {
        let fixture = try await StoreFixture()
        let store = FiscalYearStore(fixture.database)
        let caller = try await KeyStore(fixture.database).caller(named: "coffer/test")
        func tell(_ year: FiscalCalendar.Correction) async throws -> Result<FiscalCalendar, FiscalCalendar.Refusal> {
            try await store.tell([year], by: caller, origin: "::1")
        }
        let rule = try #require(Self.calendar.month(year: 2026, number: 2))
        let told = try Self.longOctober()
        for _ in 0..<2 { #expect(try await tell(told).get().month(year: 2026, number: 2)?.from == rule.from + 7) }
        #expect(try await store.calendar().month(of: rule.from)?.name == "2026-01")
        #expect(try await fixture.texts("SELECT count(*)::text FROM apple_fiscal_years") == ["1"])
        let lost = try Self.longOctober(lastDay: 7)
        guard case .failure(.doesNotFit(2026)) = try await tell(lost) else {
            Issue.record("a year that overlaps the next one was taken")
            return
        }
        var starts = told.starts
        starts[1] -= 7
        _ = try await tell(.init(year: 2026, starts: starts, lastDay: told.lastDay)).get()
        #expect(try await store.calendar().month(year: 2026, number: 2) == rule)
        #expect(try await store.corrections().count == 1)
        let records = "SELECT count(*)::text FROM audit_log WHERE action = 'correct_fiscal_years'"
        #expect(try await fixture.texts(records) == ["2"])
    }

    @Test("a run of the books knows every payment, however many there are")
    func manyPayments() async throws {
        let fixture = try await StoreFixture()
        let count = 10_050
        let caller = try await KeyStore(fixture.database).caller(named: "coffer/test").number
        try await fixture.execute(
            """
            INSERT INTO apple_payments
            SELECT n, 'R' || n, DATE '2026-10-01', 'USD', 70, '2026-10-02T00:00:00Z', \(caller)
            FROM generate_series(1, \(count)) n;
            INSERT INTO apple_payment_parts SELECT n, 'USD', 70, 0 FROM generate_series(1, \(count)) n;
            """)
        let apple = try await AppleBooksReader(fixture.database).read(
            SettlementCalendar(), until: Instant(microseconds: .max), day: { $0.microseconds / 86_400_000_000 },
            appleDay: { $0.microseconds / 86_400_000_000 })
        let entries = try #require(apple).entries(try #require(apple).ledgerSide)
        #expect(entries.map(\.id) == (1...count).map { "paid_\($0)" })
    }
}
