/// What stands behind a server. All but `refusal` run on the server's only thread: they never wait.
package protocol RequestHandler: Sendable {
    /// Decides on a complete head, before a byte of the body is read.
    func admit(_ head: RequestHead) -> Admission

    /// Whether one more request may come in while `others` of at most `max` are in flight. Asked before `admit`; what
    /// has no room is refused with 503. The default fills all places, whatever it is that comes.
    func hasRoom(for head: RequestHead, besides others: Int, of max: Int) -> Bool

    /// Takes a complete request and returns at once. `responder` may answer inside this call (fastest: the request
    /// is not even suspended) or later, from any thread.
    func handle(_ request: Request, _ responder: Responder)

    /// Renders one of the server's own answers; may be called on any thread.
    func refusal(_ kind: HTTPRefusal, requestID: String) -> Response

    /// Called once for each request whose head was complete, after its answer was sent or the client went away.
    func completed(_ summary: ExchangeSummary)
}

extension RequestHandler {
    package func completed(_ summary: ExchangeSummary) {}
    package func hasRoom(for head: RequestHead, besides others: Int, of max: Int) -> Bool { others < max }
}

/// The handler's word on a head.
package enum Admission: Sendable {
    /// Read the body, at most so many bytes of it; 0 admits only requests without body.
    case accept(bodyBytesMax: Int)
    /// Answer now. If a body follows, it is not read and the connection ends.
    case refuse(Response)
}

/// One line of an access log.
package struct ExchangeSummary: Sendable {
    package let head: RequestHead
    package let requestID: String
    /// 0 if no answer was given.
    package let status: Int
    /// Of the body, as handed to the connection.
    package let bodyBytes: Int
    /// From the request line to the end of the answer.
    package let microseconds: Int
    /// False if the client went away or was cut off before the whole answer was sent.
    package let isComplete: Bool
}
