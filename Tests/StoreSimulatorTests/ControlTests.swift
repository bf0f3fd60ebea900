import StoreSimulator
import Testing

/// The calls behind the page.
@Suite struct ControlTests {
    private static let coins = "com.example.coins.100"
    private static let json = ("Content-Type", "application/json")

    private func open(_ body: (ControlClient, StoreServers) async throws -> Void) async throws {
        let servers = try StoreServers(try SharedAuthority.store())
        defer { servers.stop() }
        try await body(ControlClient(url: servers.url), servers)
    }

    @Test("a purchase from the click to the reversed refund")
    func story() async throws {
        try await open { (client, servers) async throws in
            let bought = try await client.post("/simulator/buy", ["product_id": Self.coins, "quantity": 2])
            let id = try #require(bought.json["transaction_id"] as? String)
            let claims = JWS.claims(bought.json["signed_transaction"] as? String ?? "")
            #expect(claims["transactionId"] as? String == id && claims["price"] as? Int == 1_980)
            let half = try await client.post("/simulator/refund", ["transaction_id": id, "milli_percent": 50_000])
            #expect(half.json["refunded_milli_percent"] as? Int == 50_000)
            let back = try await client.post("/simulator/reverse-refund", ["transaction_id": id])
            #expect(back.json["refunded_milli_percent"] as? Int == 0)
            #expect(try await client.post("/simulator/reverse-refund", ["transaction_id": id]).status == 422)
            #expect(try await client.post("/simulator/refund", ["transaction_id": "9"]).status == 404)
            #expect(try await client.post("/simulator/refund", [:]).status == 400)
            #expect(try await client.get("/simulator/notifications").json["total"] as? Int == 3)
        }
    }

    @Test(
        "other sites' pages are refused: by Host, Origin, Sec-Fetch-Site and kind of body",
        arguments: [
            [Self.json, ("Host", "evil.example")], [Self.json, ("Origin", "http://evil.example")],
            [Self.json, ("Origin", "null")], [Self.json, ("Sec-Fetch-Site", "cross-site")],
            [("Content-Type", "text/plain")], [("Content-Type", "application/x-www-form-urlencoded")],
        ])
    func otherSites(headers: [(String, String)]) async throws {
        try await open { (client, servers) async throws in
            let body = ["product_id": Self.coins]
            #expect(try await client.post("/simulator/buy", body, headers: headers).status == 403)
            #expect(servers.store.purchases.isEmpty)
            let own = [Self.json, ("Origin", servers.url), ("Sec-Fetch-Site", "same-origin")]
            #expect(try await client.post("/simulator/buy", body, headers: own).status == 200)
        }
    }

    @Test("nothing is read under another name either")
    func rebinding() async throws {
        try await open { (client, _) async throws in
            #expect(try await client.get("/simulator/api-key", headers: [("Host", "evil.example")]).status == 403)
            #expect(try await client.get("/simulator/api-key").status == 200)
        }
    }

    @Test("faults are switched on, listed, refused and switched off")
    func faults() async throws {
        try await open { (client, servers) async throws in
            let made = try await client.post("/simulator/faults", ["kind": "delay", "call": "history", "rate": 0.5])
            let id = try #require(made.json["id"] as? Int)
            #expect(servers.store.faults.active.map(\.fault.rate) == [0.5])
            #expect(try await client.post("/simulator/faults", ["kind": "delay", "rate": 2]).status == 422)
            #expect(try await client.post("/simulator/faults", ["kind": "earthquake"]).status == 400)
            #expect(try await client.delete("/simulator/faults/\(id)").status == 200)
            #expect(try await client.delete("/simulator/faults/\(id)").status == 404)
            #expect(servers.store.faults.active.isEmpty)
        }
    }
}
