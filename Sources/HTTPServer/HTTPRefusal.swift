/// What the server refuses by itself, before or instead of the handler's answer. The handler renders the answer.
package enum HTTPRefusal: Sendable, Equatable, CaseIterable {
    /// The head breaks HTTP's rules or can be read in two ways (RFC 9112, 6.3; RFC 9110, 5.5).
    case malformed
    /// TRACE and CONNECT.
    case methodRefused
    /// The head or the body took too long.
    case timeout
    case bodyTooLarge
    case headTooLarge
    /// Too many requests in flight, or the server is stopping.
    case overloaded
    /// The handler dropped its responder, or its answer could not be sent.
    case noAnswer

    /// The status that belongs to it (RFC 9110, 15; RFC 6585, 5).
    package var status: Int {
        switch self {
        case .malformed: 400
        case .methodRefused: 405
        case .timeout: 408
        case .bodyTooLarge: 413
        case .headTooLarge: 431
        case .overloaded: 503
        case .noAnswer: 500
        }
    }
}
