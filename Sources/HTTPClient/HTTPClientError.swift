/// Why there is no whole answer. Statuses are no errors.
package enum HTTPClientError: Error, Equatable, Sendable {
    /// Whether the other side got the request is unknown.
    case timeout
    /// No name, no route, nobody listens: the request was not sent.
    case cannotConnect
    /// The other side's certificate was not accepted, or there was no common protocol: the request was not sent.
    case tls
    /// The answer is longer than allowed.
    case tooLarge
    /// The connection ended before the whole answer: whether the request was carried out is unknown.
    case cut
    /// The task was cancelled, or the client is gone.
    case cancelled
    /// No absolute http(s) URL, a scheme that the settings do not allow, or a line break in a header.
    case invalidRequest
    /// More requests at once than the settings allow; nothing was sent.
    case busy
    /// Anything else that libcurl says; its `CURLcode`.
    case other(code: Int)
}
