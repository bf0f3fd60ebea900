import Glibc
import HTTPServer
import Testing

/// The limits are short here; nothing depends on how much longer it takes.
@Suite struct TimeoutTests {
    private static func short(_ settings: inout HTTPServerSettings) {
        settings.headTimeoutMs = 300
        settings.bodyTimeoutMs = 300
        settings.idleTimeoutMs = 300
    }

    @Test("an unfinished head ends the connection", arguments: ["", "G", "GET / HT", "GET / HTTP/1.1\r\nHost: t\r\n"])
    func head(start: String) async throws {
        let isEnded = try await withServer(TestHandler(), Self.short) { server in
            let client = try RawClient(port: server.port)
            try client.send(start)
            return try client.isEnded()
        }
        #expect(isEnded)
    }

    @Test("a head that trickles in ends all the same", arguments: ["", getRoot])
    func slowloris(before: String) async throws {
        let handler = TestHandler()
        try await withServer(handler, Self.short) { server in
            let client = try RawClient(port: server.port)
            if !before.isEmpty {
                try client.send(before)
                _ = try client.answer()
            }
            try client.send("GET /slow HTTP/1.1\r\n")
            // Until the server cuts it off; a byte each 20 ms is never silent for 300 ms.
            while (try? client.send("X")) != nil { usleep(20_000) }
        }
        #expect(handler.completions.allSatisfy { $0.head.path != "/slow" })
    }

    @Test func `a late head is told so with 408`() async throws {
        let answer = try await withServer(TestHandler(), Self.short) { server in
            let client = try RawClient(port: server.port)
            try client.send(getRoot)
            _ = try client.answer()
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
        let answer = try await withServer(TestHandler(), Self.short) { server in
            let client = try RawClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: t\r\n" + rest)
            let answer = try client.answer()
            #expect(try client.isEnded())
            return answer
        }
        #expect(answer.status == 408)
    }

    @Test func `an idle connection is closed without a word`() async throws {
        let isEnded = try await withServer(TestHandler(), Self.short) { server in
            let client = try RawClient(port: server.port)
            try client.send(getRoot)
            #expect(try client.answer().status == 200)
            return try client.isEnded()
        }
        #expect(isEnded)
    }

    @Test func `a slow handler is not the client's fault`() async throws {
        let waiting = Waiting()
        let status = try await withServer(TestHandler(handle: { waiting.add($1) }), Self.short) { server in
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
