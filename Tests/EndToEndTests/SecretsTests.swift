import Foundation
import HTTPClient
import Testing

extension EndToEnd {
    /// What a log must never hold.
    @Suite(.serialized) struct SecretsTests {
        @Test("Neither keys, proofs, tokens, user ids, reasons nor passwords reach the logs; every line is JSON")
        func canaries() async throws {
            let service = try await TestService.make([:]) { $0 + " password=canary-password" }
            let program = try await service.start()
            let api = try service.api()
            let canary = "canary-user"
            let token = UUID().uuidString.lowercased()
            let proof = try service.store.purchase(coins: 100, token: token)
            _ = try await api.put("/v1/users/\(canary)/tokens/\(token)", "{}")
            _ = try await api.topUp(canary, proof)
            _ = try await api.topUp("another-canary", proof)
            _ = try await api.topUp(canary, String(proof.dropLast(3)) + "AAA")
            _ = try await api.spend(canary, "ten", 10, key: "canary-key")
            _ = try await api.spend(canary, "ten", 11, key: "canary-key")
            _ = try await api.post(
                "/v1/wallets/\(canary)/grants", #"{"coins":1,"reason":"canary-reason"}"#, key: "canary-grant")
            _ = try await api.post("/v1/topups", #"{"user":"\#(canary)","receipt":"canary-receipt"}"#)
            _ = try await api.get("/v1/wallets/\(canary)?environment=canary-query")
            _ = try await api.get("/canary-path")
            _ = try await API(url: api.url, key: "canary-bearer", client: service.client).get("/v1/items")
            try await service.stop()

            let log = program.errors + program.output
            #expect(log.contains(#""route":"/v1/topups""#))
            let secrets = [
                "canary", service.key, token, token.uppercased(), proof, String(proof.suffix(40)),
                String(proof.split(separator: ".")[1].prefix(60)),
            ]
            for secret in secrets { #expect(!log.contains(secret), "\(secret.prefix(20)) is in the log") }
            for line in log.split(separator: "\n") {
                #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) is [String: Any], "\(line)")
            }
        }
    }
}
