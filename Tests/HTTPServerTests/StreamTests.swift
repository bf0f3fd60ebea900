import Glibc
import HTTPServer
import Synchronization
import Testing

@Suite struct StreamTests {
    /// Starts `produce` for each request; the task is what an endpoint would own.
    private static func handler(
        bufferBytesMax: Int = 64 * 1_024, _ produce: @escaping @Sendable (ResponseStream) async -> Void
    ) -> TestHandler {
        TestHandler(handle: { _, responder in
            let stream = ResponseStream(bufferBytesMax: bufferBytesMax)
            responder.respond(Response(status: 200, body: .stream(stream)))
            Task { await produce(stream) }
        })
    }

    @Test func `a stream arrives whole, in order, and the connection goes on`() async throws {
        let handler = Self.handler(bufferBytesMax: 1_000) { stream in
            for index in 0..<5_000 { try? await stream.write(Array("line \(index)\n".utf8)) }
            stream.finish()
        }
        let texts = try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            return try (0..<2).map { _ in
                try client.send(getRoot)
                let answer = try client.answer()
                #expect(answer.headers["transfer-encoding"] == "chunked")
                return answer.text
            }
        }
        let expected = (0..<5_000).map { "line \($0)\n" }.joined()
        #expect(texts == [expected, expected])
    }

    @Test func `an empty stream is an empty body`() async throws {
        let answer = try await withServer(Self.handler { $0.finish() }) { try exchange($0, getRoot) }
        #expect(answer.status == 200)
        #expect(answer.body.isEmpty)
    }

    @Test("a failed or forgotten stream is cut, so the client knows", arguments: [true, false])
    func cut(failsExplicitly: Bool) async throws {
        let handler = Self.handler { stream in
            try? await stream.write(Array("half".utf8))
            if failsExplicitly { stream.fail() }
        }
        try await withServer(handler) { server in
            #expect(throws: RawClient.Failure.self) { try exchange(server, getRoot) }
        }
        let summary = try await handler.waitForCompletions(1)[0]
        #expect(!summary.isComplete)
    }

    @Test func `a client that does not read holds the producer back`() async throws {
        let written = Mutex(0)
        let handler = Self.handler(bufferBytesMax: 10_000) { stream in
            do throws(ResponseStreamError) {
                for _ in 0..<100_000 {
                    try await stream.write([UInt8](repeating: 0x61, count: 1_000))
                    written.withLock { $0 += 1_000 }
                }
            } catch {
                // The client leaves in the end.
            }
        }
        try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            try client.send(getRoot)
            _ = try client.take(1)
            var last = -1
            while last != written.withLock({ $0 }) {
                last = written.withLock { $0 }
                usleep(200_000)
            }
        }
        // 100 MB were to be written; the sockets' buffers take a few.
        #expect(written.withLock { $0 } < 50_000_000)
    }

    @Test("a producer learns that its client is gone", arguments: [true, false])
    func clientGone(resets: Bool) async throws {
        let outcome = Mutex<ResponseStreamError?>(nil)
        let handler = Self.handler { stream in
            do throws(ResponseStreamError) {
                while true { try await stream.write([UInt8](repeating: 0x61, count: 1_000)) }
            } catch {
                outcome.withLock { $0 = error }
            }
        }
        try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            try client.send(getRoot)
            _ = try client.take(5_000)
            if resets { client.reset() } else { client.close() }
            while outcome.withLock({ $0 }) == nil { usleep(1_000) }
        }
        #expect(outcome.withLock { $0 } == .clientGone)
    }

    @Test func `HEAD needs no producer`() async throws {
        let outcome = Mutex<ResponseStreamError?>(nil)
        let handler = Self.handler { stream in
            do throws(ResponseStreamError) {
                while true { try await stream.write([UInt8](repeating: 0x61, count: 1_000)) }
            } catch {
                outcome.withLock { $0 = error }
            }
        }
        try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            try client.send("HEAD / HTTP/1.1\r\nHost: t\r\n\r\n")
            #expect(try client.answer(withoutBody: true).status == 200)
            while outcome.withLock({ $0 }) == nil { usleep(1_000) }
        }
        #expect(outcome.withLock { $0 } == .clientGone)
    }

    @Test func `a cancelled producer stops waiting for room`() async throws {
        let stream = ResponseStream(bufferBytesMax: 10)
        let producer = Task { () -> ResponseStreamError? in
            do throws(ResponseStreamError) {
                try await stream.write([UInt8](repeating: 0, count: 11))
                return nil
            } catch {
                return error
            }
        }
        producer.cancel()
        #expect(await producer.value == .cancelled)
    }

    @Test func `stopping the server ends a stream that waits for its producer`() async throws {
        let streams = Mutex<[ResponseStream]>([])
        let handler = Self.handler { stream in
            try? await stream.write(Array("begin".utf8))
            streams.withLock { $0.append(stream) }
        }
        let server = try HTTPServer(settings: HTTPServerSettings(), handler: handler)
        try await onThread {
            let client = try RawClient(port: server.port)
            try client.send(getRoot)
            _ = try client.take(20)
            while streams.withLock({ $0.isEmpty }) { usleep(1_000) }
            server.stop()
            #expect(try client.isEnded())
        }
        let stream = try #require(streams.withLock { $0.first })
        await #expect(throws: ResponseStreamError.clientGone) { try await stream.write([1]) }
    }
}
