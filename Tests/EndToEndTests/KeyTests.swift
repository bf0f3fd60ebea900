import HTTPClient
import Testing

extension EndToEnd {
    /// API keys from the command line, as a running service sees them.
    @Suite(.serialized) struct KeyTests {
        @Test("A new key works within seconds, does what its scopes say, and stops working when revoked")
        func life() async throws {
            let service = try await TestService.make()
            try await service.start()
            let made = try await CofferBinary.run(
                ["key", "create", "--name", "reader", "--scope", "read"], service.environment)
            let key = String(try #require(made.output.split(whereSeparator: \.isWhitespace).last))
            let api = API(url: try service.api().url, key: key, client: service.client)
            try await eventually("the key is known") { try await api.get("/v1/wallets/alice").status == 200 }
            #expect(try await api.grant("alice", 5, key: "k1").status == 403)

            let list = try await CofferBinary.run(["key", "list"], service.environment)
            #expect(list.output.contains("reader \(key.prefix(8))") && !list.output.contains(key))
            let stored = try await service.books.number(
                "SELECT count(*) FROM api_keys WHERE digest = sha256('\(key)') AND position('\(key)' IN hint) = 0")
            #expect(stored == 1)

            let revoked = try await CofferBinary.run(["key", "revoke", "--name", "reader"], service.environment)
            #expect(revoked.output == "revoked 1\n")
            try await eventually("the key is dead") { try await api.get("/v1/wallets/alice").status == 401 }
            let twice = try await CofferBinary.run(["key", "revoke", "--name", "reader"], service.environment)
            #expect(twice.status == 1)
            try await service.stop()
        }
    }
}
