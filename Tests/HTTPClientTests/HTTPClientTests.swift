import HTTPClient
import Testing

@Suite struct HTTPClientTests {
    @Test("each method arrives as itself", arguments: [HTTPRequest.Method.get, .post, .put, .patch, .delete, .options])
    func methods(method: HTTPRequest.Method) async throws {
        try await withMirror { base, client in
            let response = try await client.send(HTTPRequest(method, base + "/200/x"))
            #expect(response.status == 200)
            #expect(response[header: "x-method"] == method.rawValue)
            #expect(response.body.isEmpty)
        }
    }

    @Test func `HEAD brings headers and no body`() async throws {
        try await withMirror { base, client in
            let response = try await client.send(HTTPRequest(.head, base + "/200"))
            #expect(response[header: "X-Method"] == "HEAD")
        }
    }

    @Test(
        "a body comes back byte for byte, zeros included, whatever the method",
        arguments: [HTTPRequest.Method.get, .post, .put, .patch, .delete], [0, 1, 3_000_000])
    func bodies(method: HTTPRequest.Method, count: Int) async throws {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        try await withMirror { base, client in
            let response = try await client.send(HTTPRequest(method, base + "/200", body: body))
            #expect(response.body == body)
            #expect(response[header: "X-Method"] == method.rawValue)
            // Never a second's wait for a go-ahead.
            #expect(response[header: "X-Expect"] == "absent")
        }
    }

    @Test("headers arrive, an empty value too", arguments: ["value", "", "a: b; c"])
    func headers(value: String) async throws {
        try await withMirror { base, client in
            let response = try await client.send(HTTPRequest(.get, base + "/200", headers: [("X-Thing", value)]))
            #expect(response[header: "X-Thing"] == "<\(value)>")
        }
    }

    @Test("a status is an answer, no error, and a redirect is not followed", arguments: [204, 302, 404, 503])
    func statuses(status: Int) async throws {
        try await withMirror { base, client in
            let response = try await client.send(HTTPRequest(.get, base + "/\(status)"))
            #expect(response.status == status)
        }
    }

    @Test func `hundreds at once are all answered, over connections that are used again`() async throws {
        try await withMirror { base, client in
            let texts = try await withThrowingTaskGroup(of: String.self) { group in
                for index in 0..<300 {
                    group.addTask {
                        let body = Array("n\(index)".utf8)
                        let response = try await client.send(HTTPRequest(.post, base + "/200", body: body))
                        return String(decoding: response.body, as: UTF8.self)
                    }
                }
                return try await group.reduce(into: Set<String>()) { $0.insert($1) }
            }
            #expect(texts == Set((0..<300).map { "n\($0)" }))
        }
    }

    @Test func `one request after the other uses one connection`() async throws {
        let server = RawServer(answer: "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n", staysOpen: true)
        defer { server.stop() }
        let client = HTTPClient()
        #expect(try await client.send(HTTPRequest(.get, server.url)).status == 200)
        // The raw server answers each connection once: on a kept connection nothing comes.
        await #expect(throws: HTTPClientError.timeout) {
            _ = try await client.send(HTTPRequest(.get, server.url, timeoutMs: 300))
        }
        #expect(server.heads.count == 1)
    }

    @Test func `interim answers are skipped`() async throws {
        let server = RawServer(
            answer: "HTTP/1.1 103 Early Hints\r\nX-A: 1\r\n\r\nHTTP/1.1 200 OK\r\nX-B: 2\r\nContent-Length: 0\r\n\r\n")
        defer { server.stop() }
        let response = try await HTTPClient().send(HTTPRequest(.get, server.url))
        #expect(response.status == 200)
        #expect(response[header: "X-A"] == nil)
        #expect(response[header: "X-B"] == "2")
    }
}
