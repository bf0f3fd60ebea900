import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// The database goes away and comes back (case R-6).
    @Suite(.serialized) struct RestartTests {
        @Test(
            "R-6: PostgreSQL dies: not ready, alive, 503; it comes back: the same process serves, the same key settles")
        func databaseRestart() async throws {
            let cluster = try await PrivatePostgres.start()
            let service = try await TestService.make(on: cluster)
            let program = try await service.start()
            let api = try service.api()
            #expect(try await api.grant("alice", 100, key: "g").status == 200)
            try await cluster.kill9()
            // Nobody has asked for anything since.
            try await eventually("readiness tells it") { try await api.get("/readyz").status == 503 }
            let refused = try await api.spend("alice", "ten", 10, key: "s")
            #expect(refused.status == 503 && refused["retryable"] != nil, "\(refused.text)")
            #expect(try await api.get("/livez").status == 200)
            try await cluster.restart()
            try await eventually("ready again") { try await api.get("/readyz").status == 200 }
            #expect(try await api.spend("alice", "ten", 10, key: "s")["balance.available"] == "90")
            #expect(program.isRunning)
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
            try await cluster.stop()
        }

        @Test(
            "M-2: what comes while PostgreSQL is away is told to come again, by app and by Apple; then each counts once"
        )
        func comesAgain() async throws {
            let cluster = try await PrivatePostgres.start()
            let service = try await TestService.make(on: cluster)
            try await service.start()
            let api = try service.api()
            let token = UUID().uuidString.lowercased()
            #expect(try await api.put("/v1/users/alice/tokens/\(token)", "{}").status == 200)
            let proof = try service.store.purchase(coins: 100)
            let message = try service.store.notification(
                "ONE_TIME_CHARGE", about: service.store.purchase(coins: 200, token: token))
            try await cluster.kill9()
            try await eventually("readiness tells it") { try await api.get("/readyz").status == 503 }
            let refused = try await api.topUp("alice", proof)
            #expect(refused.status == 503 && refused.finish == false, "\(refused.text)")
            #expect(try await api.post("/v1/apple/notifications", message).status == 503)
            try await cluster.restart()
            try await eventually("ready again") { try await api.get("/readyz").status == 200 }
            for _ in 0..<2 {
                #expect(try await api.topUp("alice", proof).finish == true)
                #expect(try await api.post("/v1/apple/notifications", message).status == 200)
            }
            try await eventually("both are credited") {
                try await api.get("/v1/wallets/alice")["available"] == "300"
            }
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
            try await cluster.stop()
        }
    }
}
