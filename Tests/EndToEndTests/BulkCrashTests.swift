import Foundation
import Testing

extension EndToEnd {
    /// Bulks whose service dies in the middle; the client sends the same again.
    @Suite(.serialized) struct BulkCrashTests {
        private static let lines = 1_000

        private static func grant(_ number: Int, _ user: String) -> String {
            #"{"kind":"grant","user":"\#(user)","idempotency_key":"k\#(number)","coins":1,"reason":"r"}"#
        }

        private static func body(_ lines: [String], atomic: Bool) -> String {
            #"{"operations":[\#(lines.joined(separator: ","))],"atomic":\#(atomic)}"#
        }

        /// The same bulk until every line is settled.
        private static func settle(_ body: String, _ service: TestService) async throws -> Reply {
            let end = ContinuousClock.now + .seconds(240)
            while ContinuousClock.now < end {
                // No answer, or a cut one: ask again.
                if let reply = try? await service.api().post("/v1/bulk", body), reply.status == 200,
                    !reply.text.contains(#""status":503"#),
                    reply.text.hasSuffix("}")
                        || reply.text.hasSuffix("}\n")
                {
                    return reply
                }
                try await Task.sleep(for: .milliseconds(100))
            }
            throw TestService.NotRunning()
        }

        @Test("killed -9 in the middle and sent again: each line exactly once")
        func lineByLine() async throws {
            let service = try await TestService.make()
            try await service.start()
            let operations = (0..<Self.lines).map { Self.grant($0, "bulk-\($0 % 50)") }
            let body = Self.body(operations, atomic: false)
            for done in [1, 300, 600] {
                // Its answer is lost, or cut.
                let lost = Task { try? await service.api().post("/v1/bulk", body) }
                try await eventually("\(done) lines", timeoutMs: 120_000) {
                    try await service.books.number("SELECT count(*) FROM entries") >= done
                }
                try await service.program().kill9()
                _ = await lost.value
                try await service.start()
            }
            let reply = try await Self.settle(body, service)
            let results = try #require(reply.list("results"))
            #expect(results.count == Self.lines)
            #expect(results.enumerated().allSatisfy { $0.element["line"] as? Int == $0.offset + 1 })
            #expect(results.allSatisfy { $0["status"] as? Int == 200 })
            #expect(results.count { $0["replayed"] as? Bool == true } >= 600)
            #expect(try await service.books.number("SELECT count(*) FROM entries") == Self.lines)
            #expect(try await service.books.number("SELECT sum(promo) FROM wallets") == Self.lines)
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
        }

        @Test("all or nothing, also when everything dies: never a part of it")
        func atomic() async throws {
            let service = try await TestService.make()
            try await service.start()
            for round in 0..<4 {
                let user = "atomic-\(round)"
                let body = Self.body((0..<400).map { Self.grant($0, user) }, atomic: true)
                let lost = Task { try? await service.api().post("/v1/bulk", body) }
                try await Task.sleep(for: .milliseconds(20 * round))
                try await service.program().kill9()
                _ = await lost.value
                let found = try await service.books.number(
                    """
                    SELECT count(*) FROM entries JOIN user_wallets USING (bucket, wallet) WHERE user_id = '\(user)'
                    """)
                #expect([0, 400].contains(found))
                try await service.start()
                let first = try await Self.settle(body, service)
                let again = try await Self.settle(body, service)
                #expect(again.isReplay && again.body == first.body)
            }
            #expect(try await service.books.number("SELECT sum(promo) FROM wallets") == 1_600)
            try await service.stop()
            #expect(try await service.books.brokenRules() == [])
        }
    }
}

extension Reply {
    /// The objects of a list at the top.
    fileprivate func list(_ name: String) -> [[String: Any]]? {
        let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any]
        return object?[name] as? [[String: Any]]
    }
}
