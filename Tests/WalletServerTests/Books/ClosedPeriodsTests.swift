import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// I16 on what closes really filed, and on what somebody did to it afterwards.
@Suite(.serialized) struct ClosedPeriodsTests {
    private struct ClosedShop {
        let service: ServiceFixture
        let user: String
        let course: String
        let month: BooksMonth

        /// A user who bought 500 coins for 50.00 CNY and spent 288 of them in a month that was closed, then 100 more in
        /// the next one, which was closed too.
        init() async throws {
            service = try await ServiceFixture()
            month = .current
            (user, course) = try await service.sellToReader()
            try await service.tellBooks([
                (.commission(.everyOther), .rate(bp: 1_500)), (.tax(.everyOther), .tax(.ofPrice(bp: 0))),
            ])
            try await close(month)
            let late = try await service.addItem("course", price: 100)
            #expect(try await service.spend(late, for: user, price: 100).status == 200)
            try await close(month.next)
        }

        private var caller: CallerID {
            get async throws { try await service.ledger.keys.caller(named: "accountant") }
        }

        private func close(_ month: BooksMonth) async throws {
            let (store, told) = (
                BooksPeriodStore(service.ledger.database),
                try await BooksSettingsStore(service.ledger.database).read()
            )
            let start = Instant(microseconds: 0)
            let closing = ClosingPeriod(
                month: month, zone: told.rules.zone, startsAt: start, endsAt: start, cut: try await store.cut(),
                settings: told, apple: try await store.appleVersion(), closes: try await store.closes())
            let figures = try await PeriodFigures.reports(service.ledger.reports).make(closing)
            _ = try await store.close(
                BooksPeriodStore.Closing(
                    period: month, first: self.month, zone: closing.zone, endsAt: start, cut: closing.cut,
                    settings: told.version, apple: closing.apple, unpriced: 0, figures: figures),
                reason: nil, by: try await caller, from: "::1"
            ).get()
        }

        func check() async throws -> BooksReport {
            let exporter = service.ledger.reports
            let report = try await BooksCheck(try await exporter.everything(.production), namedMax: 100).check()
            return try await ClosedPeriodsCheck(service.ledger.database, exporter).check(report)
        }
    }

    @Test("closed periods are told again as they were filed, whatever happens and is told later")
    func holds() async throws {
        let shop = try await ClosedShop()
        #expect(try await shop.check().closedPeriods == 2)
        let more = try await shop.service.addItem("course", price: 50)
        #expect(try await shop.service.spend(more, for: shop.user, price: 50).status == 200)
        try await shop.service.tellBooks([(.commission(.everyOther), .rate(bp: 3_000))])
        try await shop.service.tellBooks([(.account(.courses), .account(code: "8400", name: "Kurse"))])
        let report = try await shop.check()
        #expect(report.closedPeriods == 2 && report.findings == [])
        #expect(report.unchecked(.closedPeriods) == nil)
    }

    @Test("without periods there is nothing to tell again")
    func none() async throws {
        let service = try await ServiceFixture()
        let exporter = service.ledger.reports
        let report = try await BooksCheck(try await exporter.everything(.production)).check()
        #expect(report.unchecked(.closedPeriods) != nil)
        #expect(try await ClosedPeriodsCheck(service.ledger.database, exporter).check(report).closedPeriods == 0)
    }

    static let defects = [
        // What was filed.
        """
        UPDATE books_period_events SET figures = changed, figures_hash = sha256(changed)
        FROM (SELECT convert_to(replace(convert_from(figures, 'UTF8'), ',2880,', ',2881,'), 'UTF8') AS changed
            FROM books_period_events WHERE event = 1) c WHERE event = 1
        """,
        """
        UPDATE books_period_events SET figures = figures || '\\x20', figures_hash = sha256(figures || '\\x20')
        WHERE event = 1
        """,
        // Up to where it was read.
        "UPDATE books_period_events SET beats = array_fill(0::bigint, ARRAY[cardinality(beats)]) WHERE event = 1",
        // What had been told.
        "UPDATE books_settings SET rate_bp = 3000 WHERE kind = 1",
        "DELETE FROM books_settings WHERE kind = 1",
        // What had happened.
        "UPDATE lots SET price_milli = price_milli + 1000 WHERE kind = 1",
        "UPDATE entries SET at = at - interval '2 months', store_at = store_at - interval '2 months'",
        "DELETE FROM entries WHERE sequence = 2",
        "DELETE FROM entries WHERE sequence = 1",
    ]

    @Test("whatever a closed period is made from or filed as is changed to, the period is named", arguments: defects)
    func names(defect: String) async throws {
        let shop = try await ClosedShop()
        try await shop.service.database.execute(defect)
        let report = try await shop.check()
        let places = report.findings.filter { $0.equation == .closedPeriods }.map(\.place)
        #expect(places.contains { $0.hasPrefix(shop.month.text) }, "\(report.findings)")
    }

    @Test("a checksum that is not that of what was filed is named")
    func checksum() async throws {
        let shop = try await ClosedShop()
        try await shop.service.database.execute(
            """
            DO $$ DECLARE name text; BEGIN
                SELECT conname INTO STRICT name FROM pg_constraint WHERE conrelid = 'books_period_events'::regclass
                    AND pg_get_constraintdef(oid) LIKE '%sha256%';
                EXECUTE format('ALTER TABLE books_period_events DROP CONSTRAINT %I', name);
            END $$;
            UPDATE books_period_events SET figures_hash = sha256('x') WHERE event = 2
            """)
        let findings = try await shop.check().findings
        #expect(findings.map(\.place) == ["\(shop.month.next.text), SHA-256 of what was filed"])
    }

    @Test("the command tells closed periods of production again, and no others", .enabled(if: binaryIsThere))
    func command() async throws {
        let shop = try await ClosedShop()
        let folder = FileManager.default.temporaryDirectory.appending(path: "closed-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let whole = try await BooksCommandTests.run(["check"], in: folder, shop.service.database)
        #expect(whole.status == 0 && whole.lines.contains { $0.hasPrefix("I16 holds") }, "\(whole.lines)")
        let sandbox = try await BooksCommandTests.run(
            ["check", "--environment", "sandbox"], in: folder, shop.service.database)
        #expect(sandbox.lines.contains { $0.hasPrefix("I16 not checked") })
        try await shop.service.database.execute(Self.defects[0])
        let broken = try await BooksCommandTests.run(["check"], in: folder, shop.service.database)
        #expect(broken.status == 1 && broken.lines.contains { $0.hasPrefix("I16 BROKEN 1") }, "\(broken.lines)")
    }

    static let binaryIsThere = ExportCommandTests.binary != nil
}
