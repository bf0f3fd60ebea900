import Foundation
import Testing

extension EndToEnd {
    /// Many at once, over HTTP.
    @Suite(.serialized) struct ConcurrencyTests {
        @Test("200 parallel spends with money for one: one succeeds, 199 hear insufficient_coins")
        func moneyForOne() async throws {
            let service = try await TestService.make()
            try await service.start()
            let api = try service.api()
            #expect(try await api.grant("alice", 15, key: "g").status == 200)
            let replies = try await all(200) { try await api.spend("alice", "ten", 10, key: "spend-\($0)") }
            #expect(replies.count { $0.status == 200 } == 1)
            #expect(replies.count { $0["code"] == "insufficient_coins" } == 199)
            #expect(try await api.get("/v1/wallets/alice")["available"] == "5")
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
        }

        @Test("One request sent 200 times at once under one key: the same bytes for all, one spend")
        func oneKey() async throws {
            let service = try await TestService.make()
            try await service.start()
            let api = try service.api()
            #expect(try await api.grant("alice", 1_000, key: "g").status == 200)
            let replies = try await all(200) { _ in try await api.spend("alice", "ten", 10, key: "same") }
            #expect(Set(replies.map(\.body)).count == 1 && replies.allSatisfy { $0.status == 200 })
            #expect(replies.count { !$0.isReplay } == 1)
            #expect(try await api.get("/v1/wallets/alice")["available"] == "990")
            try await service.stop()
        }

        @Test("One purchase brought by two users at once to two processes, 1,000 times: one credit, one 409")
        func twoProcesses() async throws {
            let service = try await TestService.make()
            try await service.start()
            let (other, otherURL) = try await service.another()
            let apis = [try service.api(), service.api(at: otherURL)]
            let purchases = 1_000
            let proofs = try (0..<purchases).map { _ in try service.store.purchase(coins: 100) }
            let pairs = try await all(purchases, atOnce: 16) { number in
                async let left = apis[number % 2].topUp("left-\(number % 10)", proofs[number])
                async let right = apis[(number + 1) % 2].topUp("right-\(number % 10)", proofs[number])
                return try await [left, right]
            }
            for pair in pairs {
                #expect(pair.count { $0["purchases.0.state"] == "credited" } == 1, "\(pair.map(\.text))")
                #expect(pair.count { $0["code"] == "purchase_belongs_to_another_user" } == 1, "\(pair.map(\.text))")
            }
            #expect(try await service.books.number("SELECT sum(coins) FROM entries WHERE kind = 1") == purchases * 100)
            other.signal(SIGTERM)
            #expect(try await other.exitStatus() == 0)
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
        }

        /// The results of `count` calls, `atOnce` of them under way.
        private func all<Value: Sendable>(
            _ count: Int, atOnce: Int = 64, _ call: @escaping @Sendable (Int) async throws -> Value
        ) async throws -> [Value] {
            try await withThrowingTaskGroup(of: Value.self) { group in
                var values: [Value] = []
                for number in 0..<count {
                    if number >= atOnce, let value = try await group.next() { values.append(value) }
                    group.addTask { try await call(number) }
                }
                for try await value in group { values.append(value) }
                return values
            }
        }
    }
}
