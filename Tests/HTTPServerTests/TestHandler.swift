import HTTPServer
import Synchronization

/// A handler made of closures that remembers what was completed. Without closures it echoes the body.
final class TestHandler: RequestHandler {
    typealias Admit = @Sendable (RequestHead) -> Admission
    typealias Handle = @Sendable (Request, Responder) -> Void

    static let bodyBytesMax = 64 * 1_024

    private let admitting: Admit
    private let handling: Handle
    private let summaries = Mutex<[ExchangeSummary]>([])

    init(
        admit: @escaping Admit = { _ in .accept(bodyBytesMax: bodyBytesMax) },
        handle: @escaping Handle = { request, responder in
            responder.respond(Response(status: 200, body: .bytes(request.body)))
        }
    ) {
        admitting = admit
        handling = handle
    }

    var completions: [ExchangeSummary] { summaries.withLock { $0 } }

    func admit(_ head: RequestHead) -> Admission { admitting(head) }

    func handle(_ request: Request, _ responder: Responder) { handling(request, responder) }

    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response {
        Response(
            status: kind.status, headers: [("Content-Type", "application/problem+json")],
            body: .bytes(Array("\(kind)".utf8)))
    }

    func completed(_ summary: ExchangeSummary) { summaries.withLock { $0.append(summary) } }

    /// Waits until so many requests are over.
    func waitForCompletions(_ count: Int) async throws -> [ExchangeSummary] {
        while completions.count < count { try await Task.sleep(for: .milliseconds(5)) }
        return completions
    }
}

/// A server for one test, stopped at its end, and a thread for the raw client inside.
@discardableResult
func withServer<Result: Sendable>(
    _ handler: TestHandler = TestHandler(), _ change: (inout HTTPServerSettings) -> Void = { _ in },
    _ body: @escaping @Sendable (HTTPServer) throws -> Result
) async throws -> Result {
    var settings = HTTPServerSettings()
    change(&settings)
    let server = try HTTPServer(settings: settings, handler: handler)
    defer { server.stop() }
    return try await onThread { try body(server) }
}

/// Sends bytes on a new connection and returns the first answer.
func exchange(_ server: HTTPServer, _ text: String) throws -> RawClient.Answer {
    let client = try RawClient(port: server.port)
    try client.send(text)
    return try client.answer()
}

let getRoot = "GET / HTTP/1.1\r\nHost: test\r\n\r\n"

func post(_ body: String, path: String = "/", more: String = "") -> String {
    "POST \(path) HTTP/1.1\r\nHost: test\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
}
