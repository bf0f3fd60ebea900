import Foundation
import HTTPClient
import StoreSimulator
import Testing

/// Every fault of the Server API and of verifyReceipt, switched on by the store's own call and met over HTTP.
@Suite struct FaultTests {
    private static let coins = "com.example.coins.100"

    /// A store with one purchase.
    private func open(_ body: (ControlClient, APICaller, String) async throws -> Void) async throws {
        let servers = try StoreServers(try SharedAuthority.store())
        defer { servers.stop() }
        let id = try servers.store.buy(PurchaseOrder(Self.coins, in: .production)).transactionID
        try await body(ControlClient(url: servers.url), APICaller(servers), id)
        // Whatever it was: it struck once, and is over.
        #expect(servers.store.faults.active.isEmpty)
        #expect(try await APICaller(servers).transaction(id)["transactionId"] as? String == id)
    }

    private func strike(_ control: ControlClient, _ kind: String, _ more: [String: Any] = [:]) async throws {
        let fault: [String: Any] = ["kind": kind, "call": "transaction", "times": 1]
        let made = try await control.post("/simulator/faults", fault.merging(more) { _, new in new })
        #expect(made.status == 200)
    }

    @Test("delay: the good answer, not before its time")
    func delay() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "delay", ["milliseconds": 200])
            let begin = ContinuousClock.now
            #expect(try await api.transaction(id)["transactionId"] as? String == id)
            #expect(ContinuousClock.now - begin >= .milliseconds(200))
        }
    }

    @Test("hang: nothing for a while, then an error page")
    func hang() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "hang", ["milliseconds": 200, "status": 504])
            let begin = ContinuousClock.now
            #expect(try await api.get("/v1/transactions/" + id).status == 504)
            #expect(ContinuousClock.now - begin >= .milliseconds(200))
        }
    }

    @Test("error: a gateway's page in HTML", arguments: [500, 502, 599])
    func error(status: Int) async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "error", ["status": status])
            let answer = try await api.get("/v1/transactions/" + id)
            #expect(answer.status == status && answer[header: "Content-Type"] == "text/html")
            #expect(answer.body.starts(with: "<html>".utf8))
        }
    }

    @Test("rateLimit: Apple's number, and when to come again in milliseconds since 1970")
    func rateLimit() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "rateLimit", ["milliseconds": 60_000])
            let beforeMs = SimulatorSettings.systemNowMs()
            let answer = try await api.get("/v1/transactions/" + id)
            let body = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
            #expect(answer.status == 429 && body?["errorCode"] as? Int == 4_290_000)
            #expect((Int64(answer[header: "Retry-After"] ?? "") ?? 0) >= beforeMs + 60_000)
        }
    }

    @Test("unauthorized: 401 without a body, whatever the token")
    func unauthorized() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "unauthorized")
            let answer = try await api.get("/v1/transactions/" + id)
            #expect(answer.status == 401 && answer.body.isEmpty)
        }
    }

    @Test("cut: the body ends too soon, and the client can tell; truncate: it cannot")
    func halves() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "cut")
            await #expect(throws: HTTPClientError.cut) { try await api.get("/v1/transactions/" + id) }
            try await strike(control, "truncate")
            let half = try await api.get("/v1/transactions/" + id)
            #expect(half.status == 200 && half.body.starts(with: #"{"signedTransactionInfo":"#.utf8))
            #expect(half.body.last != UInt8(ascii: "}"))
        }
    }

    @Test("expiredChain: the good root, and a leaf that ended in 2012")
    func expiredChain() async throws {
        try await open { (control, api, id) async throws in
            let ended = Data("120101000000Z".utf8)
            let usual = try await api.chain(id)
            try await strike(control, "expiredChain")
            let wrong = try await api.chain(id)
            #expect(usual.count == 3 && wrong.count == 3 && usual.last == wrong.last)
            #expect(usual.first?.range(of: ended) == nil && wrong.first?.range(of: ended) != nil)
        }
    }

    @Test("wrongBundle: the transaction, and verifyReceipt's answer, are another app's")
    func wrongBundle() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "wrongBundle")
            #expect(try await api.transaction(id)["bundleId"] as? String == "com.somebody.else")
            try await strike(control, "wrongBundle", ["call": "verifyReceipt"])
            let receipt = try api.servers.store.receipt(in: .production)
            let answer = try await control.post("/verifyReceipt", ["receipt-data": receipt])
            #expect((answer.json["receipt"] as? [String: Any])?["bundle_id"] as? String == "com.somebody.else")
        }
    }

    @Test("a fault leaves other calls, the other world and calls that it does not fit alone")
    func elsewhere() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "error", ["environment": "Sandbox"])
            try await strike(control, "error", ["call": "history"])
            try await strike(control, "duplicate")
            #expect(try await api.get("/v1/transactions/" + id).status == 200)
            #expect(api.servers.store.faults.active.map(\.hits) == [0, 0, 0])
            #expect(try await api.get("/v2/history/" + id).status == 503)
            #expect(try await control.delete("/simulator/faults").status == 200)
        }
    }

    @Test("faults and addresses that change stand in the journal, with how often a fault struck")
    func journal() async throws {
        try await open { (control, api, id) async throws in
            try await strike(control, "unauthorized")
            #expect(try await api.get("/v1/transactions/" + id).status == 401)
            let moved = try await control.post("/simulator/notification-url", ["url": "http://127.0.0.1:1/"])
            #expect(moved.status == 200)
            let events = try await control.get("/simulator/events?limit=4")
            let list = try JSONSerialization.jsonObject(with: Data(events.body)) as? [[String: Any]] ?? []
            let changes = list.compactMap { $0["change"] as? [String: [String: Any]] }
            #expect(changes.map(\.keys.first) == ["faultOn", "faultOff", "notificationURLSet", "notificationURLSet"])
            #expect((changes[0]["faultOn"]?["fault"] as? [String: Any])?["kind"] as? String == "unauthorized")
            #expect(changes[1]["faultOff"]?["hits"] as? Int == 1)
        }
    }
}
