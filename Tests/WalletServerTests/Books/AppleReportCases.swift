import FoundationEssentials
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// Apple's reports and payments through the API, and the journal for data warehouses.
@Suite(.serialized) struct AppleReportCases {
    private static let header = """
        Start Date\tEnd Date\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\t\
        Partner Share Currency\tSale or Return\tProduct Type Identifier\tCountry Of Sale\tCustomer Price\t\
        Customer Currency

        """

    private static func row(_ quantity: Int, _ extended: String, end: String = "08/01/2026") -> String {
        "06/28/2026\t\(end)\tcoins.100\t\(quantity)\t0.70\t\(extended)\tUSD\tS\tIA1\tUS\t0.99\tUSD\n"
    }

    /// A report of one sale, as zlib packed it.
    private static let packed = Array(
        Data(
            base64Encoded: """
                H4sIAAAAAAACA1WNsQ7CMAxEZ/cr/AU06QBlRIWBiUKAFUWNKypBglxH0L8nVYVEF+vd6e5sxLLg1grBzrsJruRdYNw78tK1HTEc
                o00oA9Qp7YnR3C2nxkdSlBzO7ZnCKjKTbwYw9kGYdk8kkT3UHFxsBM/Di/5/VSF64QEPLY4NqGIv4Znmau6aP/nbzdQyL8q8UMUS
                VJkrPWETOt8vtFKgQS1WajoXswUD+41OlJz1enSycxD7uJ3CuwedfQE6SizsEgEAAA==
                """, options: .ignoreUnknownCharacters) ?? Data())

    /// 64 KiB of zeros, as zlib packed them.
    private static let zeros = Array(
        Data(
            base64Encoded: """
                H4sIAAAAAAACA+3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
                AAAAAAAAAAAAAAAAauuOl9cAAAEA
                """, options: .ignoreUnknownCharacters) ?? Data())

    private func take(
        _ shop: ServiceFixture, _ body: [UInt8], _ query: String = "", key: String? = nil
    ) async throws -> Told {
        let response = try await shop.client.send(
            HTTPRequest(
                .post, shop.url + "/v1/admin/books/reports" + query,
                headers: [
                    ("Authorization", "Bearer \(key ?? shop.key)"), ("Content-Type", "application/octet-stream"),
                ], body: body))
        return Told(response)
    }

    @Test("A report is taken packed or not; the same file is known again, a newer one is a new version")
    func taken() async throws {
        let shop = try await ServiceFixture()
        let first = try await take(shop, Self.packed, "?region=US")
        #expect(first.status == 200 && first.text("state") == "imported")
        let report = try #require(first.object("report"))
        #expect(try report.text("kind") == "financial" && report.text("fiscal_month") == "2026-10")
        #expect(try report.text("from") == "2026-06-28" && report.text("to") == "2026-08-01")
        #expect(try report.text("region") == "US" && report.integer("rows_count") == 1)
        let again = try await take(shop, Self.packed, "?region=US")
        #expect(again.status == 200 && again.text("state") == "already_imported")
        let newer = try await take(shop, Array((Self.header + Self.row(2, "1.40")).utf8), "?region=US")
        #expect(try #require(newer.object("report")).integer("version") == 2)
        let list = try await shop.get("/v1/admin/books/reports?limit=1")
        #expect(try list.list("reports").map { try $0.integer("report") } == [2])
        let cursor = try #require(list.text("next_cursor"))
        let rest = try await shop.get("/v1/admin/books/reports?limit=1&cursor=\(cursor)")
        #expect(try rest.list("reports").map { try $0.integer("report") } == [1])
    }

    @Test("What is no report is refused by cause, line and column, and nothing of it is taken")
    func refused() async throws {
        let shop = try await ServiceFixture()
        func told(_ text: String) async throws -> Told { try await take(shop, Array(text.utf8)) }
        let field = try await told(Self.header + Self.row(1, "0.705"))
        #expect(field.status == 422 && field.code == "report_refused" && field.text("cause") == "bad_field")
        #expect(field.number("line") == 2 && field.text("column") == "Extended Partner Share")
        let totals = try await told(Self.header + Self.row(1, "0.70") + "Total_Rows\t2\n")
        #expect(totals.text("cause") == "totals_disagree" && totals.number("line") == 3)
        let month = try await told(Self.header + Self.row(1, "0.70", end: "07/31/2026"))
        #expect(month.text("cause") == "not_a_fiscal_month" && month.text("to") == "2026-07-31")
        let columns = try await told("Quantity\tExtended Partner Share\tSale or Return\n")
        #expect(columns.text("cause") == "missing_columns")
        #expect(columns.text("columns")?.contains("Customer Price") == true)
        #expect(try await told("").text("cause") == "unknown_report")
        #expect(try await take(shop, Array(Self.packed.dropLast(9))).text("cause") == "damaged_file")
        #expect(try await take(shop, [0x1F, 0x8B, 8, 0]).text("cause") == "damaged_file")
        // What fits, and one byte more at least.
        let bomb = Array(repeatElement(Self.zeros, count: Limits.appleReportUnpackedBytesMax >> 16).joined())
        #expect(try await take(shop, bomb + Self.packed).text("cause") == "too_large")
        #expect(try await take(shop, Self.packed, "?region=usa").status == 400)
        #expect(try await shop.get("/v1/admin/books/reports").list("reports").isEmpty)
    }

