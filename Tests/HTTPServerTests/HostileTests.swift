import Dispatch
import Glibc
import HTTPServer
import Testing

/// Whatever a client sends, the server lives on, answers others, and frees what the client held.
@Suite struct HostileTests {
    private static let corpus: [String] = [
        "", "\r\n", "\r\n\r\n\r\n\r\n", "\n\n\n", "\u{0}", "\u{0}\u{0}\r\n\r\n", "GET", "GET ", "GET /", "GET / ",
        "GET /\r\n\r\n", "GET / HTTP\r\n\r\n", "GET / HTTP/\r\n\r\n", "GET / HTTP/1\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
        "GET / HTTP/2.0\r\nHost: t\r\n\r\n", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "GET / HTTP/1.1 HTTP/1.1\r\nHost: t\r\n\r\n",
        " GET / HTTP/1.1\r\nHost: t\r\n\r\n", "GET  /  HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET\t/\tHTTP/1.1\r\nHost: t\r\n\r\n",
        "GET /\u{0}x HTTP/1.1\r\nHost: t\r\n\r\n", "G\u{0}T / HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET / HTTP/1.1\r\nHost\r\n\r\n", "GET / HTTP/1.1\r\n: t\r\n\r\n", "GET / HTTP/1.1\r\n Host: t\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : t\r\n\r\n", "GET / HTTP/1.1\rHost: t\r\r", "GET / HTTP/1.1\nHost: t\n\n",
        "GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\tc\r\n\r\n", "GET / HTTP/1.1\r\nHost: t\r\n\r\n\r\n\r\n",
        "GET /%zz%1 HTTP/1.1\r\nHost: t\r\n\r\n", "GET /?%zz=%&=&&=&a HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET /?\(String(repeating: "a&", count: 4_000)) HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET /?\(String(repeating: "a=b&", count: 3_000)) HTTP/1.1\r\nHost: t\r\n\r\n",
        "GET http:// HTTP/1.1\r\nHost: t\r\n\r\n", "GET http://t HTTP/1.1\r\nHost: t\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: -1\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length:\r\n\r\n",
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 18446744073709551615\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 9223372036854775807\r\n\r\nx",
        "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 9223372036854775808\r\n\r\nx",
        chunks("-1\r\n"), chunks("ffffffffffffffff\r\nx"), chunks("fffffffffffffffff\r\nx"),
        chunks("7fffffffffffffff\r\nx"),
        chunks("g\r\n"), chunks("\r\n"), chunks("0x5\r\nhello\r\n0\r\n\r\n"), chunks("5 \r\nhello\r\n0\r\n\r\n"),
        chunks("3\r\nabcdef\r\n0\r\n\r\n"), chunks("1;\(String(repeating: "x", count: 100_000))\r\na\r\n0\r\n\r\n"),
        chunks("0\r\nTrailer: \(String(repeating: "x", count: 100_000))\r\n\r\n"), chunks("0\r\n: \r\n\r\n"),
        chunks("0\r\nContent-Length: 5\r\n\r\n"), chunks(String(repeating: "1\r\na\r\n", count: 10_000)),
        "GET / HTTP/1.1\r\nHost: t\r\nConnection: close, upgrade\r\nUpgrade: websocket\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: t\r\nExpect: nonsense\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: t\r\nCookie: =;;=\u{7F};\r\n\r\n",
        String(repeating: getRoot, count: 500), String(repeating: "\r\n", count: 50_000),
        String(repeating: "A: b\r\n", count: 20_000),
        "GET / HTTP/1.1\r\n" + String(repeating: "A: b\r\n", count: 20_000),
    ]

    private static func chunks(_ text: String) -> String {
        "POST / HTTP/1.1\r\nHost: t\r\nTransfer-Encoding: chunked\r\n\r\n" + text
    }

    private static func quick(_ settings: inout HTTPServerSettings) {
        settings.headTimeoutMs = 300
        settings.bodyTimeoutMs = 300
        settings.idleTimeoutMs = 300
    }

    private static func fewConnections(_ settings: inout HTTPServerSettings) {
        quick(&settings)
        settings.connectionsMax = 20
    }

