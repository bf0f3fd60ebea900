import Foundation
import Postgres
import StoreSimulator
import TestSupport
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// A period's books out of a real database: over HTTP, into a folder, and by the command.
@Suite(.serialized) struct BooksExportTests {
    private struct Shop {
        let service: ServiceFixture
        let user: String
        let course: String
        let month: BooksMonth

        /// A user who bought 500 coins for 50.00 CNY and spent 288 of them.
        init() async throws {
            service = try await ServiceFixture()
            (user, course) = try await service.sellToReader()
            month = .current
        }

        var caller: CallerID {
            get async throws { try await service.ledger.keys.caller(named: "accountant") }
        }

        func tellCommission() async throws {
            try await service.tellBooks([
                (.commission(.everyOther), .rate(bp: 1_500)), (.tax(.everyOther), .tax(.ofPrice(bp: 0))),
                (.account(.courses), .account(code: "8400", name: "Kurse")),
            ])
        }

        /// Another code for an account: the closed period keeps the one that was known then.
        func tellOtherCode() async throws {
            try await service.tellBooks([(.account(.courses), .account(code: "4711", name: "Kurse"))])
        }

        func close() async throws {
            let store = BooksPeriodStore(service.ledger.database)
            let settings = try await BooksSettingsStore(service.ledger.database).version()
            let closing = BooksPeriodStore.Closing(
                period: month, first: month, zone: "UTC", endsAt: Instant(microseconds: 0),
                cut: try await store.cut(), settings: settings,
                apple: try await store.appleVersion(), unpriced: 0, figures: Array("figures".utf8))
            _ = try await store.close(closing, reason: nil, by: try await caller, from: "::1").get()
        }

        func rows(_ report: String, _ query: String) async throws -> [[String: String]] {
            try await service.rows(report, query)
        }

        func export(_ month: BooksMonth, to folder: URL) async throws -> Int? {
            let prepared = try await service.ledger.reports.prepare(BooksWish(.month(month)))
            return try await BooksRun.onThread {
                try prepared.export(to: folder, onProgress: { _, _ in }, onFile: { _ in })?.files.count
            }
        }
    }