    @Test("A corrected fiscal year decides what is a month; one that loses a day is refused by its cause")
    func fiscalYears() async throws {
        let shop = try await ServiceFixture()
        let path = "/v1/admin/books/fiscal-years"
        func months(_ told: Told) throws -> [JSONObject] {
            try #require(told.list("years").first).array("months").compactMap {
                if case .object(let month) = $0 { month } else { nil }
            }
        }
        let rule = try await shop.get(path + "?year=2026")
        #expect(rule.status == 200)
        #expect(try rule.list("years").first?.boolean("corrected") == false)
        var starts = try months(rule).map { try $0.text("from") }
        #expect(starts.count == 12 && starts[9] == "2026-06-28")
        // July ends a week earlier than the rule says.
        starts[10] = "2026-07-26"
        func body(_ starts: [String], _ last: String = "2026-09-26") -> String {
            let days = starts.map { "\"\($0)\"" }.joined(separator: ",")
            return #"{"years":[{"year":2026,"starts":[\#(days)],"last_day":"\#(last)"}]}"#
        }
        let lost = try await shop.call(.put, path, body(starts, "2026-10-03"))
        #expect(lost.status == 400 && lost.text("cause") == "does_not_fit" && lost.number("year") == 2_026)
        let short = try await shop.call(.put, path, body(Array(starts.dropLast())))
        #expect(short.status == 400 && short.text("cause") == "not_weeks")
        let told = try await shop.call(.put, path, body(starts))
        #expect(told.status == 200)
        #expect(try months(told)[9].integer("weeks") == 4 && months(told)[10].integer("weeks") == 5)
        let again = try await shop.get(path + "?year=2026")
        #expect(try again.list("years").first?.boolean("corrected") == true)
        #expect(try await take(shop, Self.packed).text("cause") == "not_a_fiscal_month")
        let week = Array((Self.header + Self.row(1, "0.70", end: "07/25/2026")).utf8)
        #expect(try await take(shop, week).text("state") == "imported")
        for year in ["", "?year=2007", "?year=x", "?year=02026"] {
            #expect(try await shop.get(path + year).status == 400)
        }
    }

    @Test("A payment is told once; whoever has no books scope tells nothing")
    func payments() async throws {
        let shop = try await ServiceFixture()
        let body = """
            {"reference":"bank 1","day":"2026-09-03","currency":"USD","amount":1297,
            "cleared":[{"currency":"USD","amount":70},{"currency":"JPY","amount":1890,"withheld":30}]}
            """
        let told = try await shop.call(.post, "/v1/admin/books/payments", body)
        #expect(told.status == 200 && told.text("state") == "told")
        #expect(try #require(told.object("payment")).text("day") == "2026-09-03")
        let again = try await shop.call(.post, "/v1/admin/books/payments", body)
        #expect(again.status == 200 && again.text("state") == "already_told")
        let other = try await shop.call(
            .post, "/v1/admin/books/payments", body.replacing("1297", with: "1298"))
        #expect(other.status == 409 && other.code == "reference_taken")
        for wrong in [
            body.replacing("2026-09-03", with: "2026-09-31"), body.replacing("JPY", with: "USD"),
            body.replacing("JPY", with: "XXX"), body.replacing("30", with: "-30"),
            #"{"reference":"a","day":"2026-09-03","currency":"USD","amount":1,"cleared":[]}"#,
        ] {
            let refused = try await shop.call(.post, "/v1/admin/books/payments", wrong)
            #expect((400...422).contains(refused.status), "\(wrong)")
        }
        #expect(try await shop.get("/v1/admin/books/payments").list("payments").count == 1)
        let key = try await shop.makeKey(Scope.allCases.filter { $0 != .books })
        #expect(try await take(shop, Self.packed, key: key).status == 403)
        #expect(try await shop.call(.post, "/v1/admin/books/payments", body, key: key).status == 403)
    }

    @Test("The feed gives each entry once as a line, and a cursor at the end to go on with")
    func feed() async throws {
        let shop = try await ServiceFixture()
        let user = ServiceFixture.unique("fed")
        for coins in 1...5 { #expect(try await shop.grant(Int64(coins), to: user).status == 200) }
        var (path, ids, more) = ("/v1/exports/feed?limit=2", [String](), true)
        var last = ""
        while more {
            let told = try await shop.get(path)
            #expect(told.status == 200 && told.header("Content-Type") == "application/jsonl; charset=utf-8")
            let lines = try told.bytes.split(separator: UInt8(ascii: "\n")).map { try JSONObject(parsing: Array($0)) }
            #expect(try lines.allSatisfy { try $0.integer("schema_version") == FeedLines.schemaVersion })
            let cursor = try #require(lines.last)
            #expect(try cursor.text("type") == "cursor" && cursor.integer("rows") == Int64(lines.count - 1))
            for line in lines.dropLast() {
                #expect(try line.text("type") == "entry" && line.text("kind") == "granted")
                #expect(try line.text("user_ref").wholeMatch(of: #/u_[0-9a-f]{16}/#) != nil)
                #expect(!String(decoding: told.bytes, as: UTF8.self).contains(user))
                ids.append(try line.text("event_id"))
            }
            last = try cursor.text("next_cursor")
            more = try cursor.boolean("more")
            path = "/v1/exports/feed?limit=2&after=\(last)"
        }
        #expect(ids.count == 5 && Set(ids).count == 5)
        #expect(try await shop.get("/v1/exports/feed?after=\(last)x").code == "bad_cursor")
        for limit in ["0", "10001", "+1", "01"] {
            #expect(try await shop.get("/v1/exports/feed?limit=\(limit)").status == 400)
        }
    }
}
