import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// What Apple reports and pays, in the books: settled, paid, compared, and never in a period that was closed before.
@Suite(.serialized) struct AppleBooksCases {
    private static let october = "period=2026-10"

    /// A purchase of 50.00 CNY on 10 October 2026, of which the books expect 42.50, in Apple's fiscal month 2027-01.
    private struct Shop {
        let service: ServiceFixture
        let product: String
        let caller: CallerID

        init() async throws {
            service = try await ServiceFixture()
            product = try await service.addPack(ServiceFixture.unique("coins500"), coins: 500)
            caller = try await service.ledger.keys.caller(named: "accountant")
            try await service.tellBooks([
                (.commission(.everyOther), .rate(bp: 1_500)), (.tax(.everyOther), .tax(.ofPrice(bp: 0))),
            ])
            try await buy(on: "2026-10-10T12:00:00Z")
        }

        func buy(on moment: String) async throws {
            let at = try #require(Instant(text: moment))
            let proof = try service.purchase(product) {
                $0.price = 50_000
                $0.currency = "CNY"
                $0.storefront = "CHN"
                $0.purchaseDate = at.microseconds / 1_000
            }
            #expect(try await service.submit(proof, for: ServiceFixture.unique("reader")).states == ["credited"])
        }

        /// A financial report of one row.
        func settle(_ proceeds: String, units: Int = 1, product other: String? = nil) async throws {
            let body = """
                Start Date\tEnd Date\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\t\
                Partner Share Currency\tSale or Return\tProduct Type Identifier\tCountry Of Sale\tCustomer Price\t\
                Customer Currency
                09/27/2026\t10/31/2026\t\(other ?? product)\t\(units)\t1.00\t\(proceeds)\tCNY\tS\tIA1\tCN\t50.00\tCNY

                """
            let desk = AppleReportDesk(service.ledger.database)
            _ = try await desk.take(Array(body.utf8), region: nil, by: caller, origin: "::1")
        }

        func rows(_ report: String, _ query: String) async throws -> [[String: String]] {
            try await service.rows(report, query)
        }

        /// What accounts of money hold at the end of a period.
        func closing(_ query: String) async throws -> [String: String] {
            let rows = try await rows("trial_balance", query).filter { $0["unit"] == "CNY" && $0["closing"] != "0" }
            return Dictionary(rows.map { ($0["account"] ?? "", $0["closing"] ?? "") }) { first, _ in first }
        }

        func closing(apple: AppleBooksVersion) async throws -> BooksPeriodStore.Closing {
            let month = try #require(BooksMonth("2026-10"))
            let database = service.ledger.database
            return BooksPeriodStore.Closing(
                period: month, first: month, zone: "UTC", endsAt: Instant(microseconds: 0),
                cut: try await BooksPeriodStore(database).cut(),
                settings: try await BooksSettingsStore(database).version(), apple: apple, unpriced: 0,
                figures: Array("figures".utf8))
        }

        func close() async throws {
            let store = BooksPeriodStore(service.ledger.database)
            let closing = try await closing(apple: try await store.appleVersion())
            _ = try await store.close(closing, reason: nil, by: caller, from: "::1").get()
        }

        func export(_ query: String = october) async throws -> [String: [UInt8]] {
            var files: [String: [UInt8]] = [:]
            for kind in ReportKind.ofPeriod {
                files[kind.rawValue] = try await service.get("/v1/exports/\(kind.rawValue)?\(query)").bytes
            }
            return files
        }

        /// What our own check finds, and what hledger, ledger and beancount say.
        func findings() async throws -> [BooksFinding] {
            let exporter = service.ledger.reports
            let report = try await BooksCheck(try await exporter.everything(.production), namedMax: 100).check()
            return try await PlainTextCheck(exporter, ask: BooksJudge.ask).check(report, .production).findings
        }
    }

    private func today() -> String { "period=" + BooksMonth.current.text }

