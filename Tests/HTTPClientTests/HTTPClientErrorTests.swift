import HTTPClient
import Testing

@Suite struct HTTPClientErrorTests {
    private static let bad: [(url: String, headers: [(String, String)])] = [
        ("", []), ("no url", []), ("ftp://127.0.0.1/", []), ("file:///etc/hostname", []), ("http://", []),
        ("http://127.0.0.1/a\r\nX: y", []), ("http://127.0.0.1:1/", [("X", "a\r\nY: b")]),
        ("http://127.0.0.1:1/", [("X\n", "a")]), ("http://127.0.0.1:1/", [("X", "a\u{0}")]),
        ("http://127.0.0.1:1/", [("", "a")]),
    ]

    @Test("a request that is none is refused before anything is sent", arguments: bad.indices)
    func invalid(index: Int) async throws {
        let (url, headers) = Self.bad[index]
        await #expect(throws: HTTPClientError.invalidRequest) {
            _ = try await HTTPClient().send(HTTPRequest(.get, url, headers: headers))
        }
    }

    @Test func `plain HTTP is refused where only https is allowed`() async throws {
        var settings = HTTPClientSettings()
        settings.allowsPlainHTTP = false
        await #expect(throws: HTTPClientError.invalidRequest) {
            _ = try await HTTPClient(settings: settings).send(HTTPRequest(.get, "http://127.0.0.1:1/"))
        }
    }

    @Test("nobody listens, or there is no such host", arguments: ["http://127.0.0.1:1/", "http://name.invalid/"])
    func cannotConnect(url: String) async throws {
        await #expect(throws: HTTPClientError.cannotConnect) {
            _ = try await HTTPClient().send(HTTPRequest(.get, url))
        }
    }

    private static let cuts = [
        "", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    ]

    @Test("an answer that breaks off is cut, never half an answer", arguments: cuts)
    func cut(answer: String) async throws {
        let server = RawServer(answer: answer)
        defer { server.stop() }
        await #expect(throws: HTTPClientError.cut) {
            _ = try await HTTPClient().send(HTTPRequest(.get, server.url))
        }
    }

    private static let long = [
        "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n" + String(repeating: "a", count: 1_001),
        "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 1_001),
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n" + String(repeating: "a", count: 1_001),
        "HTTP/1.1 200 OK\r\nContent-Length: 100000000000\r\n\r\n",
        "HTTP/1.1 200 OK\r\n" + (0..<10).map { "X-\($0): \(String(repeating: "a", count: 8_000))\r\n" }.joined(),
    ]

    @Test("an answer over the limit is refused", arguments: long)
    func tooLarge(answer: String) async throws {
        let server = RawServer(answer: answer, staysOpen: true)
        defer { server.stop() }
        await #expect(throws: HTTPClientError.tooLarge) {
            _ = try await HTTPClient().send(HTTPRequest(.get, server.url, responseBytesMax: 1_000))
        }
    }

    @Test func `an answer of exactly the limit passes`() async throws {
        let server = RawServer(
            answer: "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n" + String(repeating: "a", count: 1_000))
        defer { server.stop() }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url, responseBytesMax: 1_000))
        #expect(response.body.count == 1_000)
    }

    @Test("silence ends at the time limit", arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc"])
    func timeout(answer: String) async throws {
        let server = RawServer(answer: answer, staysOpen: true)
        defer { server.stop() }
        await #expect(throws: HTTPClientError.timeout) {
            _ = try await HTTPClient().send(HTTPRequest(.get, server.url, timeoutMs: 300))
        }
    }

    @Test func `a cancelled task does not wait for its answer`() async throws {
        let server = RawServer(answer: "", staysOpen: true)
        defer { server.stop() }
        let client = HTTPClient()
        let task = Task { () -> HTTPClientError? in
            do throws(HTTPClientError) {
                _ = try await client.send(HTTPRequest(.get, server.url))
                return nil
            } catch {
                return error
            }
        }
        while server.heads.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        task.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `more at once than allowed is busy, and there is room again later`() async throws {
        let server = RawServer(answer: "", staysOpen: true)
        defer { server.stop() }
        var settings = HTTPClientSettings()
        settings.requestsMax = 1
        let client = HTTPClient(settings: settings)
        let first = Task { try? await client.send(HTTPRequest(.get, server.url)).status }
        while server.heads.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        await #expect(throws: HTTPClientError.busy) {
            _ = try await client.send(HTTPRequest(.get, server.url))
        }
        first.cancel()
        #expect(await first.value == nil)
        await #expect(throws: HTTPClientError.cannotConnect) {
            _ = try await client.send(HTTPRequest(.get, "http://127.0.0.1:1/"))
        }
    }

    @Test func `who sends one after the other never finds the only place taken`() async throws {
        try await withMirror { base, _ in
            var settings = HTTPClientSettings()
            settings.requestsMax = 1
            let client = HTTPClient(settings: settings)
            for _ in 0..<1_000 {
                let response = try await client.send(HTTPRequest(.get, base + "/200"))
                #expect(response.status == 200)
            }
        }
    }

    @Test func `clients come and go without a trace`() async throws {
        try await withMirror { base, _ in
            for _ in 0..<50 {
                let response = try await HTTPClient().send(HTTPRequest(.get, base + "/200"))
                #expect(response.status == 200)
            }
        }
    }
}