    private static func folder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "books-\(UUID().uuidString)")
    }

    private static func contents(_ folder: URL) throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Dictionary(
            uniqueKeysWithValues: try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) })
    }

    @Test("a report over HTTP holds what happened; a price that is told later brings its money, with both days")
    func overHTTP() async throws {
        let shop = try await Shop()
        let period = "period=\(shop.month.text)"
        let unpriced = try await shop.rows("sales_register", period)
        #expect(unpriced.count == 1 && unpriced[0]["status"] == "unpriced" && unpriced[0]["price"] == "")
        #expect(try await shop.rows("trial_balance", period).allSatisfy { $0["unit"] == "COIN" })
        try await shop.tellCommission()
        let balance = try await shop.rows("trial_balance", period)
        func closing(_ account: String, _ unit: String) -> String? {
            balance.first { $0["account"] == account && $0["unit"] == unit }?["closing"]
        }
        #expect(closing("1100", "CNY") == "4250" && closing("2100", "CNY") == "-2120")
        #expect(closing("4100", "CNY") == "-2880" && closing("5100", "CNY") == "432")
        #expect(closing("9100", "COIN") == "-212" && closing("1200", "CNY") == "318")
        #expect(balance.first { $0["account"] == "4100" }?["client_account"] == "8400")
        let sale = try await shop.rows("sales_register", period)[0]
        #expect(sale["price"] == "5000" && sale["proceeds"] == "4250" && sale["status"] == "accrued")
        let lines = try await shop.rows("journal_lines", period)
        #expect(lines.contains { $0["kind"] == "priced" } && lines.allSatisfy { $0["entry_hash"]?.count == 64 })
        #expect(try await shop.rows("lots", period).map { $0["liability"] } == ["2120"])
        let revenue = try await shop.rows("revenue", period)
        #expect(revenue.map { $0["net"] } == ["2880"])
        let from = BooksDay.text(shop.month.firstDay)
        let to = BooksDay.text(shop.month.next.firstDay)
        #expect(try await shop.rows("trial_balance", "from=\(from)&to=\(to)") == balance)
    }

    @Test("an archive holds what the command writes into a folder: all of it, or what one other program imports")
    func archives() async throws {
        let shop = try await Shop()
        try await shop.tellCommission()
        try await shop.close()
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try await shop.export(shop.month, to: folder) ?? 0 > 20)
        let told = try await shop.service.get("/v1/exports/books.zip?period=\(shop.month.text)")
        #expect(told.status == 200 && told.header("Content-Type") == "application/zip")
        #expect(told.header("Coffer-Period-Status") == "closed" && told.header("Coffer-Rows") == nil)
        let files = try await ZipOracle.files(told.bytes)
        #expect(files.last?.name == "manifest.json")
        let contents = try Self.contents(folder).mapValues { [UInt8]($0) }
        #expect(Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.bytes) }) == contents)
        #expect(try await shop.service.get("/v1/exports/books.zip?period=\(shop.month.text)").bytes == told.bytes)
        for (tool, file) in [("qbo", "qbo_CNY"), ("xero", "xero_CNY_001"), ("netsuite", "netsuite_CNY")] {
            let archive = try await shop.service.get("/v1/exports/\(tool).zip?period=\(shop.month.text)")
            let files = try await ZipOracle.files(archive.bytes)
            #expect(files.map(\.name) == ["\(file).csv", "manifest.json"])
            #expect(files.first?.bytes == contents["\(file).csv"])
        }
        let each = try await shop.service.get("/v1/exports/sap.zip?period=\(shop.month.text)&detail=true")
        let lines = try await ZipOracle.files(each.bytes).first?.bytes ?? []
        #expect(lines.count > contents["sap_CNY.csv"]?.count ?? .max, "an entry is more than a day's sum")
        let none = try await shop.service.get("/v1/exports/sap.zip?from=2001-01-01&to=2001-01-02")
        #expect(try await ZipOracle.files(none.bytes).map(\.name) == ["manifest.json"])
    }

    @Test("a report that there is not, days that there are not and flavours of JSON are refused")
    func refusals() async throws {
        let service = try await ServiceFixture.shared
        for (path, status) in [
            ("nothing?period=2026-10", 404), ("user_statement?period=2026-10", 404), ("qbo?period=2026-10", 404),
            ("revenue", 400), ("revenue?period=2026-13", 400), ("revenue?from=2026-10-02&to=2026-10-02", 400),
            ("revenue?period=2026-10&from=2026-10-01", 400), ("revenue?period=2026-10&format=xls", 400),
            ("revenue?period=2026-10&format=jsonl&flavour=bom", 400), ("revenue?period=2026-10&more=1", 400),
            ("books.zip?period=2026-13", 400), ("qbo.zip?period=2026-10&detail=1", 400),
            ("excel.zip?period=2026-10", 404),
        ] {
            #expect(try await service.get("/v1/exports/\(path)").status == status, "\(path)")
        }
    }

    @Test("a closed period is exported to the same bytes, whatever happens later, and that counts in the next one")
    func closedPeriod() async throws {
        let shop = try await Shop()
        try await shop.tellCommission()
        try await shop.close()
        let folders = [Self.folder(), Self.folder()]
        defer { for folder in folders { try? FileManager.default.removeItem(at: folder) } }
        #expect(try await shop.export(shop.month, to: folders[0]) ?? 0 > 20)
        let late = try await shop.service.addItem("course", price: 100)
        #expect(try await shop.service.spend(late, for: shop.user, price: 100).status == 200)
        try await shop.tellOtherCode()
        #expect(try await shop.export(shop.month, to: folders[1]) ?? 0 > 20)
        #expect(try Self.contents(folders[0]) == Self.contents(folders[1]))
        #expect(try await shop.export(shop.month, to: folders[0]) == nil, "it is complete")
        let next = "period=\(shop.month.next.text)"
        let lines = try await shop.rows("journal_lines", next)
        #expect(Set(lines.map { $0["posting_date"] }) == [BooksDay.text(shop.month.next.firstDay)])
        #expect(lines.allSatisfy { ($0["date"] ?? "") < ($0["posting_date"] ?? "") })
        #expect(try await shop.rows("periods", next).map { $0["late_entries"] } == ["1", "0"])
        let balance = try await shop.rows("trial_balance", next)
        #expect(balance.first { $0["account"] == "2100" }?["opening"] == "-2120")
    }

    @Test("what a close files are the figures that the closed period is exported with")
    func filed() async throws {
        let shop = try await Shop()
        try await shop.tellCommission()
        let (exporter, database) = (shop.service.ledger.reports, shop.service.ledger.database)
        let closing = ClosingPeriod(
            month: shop.month, zone: "UTC", startsAt: Instant(microseconds: 0), endsAt: Instant(microseconds: 0),
            cut: try await BooksPeriodStore(database).cut(), settings: try await BooksSettingsStore(database).read(),
            apple: AppleBooksVersion(), closes: [])
        let figures = try await PeriodFigures.reports(exporter).make(closing)
        try await shop.close()
        #expect(try await PeriodFigures.reports(exporter).make(closing) == figures)
        let text = String(decoding: figures, as: UTF8.self)
        #expect(text.hasPrefix("trial_balance.csv\r\naccount,"))
        let told = try await shop.service.get("/v1/exports/rollforward_liability?period=\(shop.month.text)")
        #expect(text.contains(String(decoding: told.bytes, as: UTF8.self)))
        #expect(text.contains("2100,Liabilities:ContractLiability:Coins,,CNY,2,0,2880,5000,-2120\r\n"))
    }

    @Test("the command writes the folder, says what it is, and refuses what it cannot understand")
    func command() async throws {
        let binary = try #require(ExportCommandTests.binary)
        let shop = try await Shop()
        try await shop.tellCommission()
        let folder = Self.folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
            let process = Process()
            process.executableURL = binary
            process.arguments = ["export", "books", "--out", folder.path] + arguments
            process.environment = [
                "DATABASE_URL": shop.service.database.serviceConninfo, "PATH": "/usr/bin:/bin",
            ]
            let pipe = Pipe()
            (process.standardOutput, process.standardError) = (pipe, pipe)
            try process.run()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: output, as: UTF8.self))
        }
        let written = try run(["--period", shop.month.text])
        #expect(written.status == 0 && written.output.contains("open period"), "\(written.output)")
        let contents = try Self.contents(folder)
        #expect(contents.keys.contains("manifest.json") && contents.keys.contains("xero_CNY_001.csv"))
        let told = try await shop.service.get("/v1/exports/revenue?period=\(shop.month.text)")
        #expect(contents["revenue.csv"].map { [UInt8]($0) } == told.bytes)
        for judge in BooksJudge.allCases {
            guard let found = judge.located else { continue }
            let name = judge == .beancount ? "books.beancount" : "books.journal"
            let result = try found.judge(String(decoding: try #require(contents[name]), as: UTF8.self))
            #expect(result.isGood, "\(result.output)")
        }
        for arguments in [
            [], ["--period", "2026-13"], ["--period", "2026-10", "--from", "2026-10-01"],
            ["--from", "2026-10-02", "--to", "2026-10-02"], ["--period", "2026-10", "--reports", "revenues"],
            ["--period", "2026-10", "--format", "jsonl", "--bom"],
        ] {
            #expect(try run(arguments).status == 2, "\(arguments)")
        }
    }

    @Test("a statement holds every movement once, as JSON and as CSV, and ends with what the wallet has")
    func statement() async throws {
        let shop = try await Shop()
        let path = "/v1/wallets/\(shop.user)/statement"
        let json = try await shop.service.get(path)
        #expect(json.status == 200 && json.text("user") == shop.user)
        let rows = json.list("rows")
        #expect(try rows.map { try $0.text("kind") } == ["sold", "spent"])
        #expect(try rows.map { try $0.integer("paid") } == [500, -288])
        #expect(try rows.last?.integer("balance_paid") == 212)
        let csv = try await shop.service.get(path + "?format=csv&flavour=spreadsheet")
        let records = try StrictCSV.read(Array(csv.bytes.dropFirst(3)))
        #expect(records.count == 3 && records[2].last == shop.course && records[2].contains("-288"))
        let nobody = try await shop.service.get("/v1/wallets/\(ServiceFixture.unique("nobody"))/statement")
        #expect(nobody.list("rows").isEmpty)
        #expect(try await shop.service.get(path + "?format=pdf").status == 400)
    }

    @Test("a wallet's figures at a moment in the past are what its entries say; before it had any, there are none")
    func asOf() async throws {
        let shop = try await Shop()
        let entries = try await shop.service.get("/v1/wallets/\(shop.user)/entries?order=oldest").list("entries")
        let path = "/v1/wallets/\(shop.user)?as_of="
        for (place, paid) in [(0, Int64(500)), (1, 212)] {
            let told = try await shop.service.get(path + entries[place].text("at"))
            #expect(told.status == 200 && told.number("paid") == paid && told.number("sequence") == Int64(place + 1))
        }
        let first = try #require(Instant(text: try entries[0].text("at")))
        let before = Instant(microseconds: first.microseconds - 1)
        #expect(try await shop.service.get(path + before.text).status == 404)
        #expect(try await shop.service.get(path + "yesterday").status == 400)
        #expect(
            try await shop.service.get("/v1/wallets/\(ServiceFixture.unique("no"))?as_of=\(first.text)").status == 404)
    }
}
