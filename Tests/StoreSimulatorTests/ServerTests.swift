import Foundation
import HTTPClient
import StoreSimulator
import TestSupport
import Testing

/// What the store answers on the network, apart from what Apple's library judges.
@Suite struct ServerTests {
    private static let coins = "com.example.coins.100"

    private func open(_ body: (StoreServers) async throws -> Void) async throws {
        let servers = try StoreServers(try SharedAuthority.store())
        defer { servers.stop() }
        try await body(servers)
    }

    private func verify(_ url: String, _ body: [String: Any]) async throws -> [String: Any] {
        let bytes = Array(try JSONSerialization.data(withJSONObject: body))
        let response = try await HTTPClient().send(HTTPRequest(.post, url + "/verifyReceipt", body: bytes))
        return try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any] ?? [:]
    }

    @Test("verifyReceipt: every unfinished consumable, values as strings, the worlds kept apart")
    func verifyReceipt() async throws {
        try await open { servers in
            let store = servers.store
            let first = try store.buy(PurchaseOrder(Self.coins, quantity: 3)).transactionID
            let second = try store.buy(PurchaseOrder(Self.coins)).transactionID
            try store.refund(second, reason: 1)
            let receipt = try store.receipt()
            let answer = try await verify(servers.sandboxURL, ["receipt-data": receipt])
            #expect(answer["status"] as? Int == 0 && answer["environment"] as? String == "Sandbox")
            let body = try #require(answer["receipt"] as? [String: Any])
            let entries = try #require(body["in_app"] as? [[String: Any]])
            #expect(entries.map { $0["transaction_id"] as? String } == [first, second])
            #expect(entries[0]["quantity"] as? String == "3" && entries[0]["cancellation_date"] == nil)
            #expect(Int(entries[1]["cancellation_date_ms"] as? String ?? "") != nil)
            let pattern = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d Etc\/GMT/
            #expect((entries[0]["purchase_date"] as? String)?.wholeMatch(of: pattern) != nil)
            #expect(try await verify(servers.url, ["receipt-data": receipt])["status"] as? Int == 21_007)
            #expect(try await verify(servers.url, ["receipt-data": "AAAA"])["status"] as? Int == 21_002)
            let stranger = try SimulatedStore()
            try stranger.buy(PurchaseOrder(Self.coins))
            let foreign = try stranger.receipt()
            #expect(try await verify(servers.sandboxURL, ["receipt-data": foreign])["status"] as? Int == 21_003)
            let wrong = try await verify(servers.sandboxURL, ["receipt-data": receipt, "password": "wrong"])
            #expect(wrong["status"] as? Int == 21_004)
        }
    }

    @Test("faults: HTML, 429 with a time in milliseconds, half a body, a body cut off; then it works again")
    func faults() async throws {
        try await open { servers in
            let client = HTTPClient()
            let url = servers.url + "/verifyReceipt"
            let store = servers.store
            let request = HTTPRequest(.post, url, body: Array("{}".utf8))
            let whole = try await client.send(request).body
            try store.faults.add(Fault(.error, call: .verifyReceipt, times: 1))
            let failed = try await client.send(request)
            #expect(failed.status == 503 && failed.body.starts(with: "<html>".utf8))
            try store.faults.add(Fault(.rateLimit, call: .verifyReceipt, times: 1))
            let limited = try await client.send(request)
            #expect(limited.status == 429)
            #expect((Int64(limited[header: "Retry-After"] ?? "") ?? 0) > SimulatorSettings.systemNowMs())
            try store.faults.add(Fault(.truncate, call: .verifyReceipt, times: 1))
            #expect(try await client.send(request).body == Array(whole.prefix(whole.count / 2)))
            try store.faults.add(Fault(.cut, call: .verifyReceipt, times: 1))
            await #expect(throws: HTTPClientError.cut) { try await client.send(request) }
            #expect(try await client.send(request).body == whole)
        }
    }

    @Test("the same seed hits the same calls")
    func seeds() async throws {
        var patterns: [[Bool]] = []
        for _ in 0..<2 {
            try await open { servers in
                var fault = Fault(.error, call: .verifyReceipt)
                fault.rate = 0.5
                fault.seed = 42
                try servers.store.faults.add(fault)
                var pattern: [Bool] = []
                for _ in 0..<30 {
                    let request = HTTPRequest(.post, servers.url + "/verifyReceipt", body: [])
                    pattern.append(try await HTTPClient().send(request).status == 503)
                }
                patterns.append(pattern)
            }
        }
        #expect(patterns[0] == patterns[1])
        #expect(Set(patterns[0]) == [true, false])
    }

    @Test("OpenSSL verifies the receipt's signature and chain")
    func opensslVerifies() async throws {
        let openssl = "/usr/bin/openssl"
        try #require(FileManager.default.isExecutableFile(atPath: openssl))
        let store = try SharedAuthority.store()
        for quantity in 1...3 { try store.buy(PurchaseOrder(Self.coins, quantity: quantity)) }
        let folder = FileManager.default.temporaryDirectory.appending(path: "receipt-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let receipt = folder.appending(path: "receipt").path
        let roots = folder.appending(path: "roots.pem").path
        try #require(Data(base64Encoded: store.receipt())).write(to: URL(filePath: receipt))
        try Data(store.authority.rootsPEM.utf8).write(to: URL(filePath: roots))
        let content = try await OracleProcess.run(
            openssl,
            [
                "cms", "-verify", "-inform", "DER", "-in", receipt, "-CAfile", roots, "-no-CApath", "-no-CAstore",
                "-purpose", "any", "-binary",
            ], Data())
        for purchase in store.purchases { #expect(content.range(of: Data(purchase.transactionID.utf8)) != nil) }
    }
}
