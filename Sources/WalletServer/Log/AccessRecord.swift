internal import FoundationEssentials
internal import WalletDomain

/// One answered request, as the log tells it. No user ids, no tokens, no values of the query: the path is its template.
struct AccessRecord: Sendable {
    let at: Date
    let requestID: String
    let method: String
    /// The route's template; empty if no route was found.
    let route: String
    let status: Int
    /// The problem's code, if it was one.
    let code: ProblemCode?
    /// From the complete request to its answer.
    let microseconds: Int64
    /// The name of the API key; nil if nobody was recognized.
    let caller: String?
    /// Of the answer's body.
    let bytes: Int

    func write(to writer: inout JSONWriter) {
        writer.object { line in
            line.member("time", Instant(at).text)
            line.member("level", status >= 500 ? "error" : "info")
            line.member("message", "request")
            line.member("request_id", requestID)
            line.member("method", method)
            line.member("route", route)
            line.member("status", Int64(status))
            line.member("code", code?.rawValue)
            line.member("microseconds", microseconds)
            line.member("caller", caller)
            line.member("bytes", Int64(bytes))
        }
    }
}

extension Instant {
    /// A wall clock's time. Logs and verifiers use it; money is dated by the database.
    init(_ date: Date) { self.init(microseconds: Int64((date.timeIntervalSince1970 * 1_000_000).rounded(.down))) }
}
