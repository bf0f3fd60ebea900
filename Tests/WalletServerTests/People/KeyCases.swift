import HTTPClient
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Keys by the API: made, rotated, revoked, listed, and never handed to somebody who may do less.
@Suite struct KeyCases {
    private func make(_ shop: ServiceFixture, _ name: String, _ scopes: String, key: String? = nil) async throws -> Told
    {
        try await shop.call(.post, "/v1/admin/keys", #"{"name":"\#(name)","scopes":[\#(scopes)]}"#, key: key)
    }

    private func listed(_ shop: ServiceFixture, _ name: String) async throws -> [JSONObject] {
        var (found, cursor): ([JSONObject], String?) = ([], nil)
        repeat {
            let page = try await shop.get("/v1/admin/keys?limit=7" + (cursor.map { "&cursor=\($0)" } ?? ""))
            try #require(page.status == 200)
            found += page.list("keys").filter { (try? $0.text("name")) == name }
            cursor = page.text("next_cursor")
        } while cursor != nil
        return found
    }

    @Test("a key is shown once, works within seconds, and the list tells who made it and when it was used")
    func makes() async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("made")
        let made = try await make(shop, name, #""read","spend""#)
        let key = try #require(made.text("api_key"))
        #expect(made.status == 200 && made.header("Cache-Control") == "no-store")
        #expect(try await shop.waitUntil { try await shop.call(.get, "/v1/packs", key: key).status == 200 })
        try await shop.service.noteKeyUse()
        let row = try #require(try await listed(shop, name).first)
        #expect(try row.text("hint") == key.prefix(8) && row.text("created_by") == "all")
        #expect(try row.optionalText("last_used_at") != nil && row.optionalText("expires_at") == nil)
        #expect(try row.text("key") == made.text("key"))
        let everything = try await shop.get("/v1/admin/keys?limit=500")
        #expect(!String(decoding: everything.bytes, as: UTF8.self).contains(key))
        #expect(!shop.log.text.contains(key))
    }

    @Test("a rotated key is the same caller; both work during the overlap, and the old one ends with it")
    func rotates() async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("rotated")
        let made = try await make(shop, name, #""read","spend""#)
        let (old, id) = (try #require(made.text("api_key")), try #require(made.text("key")))
        let user = ServiceFixture.unique("u")
        _ = try await shop.grant(10, to: user)
        let item = try await shop.addItem(price: 1)
        func spend(_ key: String) async throws -> Told {
            try await shop.call(
                .post, "/v1/wallets/\(user)/spends", #"{"item":"\#(item)","expected_price":1}"#, key: key,
                headers: [("Idempotency-Key", "same")])
        }
        #expect(try await shop.waitUntil { try await spend(old).status == 200 })
        let rotated = try await shop.call(.post, "/v1/admin/keys/\(id)/rotate", #"{"overlap_seconds":3600}"#)
        let new = try #require(rotated.text("api_key"))
        #expect(rotated.object("replaces") != nil && rotated.text("name") == name)
        #expect(try await shop.waitUntil { try await spend(new).status == 200 })
        #expect(try await spend(new).header("Idempotency-Replayed") == "true")
        #expect(try await spend(old).status == 200)
        // Once more, with no overlap: the first new key ends at once.
        let newID = try #require(rotated.text("key"))
        let last = try await shop.call(.post, "/v1/admin/keys/\(newID)/rotate", #"{"overlap_seconds":0}"#)
        #expect(last.status == 200)
        #expect(try await shop.waitUntil { try await spend(new).status == 401 })
        #expect(try await spend(old).status == 200)
        // One that is over is not there any more.
        for act in ["rotate", "revoke"] {
            let body = act == "rotate" ? #"{"overlap_seconds":0}"# : nil
            let told = try await shop.call(.post, "/v1/admin/keys/\(newID)/\(act)", body)
            #expect(told.status == 404 && told.code == "key_not_found")
        }
    }

    @Test("a revoked key is none within seconds, and stays in the list")
    func revokes() async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("revoked")
        let made = try await make(shop, name, #""read""#)
        let (key, id) = (try #require(made.text("api_key")), try #require(made.text("key")))
        #expect(try await shop.waitUntil { try await shop.call(.get, "/v1/packs", key: key).status == 200 })
        #expect(try await shop.call(.post, "/v1/admin/keys/\(id)/revoke").text("state") == "revoked")
        #expect(try await shop.waitUntil { try await shop.call(.get, "/v1/packs", key: key).status == 401 })
        #expect(try await listed(shop, name).first?.optionalText("revoked_at") != nil)
        #expect(try await shop.call(.post, "/v1/admin/keys/\(id)/revoke").status == 404)
    }

    @Test("nobody hands on what he does not have, by a new key or by rotating one")
    func escalation() async throws {
        let shop = try await ServiceFixture.shared
        let clerk = try await shop.makeKey([.keys, .read])
        let name = ServiceFixture.unique("more")
        let told = try await make(shop, name, #""read","spend""#, key: clerk)
        #expect(told.status == 403 && told.code == "scope_missing")
        #expect(try await make(shop, name, #""read","keys""#, key: clerk).status == 200)
        let strong = try await make(shop, ServiceFixture.unique("strong"), #""read","grant""#)
        let id = try #require(strong.text("key"))
        let rotated = try await shop.call(
            .post, "/v1/admin/keys/\(id)/rotate", #"{"overlap_seconds":0}"#, key: clerk)
        #expect(rotated.status == 403 && rotated.text("api_key") == nil)
        #expect(try await listed(shop, try #require(strong.text("name"))).count == 1)
        // Taking away gives nobody anything.
        #expect(try await shop.call(.post, "/v1/admin/keys/\(id)/revoke", key: clerk).status == 200)
    }

    @Test(
        "unknown members, names of admins and of the service, and what is no scope are refused, and nothing is made",
        arguments: [
            #"{"name":"NAME","scopes":["read"],"caller":1}"#, #"{"name":"NAME","scopes":["read"],"created_by":"all"}"#,
            #"{"name":"NAME","scopes":["read"],"digest":"00"}"#, #"{"name":"NAME","scopes":[]}"#, #"{"name":"NAME"}"#,
            #"{"name":"NAME","scopes":["owner"]}"#, #"{"name":"NAME","scopes":["read","read"]}"#,
            #"{"name":"NAME","scopes":"read"}"#, #"{"name":"NAME","scopes":[1]}"#,
            #"{"name":"admin:NAME","scopes":["read"]}"#, #"{"name":"coffer/NAME","scopes":["read"]}"#,
            #"{"name":"NA ME","scopes":["read"]}"#, #"{"name":"","scopes":["read"]}"#,
            #"{"name":"NAME","scopes":["read"],"expires_at":"2020-01-01T00:00:00Z"}"#,
            #"{"name":"NAME","scopes":["read"],"expires_at":"tomorrow"}"#,
        ])
    func refused(body: String) async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("none")
        let told = try await shop.call(
            .post, "/v1/admin/keys", body.replacing("NAME", with: name))
        #expect(told.status == 400 && told.code == "malformed", "\(body) \(told.status)")
        for all in [name, "admin:" + name, "coffer/" + name] { #expect(try await listed(shop, all).isEmpty) }
    }

    @Test(
        "ids that are none, or nobody's, are not there",
        arguments: [
            "x", "key_", "key_00", "key_" + String(repeating: "0", count: 32),
            "key_" + String(repeating: "G", count: 32),
        ])
    func foreign(id: String) async throws {
        let shop = try await ServiceFixture.shared
        let rotated = try await shop.call(.post, "/v1/admin/keys/\(id)/rotate", #"{"overlap_seconds":0}"#)
        #expect(rotated.status == 404 && rotated.code == "key_not_found")
        #expect(try await shop.call(.post, "/v1/admin/keys/\(id)/revoke").status == 404)
    }

    @Test("overlaps are whole seconds within bounds, and a revocation takes no body")
    func bounds() async throws {
        let shop = try await ServiceFixture.shared
        let made = try await make(shop, ServiceFixture.unique("bounds"), #""read""#)
        let id = try #require(made.text("key"))
        for body in [#"{"overlap_seconds":-1}"#, #"{"overlap_seconds":7776001}"#, "{}", #"{"overlap_seconds":1.5}"#] {
            #expect(try await shop.call(.post, "/v1/admin/keys/\(id)/rotate", body).status == 400, "\(body)")
        }
        #expect(try await shop.call(.post, "/v1/admin/keys/\(id)/revoke", "{}").status == 400)
    }
}
