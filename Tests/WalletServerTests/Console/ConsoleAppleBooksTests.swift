import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// The accountant's pages about Apple: files that are taken, payments that are told, fiscal years that are corrected.
@Suite struct ConsoleAppleBooksTests {
    private static let page = "/admin/books/apple"
    private static let payments = "/admin/books/apple/payments"
    private static let years = "/admin/books/apple/fiscal-years"

    private static func report(_ extended: String = "0.70", end: String = "08/01/2026") -> String {
        """
        Start Date\tEnd Date\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\t\
        Partner Share Currency\tSale or Return\tProduct Type Identifier\tCountry Of Sale\tCustomer Price\t\
        Customer Currency
        06/28/2026\t\(end)\tcoins.100\t1\t0.70\t\(extended)\tUSD\tS\tIA1\tUS\t0.99\tUSD\n
        """
    }

    private func take(_ visitor: ConsoleVisitor, _ text: String, region: String = "US") async throws
        -> ConsoleVisitor.Page
    {
        try await visitor.upload(Self.page, [("region", region)], file: ("file", Array(text.utf8)))
    }

    @Test("a file is taken once and listed, and what is no report is refused by its cause and line")
    func reports() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        #expect(try await accountant.get(Self.page).html.contains("No report was taken yet."))
        #expect(try await take(accountant, Self.report()).location == "\(Self.page)?done=report_taken")
        #expect(try await take(accountant, Self.report()).location == "\(Self.page)?done=report_known")
        let list = try await accountant.get(Self.page).html
        #expect(list.contains("#1 Financial") && list.contains("2026-10") && list.contains("2026-08-01"))
        #expect(list.contains("<td>US</td>") && !list.contains("#2 "))
        let field = try await take(accountant, Self.report("0.705"))
        #expect(field.status == 422 && field.html.contains("A field cannot be read · line: 2"))
        let month = try await take(accountant, Self.report(end: "07/31/2026"))
        #expect(month.status == 422 && month.html.contains("Not the days of one fiscal month"))
        let region = try await take(accountant, Self.report("0.71"), region: "usa")
        #expect(region.status == 400 && region.html.contains("aria-invalid"))
        #expect(try await take(accountant, "").status == 400, "no file was chosen")
        #expect(try await accountant.post(Self.page, [("region", "US")]).status == 400, "nor one sent")
        #expect(try await shop.get("/v1/admin/books/reports").list("reports").count == 1)
    }

    @Test("a file without the form's token, or of who has no right, is not taken")
    func refused() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        let viewer = try await ConsoleVisitor.admin(.viewer, shop)
        for path in [Self.page, Self.payments, Self.years] { #expect(try await viewer.get(path).status == 403) }
        #expect(try await take(viewer, Self.report()).status == 403)
        let file = ("file", Array(Self.report().utf8))
        #expect(try await accountant.upload(Self.page, [], file: file, token: nil).status == 403)
        #expect(try await accountant.upload(Self.page, [("role", "owner")], file: file).status == 400)
        #expect(try await accountant.upload(Self.page, [], file: ("other", file.1)).status == 400)
        #expect(try await shop.get("/v1/admin/books/reports").list("reports").isEmpty)
    }

    @Test("a payment is told in decimals, kept in minor units, and told once; another of its reference is refused")
    func told() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        func tell(_ amount: String, _ cleared: String = "usd 0.70\r\n\r\nJPY 1890 30") async throws
            -> ConsoleVisitor.Page
        {
            try await accountant.post(
                Self.payments,
                [
                    ("reference", "bank 1"), ("day", "2026-09-03"), ("currency", "USD"), ("amount", amount),
                    ("cleared", cleared),
                ])
        }
        #expect(try await accountant.get(Self.payments).html.contains("No payment was told yet."))
        #expect(try await tell("12.97").location == "\(Self.payments)?done=payment_told")
        #expect(try await tell("12.97").location == "\(Self.payments)?done=payment_known")
        let other = try await tell("12.98")
        #expect(other.status == 409 && other.html.contains("value=\"12.98\"") && other.html.contains("reference-"))
        for wrong in ["12,97", "12.975", "-1", ""] { #expect(try await tell(wrong).status == 400, "\(wrong)") }
        for wrong in ["", "USD", "USD 1 2 3", "QQQ 1", "USD 0.705", "USD 1 -1", "USD 1\nUSD 2"] {
            #expect(try await tell("12.97", wrong).status == 400, "\(wrong)")
        }
        #expect(try await tell("12.97", "USD 1\nJPY 1.5").html.contains("line: 2"))
        let kept = try #require(try await shop.get("/v1/admin/books/payments").list("payments").first)
        #expect(try kept.integer("amount") == 1_297 && kept.array("cleared").count == 2)
        let html = try await accountant.get(Self.payments).html
        for shown in ["bank 1", "2026-09-03", "USD\u{A0}12.97", "USD\u{A0}0.70", "JPY\u{A0}1,890", "JPY\u{A0}30"] {
            #expect(html.contains(shown), "\(shown)")
        }
    }

    @Test("a fiscal year is shown by Apple's rule, corrected, and refused where it loses a day")
    func fiscalYears() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        let rule = try await accountant.get("\(Self.years)?year=2026").html
        #expect(rule.contains("By Apple&#39;s rule") && rule.contains("Fiscal year 2026"))
        let area = try #require(rule.firstMatch(of: #/(?s)<textarea[^>]*name="years"[^>]*>(.*)<\/textarea>/#)?.1)
        let lines = String(area)
        #expect(lines.split(separator: "\n").count == 12 && lines.contains("2026-10 2026-06-28 2026-08-01"))
        func correct(_ text: String) async throws -> ConsoleVisitor.Page {
            try await accountant.post(Self.years, [("year", "2026"), ("years", text)])
        }
        // July ends a week earlier than the rule says.
        let week = lines.replacing("2026-06-28 2026-08-01", with: "2026-06-28 2026-07-25")
        let gap = try await correct(week)
        #expect(gap.status == 400 && gap.html.contains("line: 11") && gap.html.contains("2026-06-28 2026-07-25"))
        let corrected = week.replacing("2026-08-02", with: "2026-07-26")
        let lost = try await correct(corrected.replacing("2026-09-26", with: "2026-10-03"))
        #expect(lost.status == 400 && lost.html.contains("Year: 2026") && lost.html.contains("lost or doubled"))
        let short = try await correct(corrected.split(separator: "\n").dropLast().joined(separator: "\n"))
        #expect(short.status == 400 && short.html.contains("Not twelve months"))
        for wrong in ["", "2026-01", "2026-13 2025-09-28 2025-11-01", "2026-02 2025-09-28 2025-11-01"] {
            #expect(try await correct(wrong).status == 400, "\(wrong)")
        }
        #expect(try await correct(corrected).location == "\(Self.years)?year=2026&done=years_told")
        let shown = try await accountant.get("\(Self.years)?year=2026").html
        #expect(shown.contains("Corrected") && shown.contains("2026-07-25"))
        #expect(try await accountant.get(Self.years).status == 200, "the year of today")
        for year in ["2007", "x", "02026"] {
            #expect(try await accountant.get("\(Self.years)?year=\(year)").status == 400)
        }
    }

    @Test("what cannot be taken back is told after the second factor; the other pages of the books lead here")
    func ways() async throws {
        #expect(AppleBooksTellPayment.isSensitive && AppleBooksCorrectYears.isSensitive)
        let shop = try await ServiceFixture.shared
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        for path in ["/admin/books", "/admin/unpriced", "/admin/periods", "/admin/reports"] {
            let html = try await accountant.get(path).html
            let main = try #require(html.firstMatch(of: #/(?s)<main.*</main>/#)?.0)
            #expect(main.contains("href=\"\(Self.page)\""), "\(path)")
        }
        for path in [Self.page, Self.payments, Self.years] {
            let html = try await accountant.get(path).html
            for other in [Self.page, Self.payments, Self.years] { #expect(html.contains("href=\"\(other)\"")) }
        }
    }

    @Test("every cause of a refusal has words of its own in both languages")
    func causes() {
        let errors: [AppleReportError] = [
            .tooLarge(bytesMax: 1), .damagedFile, .notText(line: 1), .lineTooLong(line: 1), .tooManyRows(rowsMax: 1),
            .unknownReport, .missingColumns([]), .badField(line: 1, column: ""), .mixedPeriods(line: 1),
            .totalsDisagree(line: 1), .notAFiscalMonth(from: 0, to: 1),
        ]
        let reports =
            errors.map { RefusedReport(.report($0)).word } + [RefusedReport(.beside(.daysOverlap(report: 1))).word]
        for word in reports + ["unknown_year", "year_twice", "not_weeks", "does_not_fit"] {
            let phrase = Texts.causes[word]
            #expect(phrase != nil && phrase?[.english] != phrase?[.chinese], "\(word)")
        }
    }
}
