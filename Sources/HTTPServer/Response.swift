/// An answer. The server adds `Content-Length` or `Transfer-Encoding`, `Date` and `Connection`; `HEAD` drops the body.
package struct Response: Sendable {
    /// 200 … 599.
    package var status: Int
    /// Names are tokens; values without CR, LF and NUL: anything else becomes a 500. One with an empty value is left
    /// out: the library sends none.
    package var headers: [(String, String)]
    package var body: Body

    package init(status: Int, headers: [(String, String)] = [], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    package enum Body: Sendable {
        case bytes([UInt8])
        /// Chunked; the producer writes on while the client reads.
        case stream(ResponseStream)
    }
}
