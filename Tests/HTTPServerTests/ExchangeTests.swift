import HTTPServer
import Synchronization
import Testing

@Suite struct ExchangeTests {
    @Test func `a POST comes back with its body`() async throws {
        let answer = try await withServer { try exchange($0, post("hello")) }
        #expect(answer.status == 200)
        #expect(answer.text == "hello")
        #expect(answer.headers["content-length"] == "5")
    }

    @Test func `a chunked body is put together`() async throws {
        let answer = try await withServer {
            try exchange(
                $0,
                "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")
        }
        #expect(answer.text == "abcde")
    }

    @Test func `the head reaches the handler as it was sent`() async throws {
        let seen = Mutex<RequestHead?>(nil)
        let handler = TestHandler(handle: { request, responder in
            seen.withLock { $0 = request.head }
            responder.respond(Response(status: 204))
        })
        let answer = try await withServer(handler) {
            try exchange(
                $0, "PATCH /a%20b/c%2Fd?x=1&y=a+b%26&z HTTP/1.1\r\nHost: test\r\nX-Thing: Ünï\r\nx-two: 2\r\n\r\n")
        }
        #expect(answer.status == 204)
        let head = try #require(seen.withLock { $0 })
        #expect(head.method == "PATCH")
        #expect(head.path == "/a%20b/c%2Fd")
        #expect(head.pathSegments == ["a b", "c/d"])
        #expect(head.query?.map(\.name) == ["x", "y", "z"])
        #expect(head.query?.map(\.value) == ["1", "a b&", ""])
        #expect(head.headers["x-thing"] == "Ünï")
        #expect(head.headers["X-TWO"] == "2")
        #expect(head.headers["absent"] == nil)
        #expect(head.remoteAddress == "127.0.0.1")
    }

    @Test func `an absolute target is read like its path`() async throws {
        let handler = TestHandler(handle: { request, responder in
            responder.respond(Response(status: 200, body: .bytes(Array(request.head.path.utf8))))
        })
        let answer = try await withServer(handler) {
            try exchange($0, "GET http://test/a/b?c HTTP/1.1\r\nHost: test\r\n\r\n")
        }
        #expect(answer.text == "/a/b")
    }

    @Test func `what follows a NUL in a header never reaches the handler`() async throws {
        let handler = TestHandler(handle: { request, responder in
            responder.respond(Response(status: 200, body: .bytes(Array((request.head.headers["X"] ?? "").utf8))))
        })
        let answer = try await withServer(handler) {
            try exchange($0, "GET / HTTP/1.1\r\nHost: t\r\nX: a\u{0}b\r\n\r\n")
        }
        #expect(answer.status == 400 || answer.text == "a")
    }

    @Test func `HEAD gets the length and no body`() async throws {
        let handler = TestHandler(handle: { _, responder in
            responder.respond(Response(status: 200, body: .bytes(Array("12345".utf8))))
        })
        let (head, next) = try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            try client.send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n")
            let head = try client.answer(withoutBody: true)
            try client.send(getRoot)
            return (head, try client.answer())
        }
        #expect(head.status == 200)
        #expect(head.headers["content-length"] == "5")
        #expect(next.text == "12345")
    }

    @Test func `one connection serves many requests, also sent ahead of the answers`() async throws {
        let texts = try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send((0..<20).map { post("body \($0)") }.joined())
            return try (0..<20).map { _ in try client.answer().text }
        }
        #expect(texts == (0..<20).map { "body \($0)" })
    }

    @Test func `HTTP 1.0 is answered and closed`() async throws {
        let isEnded = try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send("GET / HTTP/1.0\r\n\r\n")
            #expect(try client.answer().status == 200)
            return try client.isEnded()
        }
        #expect(isEnded)
    }

    @Test func `Expect 100-continue gets a go-ahead`() async throws {
        let answer = try await withServer { server in
            let client = try RawClient(port: server.port)
            try client.send("POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
            #expect(try client.take(12) == Array("HTTP/1.1 100".utf8))
            try client.send("abc")
            _ = try client.take(13)  // " Continue" and two line ends
            return try client.answer()
        }
        #expect(answer.text == "abc")
    }

    @Test func `a harmless request id is kept, another is replaced by one of ours`() async throws {
        let handler = TestHandler(handle: { request, responder in
            responder.respond(Response(status: 200, body: .bytes(Array(request.id.utf8))))
        })
        let ids = try await withServer(handler) { server in
            try ["abc-1.2_Z", "with space", String(repeating: "a", count: 65), ""].map {
                try exchange(server, "GET / HTTP/1.1\r\nHost: t\r\nX-Request-Id: \($0)\r\n\r\n").text
            }
        }
        #expect(ids[0] == "abc-1.2_Z")
        #expect(Set(ids).count == 4)
        #expect(ids[1...].allSatisfy { $0.utf8.count == 15 })
    }

    @Test func `each request is told to the log once, with what was sent`() async throws {
        let handler = TestHandler()
        _ = try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            try client.send(post("hello", path: "/one") + "TRACE /two HTTP/1.1\r\nHost: t\r\n\r\n")
            _ = try client.answer()
            return try client.answer()
        }
        let summaries = try await handler.waitForCompletions(2)
        #expect(summaries.map(\.head.path) == ["/one", "/two"])
        #expect(summaries.map(\.status) == [200, 405])
        #expect(summaries[0].bodyBytes == 5)
        #expect(summaries[0].isComplete)
    }
}
