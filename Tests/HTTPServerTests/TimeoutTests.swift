import Glibc
import HTTPServer
import Testing

/// The limits are short here; nothing depends on how much longer it takes.
@Suite struct TimeoutTests {
    private static func shortHead(_ settings: inout HTTPServerSettings) { settings.headTimeoutMs = 300 }
    private static func shortBody(_ settings: inout HTTPServerSettings) { settings.bodyTimeoutMs = 300 }
    private static func shortIdle(_ settings: inout HTTPServerSettings) { settings.idleTimeoutMs = 300 }

    private static func allShort(_ settings: inout HTTPServerSettings) {
        shortBody(&settings)
        shortIdle(&settings)
    }

    /// A connection that has got its first answer. On a busy machine our own head may be late: then once more.
    private static func servedClient(_ server: HTTPServer) throws -> RawClient {
        while true {
            let client = try RawClient(port: server.port)
            if (try? client.send(getRoot)) != nil, (try? client.answer().status) == 200 { return client }
        }
    }

    @Test("an unfinished head ends the connection", arguments: ["", "G", "GET / HT", "GET / HTTP/1.1\r\nHost: t\r\n"])
    func head(start: String) async throws {
        let isEnded = try await withServer(TestHandler(), Self.shortHead) { server in
            let client = try RawClient(port: server.port)
            try client.send(start)
            return try client.isEnded()
        }
        #expect(isEnded)
    }

    @Test("a head that trickles in ends all the same", arguments: [true, false])
    func slowloris(isFirst: Bool) async throws {
        let handler = TestHandler()
        try await withServer(handler, Self.shortHead) { server in
            let client = isFirst ? try RawClient(port: server.port) : try Self.servedClient(server)
            try? client.send("GET /slow HTTP/1.1\r\n")
            // Until the server cuts it off; a byte each 20 ms is never silent for 300 ms.
            while (try? client.send("X")) != nil { usleep(20_000) }
        }
        #expect(handler.completions.allSatisfy { $0.head.path != "/slow" })
    }

    @Test func `a late head is told so with 408`() async throws {
        let answer = try await withServer(TestHandler(), Self.shortHead) { server in
            let client = try Self.servedClient(server)
            try client.send("GET /slow HTTP/1.1\r\n")
            return try client.answer()
        }
        #expect(answer.status == 408)
        #expect(answer.text == "timeout")
    }

    @Test(
        "a late body is told so with 408",
        arguments: ["Content-Length: 10\r\n\r\nabc", "Transfer-Encoding: chunked\r\n\r\n5\r\nab"])
    func body(rest: String) async throws {
        let answer = try await withServer(TestHandler(), Self.shortBody) { server in
            let client = try RawClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: t\r\n" + rest)
            let answer = try client.answer()
            #expect(try client.isEnded())
            return answer
        }
        #expect(answer.status == 408)
    }

    @Test func `a request line that trickles in on a kept connection ends all the same`() async throws {
        let handler = TestHandler()
        try await withServer(handler, Self.shortIdle) { server in
            let client = try Self.servedClient(server)
            while (try? client.send("G")) != nil { usleep(20_000) }
        }
        #expect(handler.completions.allSatisfy { $0.head.path == "/" })
    }

    @Test func `an idle connection is closed without a word`() async throws {
        let isEnded = try await withServer(TestHandler(), Self.shortIdle) { server in
            try Self.servedClient(server).isEnded()
        }
        #expect(isEnded)
    }

    @Test func `a slow handler is not the client's fault`() async throws {
        let waiting = Waiting()
        let status = try await withServer(TestHandler(handle: { waiting.add($1) }), Self.allShort) { server in
            let client = try RawClient(port: server.port)
            try client.send(post("x"))
            waiting.waitFor(1)
            usleep(900_000)
            waiting.answerAll(Response(status: 200))
            return try client.answer().status
        }
        #expect(status == 200)
    }
}
