import Glibc
import HTTPServer
import Testing

@Suite struct RefusalTests {
    private static let ambiguous: [(name: String, bytes: String)] = [
        ("two lengths", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello"),
        (
            "length and chunked",
            "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        (
            "chunked and length",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n"
        ),
        (
            "two codings",
            "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
        ),
        ("another coding", "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
        ("chunked in HTTP/1.0", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        ("no host", "GET / HTTP/1.1\r\n\r\n"),
        ("two hosts", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"),
        ("space in the target", "GET /a b HTTP/1.1\r\nHost: t\r\n\r\n"),
        ("no slash", "GET a HTTP/1.1\r\nHost: t\r\n\r\n"),
        ("star with GET", "GET * HTTP/1.1\r\nHost: t\r\n\r\n"),
        ("control in a header", "GET / HTTP/1.1\r\nHost: t\r\nX: a\u{1}b\r\n\r\n"),
        ("length with a sign", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: +5\r\n\r\nhello"),
        ("length in hex", "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 0x5\r\n\r\nhello"),
    ]

    @Test("what can be read in two ways gets 400 and the connection ends", arguments: ambiguous.indices)
    func malformed(index: Int) async throws {
        let status = try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send(Self.ambiguous[index].bytes)
            let answer = try client.answer()
            #expect(try client.isEnded())
            return answer.status
        }
        #expect(status == 400, "\(Self.ambiguous[index].name)")
    }

    @Test(
        "bytes that are not UTF-8 get 400",
        arguments: ["GET /§ HTTP/1.1\r\nHost: t\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\nX: §\r\n\r\n"])
    func encoding(text: String) async throws {
        let bytes = Array(text.utf8).map { $0 == 0xC2 || $0 == 0xA7 ? UInt8(0xFF) : $0 }
        let answer = try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send(bytes)
            return try client.answer()
        }
        #expect(answer.status == 400)
        #expect(answer.text == "malformed")
    }

    @Test("TRACE and CONNECT get 405", arguments: ["TRACE /", "CONNECT t:80", "CONNECT /"])
    func methods(line: String) async throws {
        let status = try await withServer { try exchange($0, "\(line) HTTP/1.1\r\nHost: t\r\n\r\n").status }
        #expect(status == 405 || line == "CONNECT t:80" && status == 400)
    }

    @Test("100 headers pass, 101 get 431", arguments: [(100, 200), (101, 431)])
    func headerCount(count: Int, status: Int) async throws {
        let fields = (1..<count).map { "X-\($0): \($0)\r\n" }.joined()
        let answer = try await withServer { try exchange($0, "GET / HTTP/1.1\r\nHost: t\r\n\(fields)\r\n") }
        #expect(answer.status == status)
    }

    @Test("16 KiB of head pass, more get 431 in the handler's words", arguments: [(0, 200), (1, 431), (1_000, 431)])
    func headBytes(over: Int, status: Int) async throws {
        let start = "GET / HTTP/1.1\r\nHost: t\r\nX: "
        let filling = String(repeating: "a", count: 16 * 1_024 + over - start.utf8.count - 4)
        let answer = try await withServer { try exchange($0, start + filling + "\r\n\r\n") }
        #expect(answer.status == status)
        if status == 431 { #expect(answer.text == "headTooLarge") }
    }

    @Test("a head beyond any measure is refused", arguments: ["", "X: "])
    func hugeHead(prefix: String) async throws {
        let line = prefix.isEmpty ? "GET /" : "GET / HTTP/1.1\r\nHost: t\r\n\(prefix)"
        let status = try await withServer { server in
            let client = try RawClient(port: server.port)
            try? client.send(line + String(repeating: "a", count: 1 << 20))
            return try? client.answer().status
        }
        #expect(status == nil || [400, 414, 431].contains(status))
    }

    @Test func `a handler's refusal is sent and its connection goes on if no body follows`() async throws {
        let handler = TestHandler(admit: {
            $0.path == "/no" ? .refuse(Response(status: 404)) : .accept(bodyBytesMax: 9)
        })
        let statuses = try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            try client.send("GET /no HTTP/1.1\r\nHost: t\r\n\r\n" + getRoot)
            return [try client.answer().status, try client.answer().status]
        }
        #expect(statuses == [404, 200])
    }

    @Test func `a refused body is never read as the next request`() async throws {
        let handler = TestHandler(admit: {
            $0.path == "/no" ? .refuse(Response(status: 404)) : .accept(bodyBytesMax: 9)
        })
        _ = try await withServer(handler) { server in
            for method in ["POST", "PATCH", "DELETE", "GET"] {
                let client = try RawClient(port: server.port)
                let inner = "GET /smuggled HTTP/1.1\r\nHost: t\r\n\r\n"
                try client.send(
                    "\(method) /no HTTP/1.1\r\nHost: t\r\nContent-Length: \(inner.utf8.count)\r\n\r\n\(inner)")
                #expect(try client.answer().status == 404)
                #expect(try client.isEnded())
            }
        }
        let paths = try await handler.waitForCompletions(4).map(\.head.path)
        #expect(paths == ["/no", "/no", "/no", "/no"])
    }

    private static func twoInFlight(_ settings: inout HTTPServerSettings) {
        settings.requestsInFlightMax = 2
    }

    @Test func `more requests in flight than allowed get 503, and there is room again later`() async throws {
        let waiting = Waiting()
        let handler = TestHandler(handle: { _, responder in waiting.add(responder) })
        let statuses = try await withServer(handler, Self.twoInFlight) { server in
            let clients = try (0..<3).map { _ in try RawClient(port: server.port) }
            for (index, client) in clients.enumerated() {
                try client.send(getRoot)
                if index < 2 { waiting.waitFor(index + 1) }
            }
            let refused = try clients[2].answer()
            waiting.answerAll(Response(status: 200))
            let served = try clients[..<2].map { try $0.answer().status }
            while server.requestsInFlight > 0 { usleep(1_000) }
            try clients[2].send(getRoot)
            waiting.waitFor(1)
            waiting.answerAll(Response(status: 201))
            return [refused.status] + served + [try clients[2].answer().status]
        }
        #expect(statuses == [503, 200, 200, 201])
    }

    @Test func `an answer that cannot be sent becomes a 500`() async throws {
        let bad = [
            Response(status: 42), Response(status: 200, headers: [("X", "a\r\nSet-Cookie: b")]),
            Response(status: 200, headers: [("a b", "c")]), Response(status: 200, headers: [("X", "a\u{0}b")]),
        ]
        let statuses = try await withServer(
            TestHandler(handle: { request, responder in
                responder.respond(bad[Int(String(request.head.path.dropFirst())) ?? 0])
            })
        ) { server in try bad.indices.map { try exchange(server, "GET /\($0) HTTP/1.1\r\nHost: t\r\n\r\n").status } }
        #expect(statuses == [500, 500, 500, 500])
    }
}