    private static func threeForEach(_ settings: inout HTTPServerSettings) {
        settings.connectionsPerAddressMax = 3
    }

    private static func answering() -> TestHandler {
        TestHandler(handle: { request, responder in
            // Everything that reads the head must bear it too.
            let words = "\(request.head.query?.count ?? -1) \(request.head.pathSegments?.count ?? -1)"
            Task { responder.respond(Response(status: 200, body: .bytes(Array(words.utf8)))) }
        })
    }

    /// Sends, then leaves in one of three ways.
    private static func attack(_ server: HTTPServer, _ bytes: [UInt8], leaving: Int) {
        guard let client = try? RawClient(port: server.port) else { return }
        try? client.send(bytes)
        switch leaving {
        case 0: client.close()
        case 1: client.reset()
        default: _ = try? client.isEnded()
        }
    }

    /// On a busy machine our own head may be late, too: then once more.
    private static func isAlive(_ server: HTTPServer) -> Bool {
        (0..<100).contains { _ in (try? exchange(server, getRoot).status) == 200 }
    }

    private static func isQuiet(_ server: HTTPServer) -> Bool {
        for _ in 0..<10_000 where server.requestsInFlight > 0 || server.connectionCount > 0 { usleep(2_000) }
        return server.requestsInFlight == 0 && server.connectionCount == 0
    }

    @Test("no bytes bring the server down, or leave a connection or memory behind", arguments: 0..<3)
    func corpus(leaving: Int) async throws {
        weak var handler: TestHandler?
        do {
            let strong = Self.answering()
            handler = strong
            try await withServer(strong, Self.quick) { server in
                DispatchQueue.concurrentPerform(iterations: Self.corpus.count) { index in
                    Self.attack(server, Array(Self.corpus[index].utf8), leaving: leaving)
                    #expect(Self.isAlive(server))
                }
                #expect(Self.isQuiet(server))
            }
        }
        // Whatever is kept of a request keeps the handler.
        for _ in 0..<1_000 where handler != nil { try await Task.sleep(for: .milliseconds(5)) }
        #expect(handler == nil)
    }

    /// A fixed seed: a failure repeats.
    @Test("nor do bytes changed at random", arguments: [1, 2, 3, 4] as [UInt64])
    func mutations(seed: UInt64) async throws {
        try await withServer(Self.answering(), Self.quick) { server in
            var random = SmallRandom(state: seed)
            for round in 0..<300 {
                var bytes =
                    Array((Self.corpus.randomElement(using: &random) ?? "").utf8.prefix(5_000))
                    + Array(post("abc").utf8)
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let place = Int.random(in: 0..<bytes.count, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                    case 1: bytes.remove(at: place)
                    default: bytes.insert(contentsOf: bytes[place...].prefix(20), at: place)
                    }
                }
                Self.attack(server, bytes, leaving: round % 2)
            }
            #expect(Self.isAlive(server))
            #expect(Self.isQuiet(server))
        }
    }

    @Test func `a body in single bytes is put together`() async throws {
        let text = try await withServer { server in
            let client = try RawClient(port: server.port)
            for byte in Array(post("hello").utf8) {
                try client.send([byte])
                usleep(500)
            }
            return try client.answer().text
        }
        #expect(text == "hello")
    }

    @Test func `half-open clients up to the limit keep nobody out for long`() async throws {
        let isAlive = try await withServer(TestHandler(), Self.fewConnections) { server in
            let idle = try (0..<40).map { _ in
                let client = try RawClient(port: server.port)
                try client.send("GET / HT")
                return client
            }
            return withExtendedLifetime(idle) { Self.isAlive(server) }
        }
        #expect(isAlive)
    }

    @Test func `one address holds no more connections than it may`() async throws {
        let answered = try await withServer(TestHandler(), Self.threeForEach) { server in
            let clients = try (0..<6).map { _ in try RawClient(port: server.port) }
            return clients.filter { client in
                (try? client.send(getRoot)) != nil && (try? client.answer().status) == 200
            }.count
        }
        #expect(answered == 3)
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed.
private struct SmallRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
