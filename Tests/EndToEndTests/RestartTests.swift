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
    }
}
