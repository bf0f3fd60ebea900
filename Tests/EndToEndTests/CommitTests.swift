import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// What a client is told when nobody knows whether a COMMIT happened (cases R-7, M-3).
    @Suite(.serialized) struct CommitTests {
        @Test(
            "R-7: the connection is cut around COMMIT; the service finds out, and a repeat changes nothing",
            arguments: [CommitProxy.Fault.cutBefore, .cutAfter])
        func cut(fault: CommitProxy.Fault) async throws {
            let (service, proxy) = try await Self.behindProxy()
            defer { proxy.stop() }
            try await service.start()
            let api = try service.api()
            #expect(try await api.grant("alice", 100, key: "g1").status == 200)

            proxy.arm(fault)
            let spend = try await api.spend("alice", "ten", 10, key: "s1")
            #expect(proxy.struckCount == 1)
            #expect(spend.status == 200 || spend.isUnsettled, "\(spend.text)")
            let repeated = try await Self.settled { try await api.spend("alice", "ten", 10, key: "s1") }
            #expect(repeated.status == 200 && repeated["balance.available"] == "90", "\(repeated.text)")
            if spend.status == 200 { #expect(spend.body == repeated.body) }

            proxy.arm(fault)
            let proof = try service.store.purchase(coins: 100)
            let credit = try await api.topUp("alice", proof)
            #expect(proxy.struckCount == 2)
            #expect(credit.finish == (credit.status == 200), "\(credit.text)")
            let known = try await Self.settled { try await api.topUp("alice", proof) }
            #expect(known["purchases.0.state"].map { $0.hasSuffix("credited") } ?? false, "\(known.text)")
            #expect(try await api.get("/v1/wallets/alice")["available"] == "190")

            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
            #expect(try await service.books.number("SELECT count(*) FROM entries") == 3)
        }

        @Test("M-3: killed after the commit and before the answer, the next start says already_credited")
        func killedAfterCommit() async throws {
            try await killed(.holdAfter, state: "already_credited")
        }

        @Test("M-3: killed before the commit, the next start credits the purchase")
        func killedBeforeCommit() async throws {
            try await killed(.holdBefore, state: "credited")
        }

        private func killed(_ fault: CommitProxy.Fault, state: String) async throws {
            let (service, proxy) = try await Self.behindProxy()
            defer { proxy.stop() }
            let program = try await service.start()
            let api = try service.api()
            let proof = try service.store.purchase(coins: 200)
            proxy.arm(fault)
            async let first = api.topUp("alice", proof)
            try await eventually("the commit meets its fault") { proxy.struckCount == 1 }
            try await program.kill9()
            do {
                let reply = try await first
                #expect(reply.isUnsettled && reply.finish == false, "answered before the commit: \(reply.text)")
            } catch {
                // No answer at all is the usual end: the app keeps its proof.
            }
            try await service.start()
            let second = try await Self.settled { try await service.api().topUp("alice", proof) }
            #expect(second["purchases.0.state"] == state && second.finish == true, "\(second.text)")
            #expect(try await service.api().get("/v1/wallets/alice")["available"] == "200")
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
        }

        /// As a client does it: asks again as long as the answer is none.
        private static func settled(_ call: () async throws -> Reply) async throws -> Reply {
            var reply = try await call()
            try await eventually("an answer") {
                if reply.isUnsettled { reply = try await call() }
                return !reply.isUnsettled
            }
            return reply
        }

        private static func behindProxy() async throws -> (TestService, CommitProxy) {
            let conninfo = try await PrivatePostgres.shared.conninfo()
            let folder = try #require(conninfo.firstMatch(of: /host=(\S+)/)?.1)
            let proxy = try CommitProxy(upstream: "\(folder)/.s.PGSQL.5432")
            let service = try await TestService.make(["COFFER_LANES": "1"]) { conninfo in
                conninfo + " host=127.0.0.1 port=\(proxy.port) sslmode=disable"
            }
            return (service, proxy)
        }
    }
}
