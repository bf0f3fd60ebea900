import FoundationEssentials
import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// The audit log by the API.
@Suite struct AuditCases {
    private func records(_ shop: ServiceFixture, _ query: String) async throws -> [JSONObject] {
        let told = try await shop.get("/v1/admin/audit?" + query)
        try #require(told.status == 200, "\(query)")
        return told.list("records")
    }

    @Test("a key's life is in the log with who, from where, before and after, page by page")
    func keys() async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("audited")
        let made = try await shop.call(.post, "/v1/admin/keys", #"{"name":"\#(name)","scopes":["read"]}"#)
        let id = try #require(made.text("key"))
        let rotated = try await shop.call(.post, "/v1/admin/keys/\(id)/rotate", #"{"overlap_seconds":60}"#)
        _ = try await shop.call(.post, "/v1/admin/keys/\(try #require(rotated.text("key")))/revoke")
        let found = try await records(shop, "subject=key:\(name)")
        #expect(try found.map { try $0.text("action") } == ["revoke_key", "rotate_key", "create_key"])
        let rotation = found[1]
        #expect(try rotation.text("actor") == "all" && rotation.text("origin") == "127.0.0.1")
        #expect(try rotation.object("before").text("key") == id)
        #expect(try rotation.object("after").text("key") == rotated.text("key"))
        let page = try await shop.get("/v1/admin/audit?subject=key:\(name)&limit=2")
        let next = try #require(page.text("next_cursor"))
        let rest = try await records(shop, "subject=key:\(name)&limit=2&cursor=\(next)")
        #expect(try rest.map { try $0.text("action") } == ["create_key"])
        // A cursor belongs to its filter.
        let strange = try await shop.get("/v1/admin/audit?subject=key:other&cursor=\(next)")
        #expect(strange.status == 400 && strange.code == "bad_cursor")
    }

    @Test("an admin call that a key may not make is in the log: once a minute, however often it is tried")
    func refusals() async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("curious")
        let key = try await shop.makeKey([.read], name: name)
        for _ in 0..<5 { #expect(try await shop.call(.get, "/v1/admin/keys", key: key).status == 403) }
        #expect(try await shop.call(.get, "/v1/events", key: key).status == 403)
        #expect(try await shop.waitUntil { try await !records(shop, "actor=\(name)").isEmpty })
        let found = try await records(shop, "actor=\(name)")
        #expect(found.count == 1)
        #expect(try found[0].text("action") == "call_refused" && found[0].text("subject") == "route:GET /v1/admin/keys")
        #expect(try found[0].text("origin") == "127.0.0.1")
    }

    @Test("what an admin did to a user's wallet is found by user, with its reason")
    func users() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("owing")
        let id = ServiceFixture.transactionID()
        _ = try await shop.grant(1, to: user)
        let wallet = try await shop.ledger.directory.knownWallet(of: UserID(user), in: .production)
        let key = StoreTransaction.Key(environment: .production, id: try TransactionID(id))
        let caller = try await shop.ledger.keys.caller(named: "all")
        try await shop.ledger.audit.note(
            "ask_about_purchase", about: key, of: wallet, by: caller,
            ActByHand(reason: "=cmd|' /C calc'!A0, \"said\" he", origin: "192.0.2.1"))
        let found = try await records(shop, "user=\(user)")
        #expect(found.count == 1)
        #expect(try found[0].text("transaction_id") == id && found[0].text("reason").hasPrefix("=cmd"))
        #expect(try await records(shop, "user=\(ServiceFixture.unique("nobody"))").isEmpty)
        let csv = try await shop.get("/v1/admin/audit.csv?user=\(user)")
        let text = String(decoding: csv.bytes, as: UTF8.self)
        #expect(csv.status == 200 && csv.header("Content-Type") == "text/csv; charset=utf-8")
        #expect(csv.header("Content-Disposition") == "attachment; filename=\"audit.csv\"")
        // Guarded and quoted: no spreadsheet runs it.
        #expect(text.contains(#""'=cmd|' /C calc'!A0, ""said"" he""#) && text.hasPrefix("\u{FEFF}sequence,at,actor,"))
        #expect(text.split(separator: "\r\n").count == 2)
    }

    @Test(
        "filters that mean nothing are refused",
        arguments: [
            "from=yesterday", "to=2026", "wallet=x", "user=", "item=a%20b", "actor=", "action=%07", "subject=key",
            "unknown=1", "limit=0", "cursor=x", "user=u&wallet=00000000-0000-0000-0000-000000000000", "actor=a&actor=b",
        ])
    func refused(query: String) async throws {
        let shop = try await ServiceFixture.shared
        #expect(try await shop.get("/v1/admin/audit?\(query)").status == 400)
        guard !query.hasPrefix("limit"), !query.hasPrefix("cursor") else { return }
        #expect(try await shop.get("/v1/admin/audit.csv?\(query)").status == 400)
    }

    @Test("the file holds all that the pages do")
    func whole() async throws {
        let shop = try await ServiceFixture()
        let caller = try await shop.ledger.keys.caller(named: "all")
        for number in 0..<(Limits.pageRowsMax + 20) {
            try await shop.ledger.audit.note("test", about: .other("n", "\(number)"), by: caller, from: "here")
        }
        let csv = try await shop.get("/v1/admin/audit.csv?action=test")
        let lines = String(decoding: csv.bytes, as: UTF8.self).split(separator: "\r\n").dropFirst()
        #expect(lines.count == Limits.pageRowsMax + 20 && Set(lines).count == lines.count)
    }
}
