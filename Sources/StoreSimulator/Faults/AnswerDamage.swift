internal import HTTPServer

/// Answers that do not arrive whole: cut so that the client can tell, or half as if it were all.
enum AnswerDamage {
    static func apply(_ kind: Fault.Kind?, to response: Response) -> Response {
        guard let kind, case .bytes(let bytes) = response.body, !bytes.isEmpty else { return response }
        var damaged = response
        let half = Array(bytes.prefix(bytes.count / 2))
        damaged.body = kind == .cut ? .stream(ResponseStream(cutAfter: half)) : .bytes(half)
        return damaged
    }
}
