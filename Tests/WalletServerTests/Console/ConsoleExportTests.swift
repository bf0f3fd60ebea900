import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// Files to take away: what is in them, who may have them, and that it is written down.
@Suite struct ConsoleExportTests {
    @Test("the journal of some days comes whole, with control totals; that somebody took it is a record")
    func journal() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        let user = ServiceFixture.unique("exported")
        _ = try await shop.grant(25, to: user)
        let page = try await accountant.get("/admin/journal.csv")
        #expect(page.status == 200 && page.header("Content-Type") == "text/csv; charset=utf-8")
        #expect(page.header("Content-Disposition")?.contains("attachment; filename=\"journal-Production-") == true)
        #expect(page.header("Cache-Control") == "no-store")
        let lines = page.html.split(separator: "\r\n")
        #expect(lines.first?.hasPrefix("user_ref,wallet,lot,seq,at,kind") == true)
        #expect(lines.count { $0.contains(",granted,") } == 1 && lines.contains { $0.contains("total:") })
        #expect(!page.html.contains(user), "nobody's name")
        let empty = try await accountant.get("/admin/journal.csv?from=2020-01-01&to=2020-01-31")
        #expect(empty.status == 200 && !empty.html.contains(",granted,"))
        let sheet = try await accountant.get("/admin/journal.csv?flavour=spreadsheet&environment=Sandbox")
        #expect(sheet.html.hasPrefix("\u{FEFF}"))
        let records = try await shop.get("/v1/admin/audit?action=export_journal").list("records")
        #expect(records.count == 3)
        #expect(
            try records.contains { try $0.text("subject") == "journal:Production:2020-01-01:2020-01-31" }, "\(records)")
        for wrong in ["from=2026-02-02&to=2026-02-01", "from=2020-01-01&to=2026-01-01", "flavour=x", "zone=UTC"] {
            #expect(try await accountant.get("/admin/journal.csv?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test("the audit log comes by days or as a list shows it")
    func audit() async throws {
        let shop = try await ServiceFixture()
        let accountant = try await ConsoleVisitor.admin(.accountant, shop)
        let item = try await shop.addItem(price: 5)
        _ = try await shop.call(
            .put, "/v1/admin/items/\(item)",
            #"{"title":"Renamed","kind":"repeatable","state":"published","reason":"a typo"}"#)
        let all = try await accountant.get("/admin/audit.csv")
        #expect(all.status == 200 && all.header("Content-Disposition")?.contains("audit.csv") == true)
        #expect(all.html.contains("put_item") && all.html.contains("a typo"))
        #expect(try await !accountant.get("/admin/audit.csv?action=log_in").html.contains("put_item"))
        let past = try await accountant.get("/admin/audit.csv?from=2020-01-01&to=2020-01-31")
        #expect(past.status == 200 && !past.html.contains("put_item"))
        #expect(try await accountant.get("/admin/audit.csv?from=x").status == 400)
    }

    @Test("who may export is offered it, and nobody else gets it", arguments: AdminRole.allCases)
    func roles(role: AdminRole) async throws {
        let visitor = try await ConsoleVisitor.admin(role, try await ServiceFixture.shared)
        let mayExport = role == .owner || role == .accountant
        for path in [
            "/admin/exports", "/admin/journal.csv?from=2020-01-01&to=2020-01-01",
            "/admin/audit.csv?from=2020-01-01&to=2020-01-01",
        ] {
            #expect(try await visitor.get(path).status == (mayExport ? 200 : 403), "\(role) \(path)")
        }
        let html = try await visitor.get("/admin/journal").html
        #expect(html.contains("href=\"/admin/exports") == mayExport)
    }
}
