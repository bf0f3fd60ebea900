import Foundation
import Glibc
import HTTPServer
import Synchronization
import Testing

@Suite struct AnswerTests {
    @Test func `an answer may come later, from another thread`() async throws {
        let handler = TestHandler(handle: { request, responder in
            DispatchQueue.global().async {
                responder.respond(Response(status: 201, body: .bytes(request.body)))
            }
        })
        let texts = try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            return try (0..<100).map {
                try client.send(post("n\($0)"))
                return try client.answer().text
            }
        }
        #expect(texts == (0..<100).map { "n\($0)" })
    }

    @Test func `a dropped responder answers 500`() async throws {
        let answer = try await withServer(TestHandler(handle: { _, _ in })) { try exchange($0, getRoot) }
        #expect(answer.status == 500)
        #expect(answer.text == "noAnswer")
    }

    @Test func `a responder dropped later, on another thread, answers 500`() async throws {
        let waiting = Waiting()
        let status = try await withServer(TestHandler(handle: { waiting.add($1) })) { server in
            let client = try RawClient(port: server.port)
            try client.send(getRoot)
            waiting.waitFor(1)
            _ = waiting.take()
            return try client.answer().status
        }
        #expect(status == 500)
    }

    @Test func `the first answer counts, also when many threads answer at once`() async throws {
        let handler = TestHandler(handle: { _, responder in
            DispatchQueue.concurrentPerform(iterations: 4) { responder.respond(Response(status: 200 + $0)) }
        })
        let statuses = try await withServer(handler) { server in
            let client = try RawClient(port: server.port)
            return try (0..<50).map { _ in
                try client.send(getRoot)
                return try client.answer().status
            }
        }
        #expect(statuses.allSatisfy { (200...203).contains($0) })
    }

    @Test func `answers given many at once all arrive`() async throws {
        let waiting = Waiting()
        let statuses = try await withServer(TestHandler(handle: { waiting.add($1) })) { server in
            let clients = try (0..<200).map { _ in try RawClient(port: server.port) }
            for client in clients { try client.send(post("x")) }
            waiting.waitFor(200)
            waiting.answerAll(Response(status: 202))
            return try clients.map { try $0.answer().status }
        }
        #expect(statuses.allSatisfy { $0 == 202 })
    }

    @Test func `a client that leaves while it waits harms nobody`() async throws {
        let waiting = Waiting()
        let handler = TestHandler(handle: { request, responder in
            if request.head.path == "/wait" {
                waiting.add(responder)
            } else {
                responder.respond(Response(status: 200))
            }
        })
        let status = try await withServer(handler) { server in
            for index in 0..<50 {
                let client = try RawClient(port: server.port)
                try client.send(post("x", path: "/wait"))
                waiting.waitFor(index + 1)
                if index.isMultiple(of: 2) { client.reset() } else { client.close() }
            }
            waiting.answerAll(Response(status: 200, body: .bytes([UInt8](repeating: 1, count: 1 << 20))))
            while server.requestsInFlight > 0 { usleep(1_000) }
            return try exchange(server, getRoot).status
        }
        #expect(status == 200)
        #expect(try await handler.waitForCompletions(51).count == 51)
    }

    /// The library's epoll mode stalled here: unread requests, server asleep.
    @Test func `512 keep-alive connections never stall`() async throws {
        let handler = TestHandler(handle: { request, responder in
            DispatchQueue.global().async { responder.respond(Response(status: 200, body: .bytes(request.body))) }
        })
        let count = try await withServer(handler) { server in
            let clients = try (0..<512).map { _ in try RawClient(port: server.port) }
            var answers = 0
            for round in 0..<10 {
                for client in clients { try client.send(post("round \(round)")) }
                for client in clients where try client.answer().text == "round \(round)" { answers += 1 }
            }
            return answers
        }
        #expect(count == 5_120)
    }
}
