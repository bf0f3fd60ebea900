/// One call. Nothing in it is interpreted: no redirects, no cookies, no credentials from files or the environment.
package struct HTTPRequest: Sendable {
    package enum Method: String, Sendable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
        case options = "OPTIONS"
    }

    package var method: Method
    /// Absolute: `https://host/path?query`, already encoded.
    package var url: String
    /// Sent in this order; neither names nor values may hold CR, LF or NUL.
    package var headers: [(String, String)]
    package var body: [UInt8]?
    /// What is read of the answer's body; more is `.tooLarge`. `nil` takes the client's setting.
    package var responseBytesMax: Int?
    /// From the start of `send` to the end of the answer. `nil` takes the client's setting.
    package var timeoutMs: Int?

    package init(
        _ method: Method = .get, _ url: String, headers: [(String, String)] = [], body: [UInt8]? = nil,
        responseBytesMax: Int? = nil, timeoutMs: Int? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.responseBytesMax = responseBytesMax
        self.timeoutMs = timeoutMs
    }

    /// True if every line of it stays one line.
    var isWellFormed: Bool {
        let texts = [url] + headers.flatMap { [$0.0, $0.1] }
        return !url.isEmpty && headers.allSatisfy { !$0.0.isEmpty }
            && texts.allSatisfy { text in text.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D } }
    }
}
