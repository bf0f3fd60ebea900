import HTTPServer
import Testing

@Suite struct DrainTests {
    @Test func `draining finishes what is in flight, ends its connection and takes no new one`() async throws {
        let waiting = Waiting()
        let server = try HTTPServer(
            settings: HTTPServerSettings(), handler: TestHandler(handle: { waiting.add($1) }))
        defer { server.stop() }
        let client = try RawClient(port: server.port)
        try await onThread {
            try client.send(getRoot)
            waiting.waitFor(1)
        }
        async let isDrained = server.drain(deadlineMs: 60_000)
        let answer = try await onThread {
            while (try? RawClient(port: server.port)) != nil {}
            waiting.answerAll(Response(status: 200))
            let answer = try client.answer()
            #expect(try client.isEnded())
            return answer
        }
        #expect(answer.status == 200)
        #expect(answer.headers["connection"]?.lowercased() == "close")
        #expect(await isDrained)
    }

    @Test func `draining gives up at its deadline, and stopping answers 503 to who still waits`() async throws {
        let waiting = Waiting()
        let server = try HTTPServer(
            settings: HTTPServerSettings(), handler: TestHandler(handle: { waiting.add($1) }))
        let client = try RawClient(port: server.port)
        try await onThread {
            try client.send(getRoot)
            waiting.waitFor(1)
        }
        #expect(await server.drain(deadlineMs: 50) == false)
        let isEnded = try await onThread {
            server.stop()
            return try client.isEnded()
        }
        #expect(isEnded)
        // Too late, but harmless.
        waiting.answerAll(Response(status: 200))
    }

    @Test func `stopping twice is the same as once`() async throws {
        let server = try HTTPServer(settings: HTTPServerSettings(), handler: TestHandler())
        server.stop()
        server.stop()
        await #expect(throws: RawClient.Failure.self) {
            try await onThread { _ = try RawClient(port: server.port) }
        }
    }

    @Test func `stopping under load neither hangs nor crashes`() async throws {
        for _ in 0..<5 {
            let handler = TestHandler(handle: { request, responder in
                Task { responder.respond(Response(status: 200, body: .bytes(request.body))) }
            })
            let server = try HTTPServer(settings: HTTPServerSettings(), handler: handler)
            async let clients: Void = withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await onThread {
                            guard let client = try? RawClient(port: server.port) else { return }
                            while (try? client.send(post("x"))) != nil, (try? client.answer()) != nil {}
                        }
                    }
                }
                try await group.waitForAll()
            }
            try await Task.sleep(for: .milliseconds(50))
            try await onThread { server.stop() }
            try await clients
        }
    }

    @Test func `a port in use and a host that is no address stop the start`() throws {
        let server = try HTTPServer(settings: HTTPServerSettings(), handler: TestHandler())
        defer { server.stop() }
        var settings = HTTPServerSettings()
        settings.port = server.port
        #expect(throws: HTTPServerError.portInUse(server.port)) {
            try HTTPServer(settings: settings, handler: TestHandler())
        }
        settings.host = "no.address"
        #expect(throws: HTTPServerError.hostNotAnAddress("no.address")) {
            try HTTPServer(settings: settings, handler: TestHandler())
        }
    }
}
