import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

/// The catalogue as CSV: out, in, and everything that is wrong with a sheet by its line (case P-2, CWE-1236).
@Suite struct SheetCases {
    @Test("What goes out comes in again as it was, formulas guarded on the way")
    func roundTrip() async throws {
        let shop = try await ServiceFixture { settings in
            if let zone = ShopZone("Europe/Paris") { settings.shopZone = zone }
        }
        let titles = [
            "=1+1", "+1", "-1", "@SUM(A1)", "'=1", "''", "'quoted'", "a,b", "say \"hi\"", "12345678901234567890",
            "中文", "＝1",
        ]
        var items: [String] = []
        for title in titles {
            let item = ServiceFixture.unique("item")
            let text = title.replacing("\"", with: "\\\"")
            let told = try await shop.call(
                .put, "/v1/admin/items/\(item)",
                #"{"title":"\#(text)","description":"=cmd\nsecond","kind":"once","state":"published","reason":"r"}"#)
            try #require(told.status == 200, "\(title)")
            items.append(item)
        }
        let sale = try await shop.addItem(price: 120)
        _ = try await shop.call(
            .post, "/v1/admin/items/\(sale)/prices",
            """
            {"price":90,"layer":"sale","from":{"local":"2027-10-31T02:30"},"to":"2027-10-31T01:30:00Z","reason":"r"}
            """)
        let sheet = try await shop.get("/v1/admin/catalogue.csv")
        #expect(sheet.header("Content-Type") == "text/csv; charset=utf-8")
        #expect(sheet.header("Content-Disposition")?.hasPrefix("attachment") == true)
        #expect(sheet.bytes.starts(with: [0xEF, 0xBB, 0xBF]))
        let records = try StrictCSV.read(Array(sheet.bytes.dropFirst(3)))
        #expect(records.count == titles.count + 2)
        for cell in records.joined() {
            #expect(!["=", "+", "-", "@", "\t", "\r"].contains(cell.prefix(1)), "\(cell)")
        }
        #expect(records.contains { $0.contains("2027-10-31T02:30:00") && $0.contains("2027-10-31T01:30:00.000000Z") })
        let read = try await shop.importSheet(sheet.bytes)
        #expect(read.status == 200 && read.number("errors_count") == 0)
        #expect(Set(try read.list("rows").map { try $0.text("effect") }) == ["unchanged"])
        #expect(read.list("rows").count == titles.count + 1)
    }

    @Test(
        "P-2: an empty price and 0 without the word refuse the whole sheet, with line and column",
        arguments: [
            ("item,price,free\r\n$,130,\r\nnew-1,,\r\n", 3, "price", "price_missing"),
            ("item,price\r\n$,0\r\n", 2, "price", "free_not_said"),
            ("item,price,free\n$,0,no\n", 2, "price", "free_not_said"),
            ("item,price,free\n$,5,yes\n", 2, "price", "free_not_said"),
            ("item,price,free\n$,,yes\n", 2, "price", "price_missing"),
            ("item,price\n$,1.5\n", 2, "price", "malformed"), ("item,price\n$,-5\n", 2, "price", "malformed"),
            ("item,price\n$,007\n", 2, "price", "malformed"), ("item,price\n$,\"1,000\"\n", 2, "price", "malformed"),
            ("item,price\n$,99999999999999999999\n", 2, "price", "malformed"),
            ("item,sale_price,sale_from\n$,,2090-01-01T00:00\n", 2, "sale_price", "price_missing"),
            ("item,sale_price\n$,0\n", 2, "sale_price", "free_not_said"),
            ("item,sale_price,sale_from\n$,5,2027-03-28T02:30\n", 2, "sale_from", "local_time_missing"),
            ("item,sale_price,sale_from\n$,5,tomorrow\n", 2, "sale_from", "malformed"),
            ("item,title\n$,\n", 2, "title", "malformed"), ("item,state\n$,gone\n", 2, "state", "malformed"),
            ("item,picture\n$,javascript:alert(1)\n", 2, "picture", "malformed"),
            ("item,price\n$,130\n$,140\n", 3, "item", "item_twice"), ("item,price\na b,5\n", 2, "item", "malformed"),
            ("price\n5\n", 1, "item", "column_missing"), ("item,cost\n$,5\n", 1, "cost", "column_unknown"),
            ("item,price,price\n$,5,5\n", 1, "price", "column_unknown"),
        ])
    func refuses(sheet: String, line: Int64, column: String, code: String) async throws {
        let shop = try await ServiceFixture.paris
        let item = try await shop.addItem(price: 120)
        let bytes = Array(sheet.replacing("$", with: item).utf8)
        let dry = try await shop.importSheet(bytes)
        #expect(dry.status == 200)
        let draft = try await shop.draft(item, "{}")
        let told = try await shop.importSheet(bytes, draft)
        #expect(told.status == 422 && told.code == "sheet_refused")
        for answer in [dry, told] {
            let error = try #require(answer.list("errors").first)
            #expect(try error.integer("line") == line && error.text("code") == code)
            #expect(try error.text("column") == column)
        }
        #expect(try await shop.get("/v1/admin/drafts/\(draft.number)").list("items").isEmpty)
    }

    @Test(
        "What is no CSV is refused with its line",
        arguments: [
            ("item,price\n\"a,5\n", 3, "quotes"), ("item,price\na\"b,5\n", 2, "quotes"),
            ("item,price\n\"a\"b,5\n", 2, "quotes"), ("item,price\n\n\"a\nb\",5\r6\n", 4, "line_end"),
            ("item,price\na\n", 2, "cell_count"), ("", 1, "no_header"),
        ])
    func broken(sheet: String, line: Int64, code: String) async throws {
        let told = try await ServiceFixture.paris.importSheet(Array(sheet.utf8))
        let error = try #require(told.list("errors").first)
        #expect(try error.integer("line") == line && error.text("code") == code)
    }

    @Test("A sheet goes into a draft, its effects are told row by row, and nothing is in force before it is published")
    func imports() async throws {
        let shop = try await ServiceFixture.paris
        let (first, second) = (try await shop.addItem(price: 120), try await shop.addItem(price: 50))
        let new = ServiceFixture.unique("new")
        let sheet = """
            item,title,kind,state,price,free,sale_price,sale_from,sale_to
            \(first),Title,repeatable,published,130,,90,2090-01-01T00:00,2090-01-02T00:00
            \(second),Title,repeatable,published,50,no,,,
            \(new),'=Formula,once,published,0,yes,,,

            """
        let dry = try await shop.importSheet(Array(sheet.utf8))
        #expect(try dry.list("rows").map { try $0.text("effect") } == ["changed", "unchanged", "new"])
        #expect(try dry.list("rows").map { try $0.integer("line") } == [2, 3, 4])
        let step = try #require(try dry.list("rows").first?.objects("steps").first)
        #expect(try step.integer("before") == 120 && step.integer("after") == 130 && step.integer("percent") == 8)
        let draft = try await shop.draft(first, "{}")
        let told = try await shop.importSheet(Array(sheet.utf8), draft)
        let version = try #require(told.number("version"))
        #expect(told.status == 200 && version == draft.version + 1)
        let held = try await shop.get("/v1/admin/drafts/\(draft.number)").list("items")
        #expect(try held.map { try $0.text("item") } == [first, new].sorted())
        #expect(try await shop.get("/v1/items/\(first)").number("price") == 120)
        let ready = ServiceFixture.Draft(number: draft.number, version: version)
        #expect(try await shop.publish(ready, #"{"reason":"sheet"}"#).code == "confirm_large_change")
        #expect(try await shop.publish(ready, #"{"reason":"sheet","confirm":true}"#).status == 200)
        #expect(try await shop.get("/v1/items/\(first)").number("price") == 130)
        #expect(try await shop.get("/v1/items/\(new)").text("title") == "=Formula")
        #expect(try await shop.get("/v1/items/\(new)").number("price") == 0)
    }

    @Test("JSON is no sheet, and 4 MiB are the most that is read")
    func bounds() async throws {
        let shop = try await ServiceFixture.paris
        let path = "/v1/admin/drafts/1/import?dry_run=true"
        #expect(try await shop.call(.post, path, "{}").status == 415)
        let large = [UInt8](repeating: UInt8(ascii: "x"), count: 4 * 1_024 * 1_024 + 1)
        #expect(try await shop.importSheet(large).status == 413)
        let rows = "item,price\n" + (0...Limits.draftItemsMax).map { "many-\($0),5\n" }.joined()
        let told = try await shop.importSheet(Array(rows.utf8))
        #expect(try told.list("errors").contains { try $0.text("code") == "too_many_rows" })
    }
}

extension ServiceFixture {
    /// - Parameter draft: nil for a dry run.
    func importSheet(_ bytes: [UInt8], _ draft: Draft? = nil) async throws -> Told {
        let number: Int64
        if let draft {
            number = draft.number
        } else {
            number = try #require(try await call(.post, "/v1/admin/drafts", #"{"name":"dry"}"#).number("draft"))
        }
        var headers = [("Authorization", "Bearer \(key)"), ("Content-Type", "text/csv")]
        if let draft { headers.append(("If-Match", "\"\(draft.version)\"")) }
        let path = "/v1/admin/drafts/\(number)/import" + (draft == nil ? "?dry_run=true" : "")
        return Told(try await client.send(HTTPRequest(.post, url + path, headers: headers, body: bytes)))
    }
}
