internal import HTTPServer

/// Answers as Apple's servers shape them.
enum StoreAnswer {
    private struct FailureBody: Encodable {
        let errorCode: Int
        let errorMessage: String
    }

    static func json(_ value: some Encodable, status: Int = 200) throws -> Response {
        json(bytes: try JSONText.encode(value), status: status)
    }

    static func json(bytes: [UInt8], status: Int = 200) -> Response {
        Response(status: status, headers: [("Content-Type", "application/json")], body: .bytes(bytes))
    }

    static func failure(_ failure: APIFailure) -> Response {
        let body = FailureBody(errorCode: failure.code, errorMessage: failure.message)
        // Two plain members can always be written.
        let bytes = (try? JSONText.encode(body)) ?? []
        return json(bytes: bytes, status: failure.status)
    }

    /// What stands before Apple's servers answers so when they are away.
    static func html(status: Int) -> Response {
        let page =
            "<html><head><title>\(status)</title></head><body><h1>\(status) Service Unavailable</h1></body></html>"
        return Response(
            status: status, headers: [("Content-Type", "text/html")], body: .bytes(Array(page.utf8)))
    }

    /// - Parameter untilMs: when to come again, in milliseconds since 1970: not what HTTP means by `Retry-After`.
    static func tooMany(untilMs: Int64) -> Response {
        var response = failure(.rateLimit)
        response.headers.append(("Retry-After", String(untilMs)))
        return response
    }
}
