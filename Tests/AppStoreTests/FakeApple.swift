import AppStore
import HTTPClient
import HTTPServer
import Synchronization
import WalletDomain

/// A server on loopback that answers what a test wants and remembers what it was asked.
final class FakeApple: RequestHandler {
    typealias Answer = @Sendable (Request) -> Response?

    private let answering: Answer
    private let seen = Mutex<[Request]>([])

    /// - Parameter answering: nil answers nothing, ever.
    init(_ answering: @escaping Answer) { self.answering = answering }

    var requests: [Request] { seen.withLock { $0 } }
    var paths: [String] { requests.map { $0.head.path + ($0.head.rawQuery.map { "?" + $0 } ?? "") } }

    func admit(_ head: RequestHead) -> Admission { .accept(bodyBytesMax: 8 * 1_024 * 1_024) }

    func handle(_ request: Request, _ responder: Responder) {
        seen.withLock { $0.append(request) }
        if let answer = answering(request) {
            responder.respond(answer)
        } else {
            silent.withLock { $0.append(responder) }
        }
    }

    /// Kept, since a responder that is dropped answers 500.
    private let silent = Mutex<[Responder]>([])

    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Response(status: kind.status) }

    static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> Response {
        Response(status: status, headers: headers, body: .bytes(Array(text.utf8)))
    }

    static func error(_ code: Int, status: Int) -> Response {
        json("{\"errorCode\":\(code),\"errorMessage\":\"No.\"}", status: status)
    }
}

/// Runs a fake for one test; its address is `base`.
func withApple<Result>(
    _ answering: @escaping FakeApple.Answer,
    _ body: (_ base: String, FakeApple) async throws -> Result
) async throws -> Result {
    let apple = FakeApple(answering)
    let server = try HTTPServer(settings: HTTPServerSettings(), handler: apple)
    defer { server.stop() }
    return try await body("http://127.0.0.1:\(server.port)", apple)
}

/// Clocks that a test moves by hand; sleeping moves them.
final class HandClock: Sendable {
    private struct Times {
        var wallMs: Int64
        var steadyMs: Int64 = 1_000
        var sleptMs: [Int64] = []
    }

    private let times: Mutex<Times>

    init(wallMs: Int64 = Forge.now.milliseconds) { times = Mutex(Times(wallMs: wallMs)) }

    var clock: AppleClock {
        AppleClock(
            wall: { Instant(milliseconds: self.times.withLock { $0.wallMs }) },
            steadyMs: { self.times.withLock { $0.steadyMs } },
            sleep: { ms in
                self.advance(ms)
                self.times.withLock { $0.sleptMs.append(ms) }
            })
    }

    var sleptMs: [Int64] { times.withLock { $0.sleptMs } }

    func advance(_ ms: Int64) {
        times.withLock { times in
            times.wallMs += ms
            times.steadyMs += ms
        }
    }

    /// As an operator or a time server does it.
    func jumpWall(_ ms: Int64) { times.withLock { $0.wallMs += ms } }
}
