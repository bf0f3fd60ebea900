import HTTPServer
import Testing

@Suite struct BodyLimitTests {
    private static let limit = 1_000
    private static var handler: TestHandler { TestHandler(admit: { _ in .accept(bodyBytesMax: limit) }) }

    private static func discardLittle(_ settings: inout HTTPServerSettings) {
        settings.discardedBodyBytesMax = 100_000
    }

    @Test("a body up to the limit passes, one byte more gets 413", arguments: [(1_000, 200), (1_001, 413)])
    func declared(count: Int, status: Int) async throws {
        let answer = try await withServer(Self.handler) { try exchange($0, post(String(repeating: "a", count: count))) }
        #expect(answer.status == status)
    }

    @Test("the same for a chunked body", arguments: [(1_000, 200), (1_001, 413)])
    func chunked(count: Int, status: Int) async throws {
        let text = chunkedPost + "\(String(count, radix: 16))\r\n\(String(repeating: "a", count: count))\r\n0\r\n\r\n"
        let answer = try await withServer(Self.handler) { try exchange($0, text) }
        #expect(answer.status == status)
    }

    @Test func `a declared body over the limit gets 413 before a byte of it is sent`() async throws {
        let answer = try await withServer(Self.handler) {
            try exchange($0, "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 50000000\r\n\r\n")
        }
        #expect(answer.status == 413)
        #expect(answer.text == "bodyTooLarge")
    }

    @Test func `Expect 100-continue with too long a body gets 413 instead of the go-ahead`() async throws {
        let start = try await withServer(Self.handler) { server in
            let client = try RawClient(port: server.port)
            try client.send(
                "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 50000000\r\nExpect: 100-continue\r\n\r\n")
            return try client.take(12)
        }
        #expect(start == Array("HTTP/1.1 413".utf8))
    }

    /// Without care the server's close resets the connection, and this client would see an error, no answer.
    @Test func `a client that sends a long body blindly still reads its 413`() async throws {
        let answers = try await withServer(Self.handler) { server in
            try (0..<3).map { _ in
                let client = try RawClient(port: server.port)
                try client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 20000000\r\n\r\n")
                try client.send([UInt8](repeating: 0x61, count: 20_000_000))
                return try client.answer().status
            }
        }
        #expect(answers == [413, 413, 413])
    }

    @Test func `a long chunked body is thrown away and gets 413 at its end`() async throws {
        let answer = try await withServer(Self.handler) { server in
            let client = try RawClient(port: server.port)
            try client.send(chunkedPost)
            let chunk = Array("100000\r\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + Array("\r\n".utf8)
            for _ in 0..<8 { try client.send(chunk) }
            try client.send("0\r\n\r\n")
            return try client.answer()
        }
        #expect(answer.status == 413)
        #expect(answer.text == "bodyTooLarge")
    }

    @Test func `beyond what is thrown away the connection is closed`() async throws {
        let isEnded = try await withServer(Self.handler, Self.discardLittle) { server in
            let client = try RawClient(port: server.port)
            try client.send(chunkedPost)
            let chunk = "4000\r\n" + String(repeating: "a", count: 0x4000) + "\r\n"
            do {
                for _ in 0..<1_000 { try client.send(chunk) }
            } catch {
                return true  // The server is gone while we still send: what was asked for.
            }
            return try client.isEnded()
        }
        #expect(isEnded)
    }

    @Test func `while long bodies come in, others are answered`() async throws {
        let status = try await withServer(Self.handler) { server in
            let greedy = try (0..<20).map { _ in
                let client = try RawClient(port: server.port)
                try client.send(chunkedPost + "1000000\r\n" + String(repeating: "a", count: 100_000))
                return client
            }
            return try withExtendedLifetime(greedy) { try exchange(server, post("small")).status }
        }
        #expect(status == 200)
    }
}

private let chunkedPost = "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n"