    @Test("an imported report settles what was expected: entries, balances, the comparison and the equations agree")
    func settles() async throws {
        let shop = try await Shop()
        #expect(try await shop.rows("apple_reconciliation", Self.october).isEmpty, "nobody reported anything")
        #expect(try await shop.closing(Self.october)["1100"] == "4250")
        try await shop.settle("42.40")
        let closing = try await shop.closing(Self.october)
        #expect(closing["1100"] == nil && closing["1110"] == "4240" && closing["5120"] == "10")
        let lines = try await shop.rows("journal_lines", Self.october).filter { $0["kind"] == "settled" }
        #expect(Set(lines.map { $0["entry_id"] }) == ["settled_1"])
        #expect(Set(lines.map { $0["posting_date"] }) == ["2026-10-31"])
        let row = try #require(try await shop.rows("apple_reconciliation", Self.october).first)
        let told = ReportKind.appleReconciliation.columns.map { row[$0.name] ?? "?" }
        #expect(
            told == [
                shop.product, "CN", "CNY", "5000", "S", "1", "", "1", "0", "", "4250", "4240", "10", "CNY", "2027-01",
                "price",
            ])
        #expect(try await shop.findings() == [])
    }

    @Test("a payment clears what was settled, on the day of the payment")
    func pays() async throws {
        let shop = try await Shop()
        try await shop.settle("42.50")
        let told = try await shop.service.call(
            .post, "/v1/admin/books/payments",
            #"{"reference":"A-1","day":"2026-11-20","currency":"CNY","amount":4000,"#
                + #""cleared":[{"currency":"CNY","amount":4250,"withheld":250}]}"#)
        #expect(told.status == 200)
        #expect(try await shop.closing(Self.october)["1110"] == "4250")
        let november = try await shop.closing("period=2026-11")
        #expect(november["1110"] == nil && november["1010"] == "4000" && november["1300"] == "250")
        let lines = try await shop.rows("journal_lines", "period=2026-11").filter { $0["kind"] == "paid" }
        #expect(Set(lines.map { $0["posting_date"] }) == ["2026-11-20"])
        #expect(try await shop.findings() == [])
    }

    @Test("products that no pack sells stay out: a report tells of everything that the account sells")
    func strangers() async throws {
        let shop = try await Shop()
        try await shop.settle("700.00", units: 10, product: "another.app.gems")
        #expect(try await shop.closing(Self.october)["1110"] == nil)
        let rows = try await shop.rows("apple_reconciliation", Self.october)
        #expect(rows.map { $0["product_id"] } == [shop.product] && rows[0]["status"] == "missing_in_apple")
    }

    @Test("what comes after a close is posted later, and the closed period is told byte for byte as before")
    func closed() async throws {
        let shop = try await Shop()
        try await shop.settle("42.40")
        try await shop.close()
        let before = try await shop.export()
        #expect(before["apple_reconciliation"]?.isEmpty == false)
        try await shop.settle("42.00")
        try await shop.buy(on: "2026-10-12T12:00:00Z")
        #expect(try await shop.export() == before)
        let closing = try await shop.closing(today())
        #expect(closing["1110"] == "4200" && closing["5120"] == "50" && closing["1100"] == "4250")
        let late = try await shop.rows("apple_reconciliation", today()).filter { $0["fiscal_month"] == "2027-01" }
        #expect(late.map { $0["settled_proceeds"] } == ["4200"])
        #expect(try await shop.findings() == [])
    }

    @Test("a close is refused if Apple told something since its figures were worked out")
    func race() async throws {
        let shop = try await Shop()
        let store = BooksPeriodStore(shop.service.ledger.database)
        let stale = try await store.appleVersion()
        try await shop.settle("42.40")
        let closing = try await shop.closing(apple: stale)
        let refused = try await store.close(closing, reason: nil, by: shop.caller, from: "::1")
        #expect(refused == .failure(.changedMeanwhile(closing.settings)))
        try await shop.close()
    }
}
