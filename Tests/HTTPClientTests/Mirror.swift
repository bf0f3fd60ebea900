import HTTPClient
import HTTPServer

/// A server that tells what it was asked: method, path, a header and the body.
struct Mirror: RequestHandler {
    func admit(_ head: RequestHead) -> Admission { .accept(bodyBytesMax: 8 * 1_024 * 1_024) }

    func handle(_ request: Request, _ responder: Responder) {
        // /<status>/…
        let status = request.head.pathSegments?.first.flatMap { Int($0) } ?? 200
        let headers = [
            ("X-Method", request.head.method),
            ("X-Thing", request.head.headers["X-Thing"].map { "<\($0)>" } ?? "absent"),
            ("X-Expect", request.head.headers["Expect"] ?? "absent"), ("Location", "/200"),
        ]
        responder.respond(Response(status: status, headers: headers, body: .bytes(request.body)))
    }

    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Response(status: kind.status) }
}

/// Runs a mirror and a client for one test.
func withMirror(_ body: (_ base: String, HTTPClient) async throws -> Void) async throws {
    let server = try HTTPServer(settings: HTTPServerSettings(), handler: Mirror())
    defer { server.stop() }
    try await body("http://127.0.0.1:\(server.port)", HTTPClient())
}
