internal import HTTPServer
internal import WalletDomain

/// What an endpoint says: a JSON object, rendered in one place. Same content, same bytes.
protocol Answer: Sendable {
    var status: Int { get }
    var headers: [(String, String)] { get }
    /// Set if the answer is a refusal: its document comes first, the members below follow.
    var problem: Problem? { get }
    /// Set if the answer may be kept by the client: it gets an ETag.
    var maxAgeSeconds: Int64? { get }
    func write(to object: inout JSONWriter)
}

extension Answer {
    var status: Int { 200 }
    var headers: [(String, String)] { [] }
    var problem: Problem? { nil }
    var maxAgeSeconds: Int64? { nil }
}

extension Problem: Answer {
    var status: Int { code.status }
    var problem: Problem? { self }
    func write(to object: inout JSONWriter) {}
}

/// Turns answers into responses.
enum Rendering {
    static let json = ("Content-Type", "application/json")
    static let problem = ("Content-Type", "application/problem+json")
    static let notStored = ("Cache-Control", "no-store")

    /// - Parameter ifNoneMatch: the header of that name, where the client sent it.
    static func response(_ answer: some Answer, requestID: String, ifNoneMatch: String? = nil) -> Response {
        var writer = JSONWriter(reservingBytes: 512)
        writer.object { object in
            answer.problem?.write(to: &object, requestID: requestID)
            answer.write(to: &object)
        }
        if let problem = answer.problem {
            let headers = [Self.problem, notStored] + problem.statusHeaders + answer.headers
            return Response(status: problem.code.status, headers: headers, body: .bytes(writer.bytes))
        }
        if let maxAgeSeconds = answer.maxAgeSeconds {
            return cached(writer.bytes, maxAgeSeconds: maxAgeSeconds, ifNoneMatch: ifNoneMatch, answer.headers)
        }
        return Response(status: answer.status, headers: [json, notStored] + answer.headers, body: .bytes(writer.bytes))
    }

    private static func cached(
        _ bytes: [UInt8], maxAgeSeconds: Int64, ifNoneMatch: String?, _ headers: [(String, String)]
    ) -> Response {
        let tag = EntityTag(of: bytes)
        let all = [("ETag", tag.text), ("Cache-Control", "private, max-age=\(maxAgeSeconds)")] + headers
        guard !tag.isNamed(in: ifNoneMatch) else { return Response(status: 304, headers: all) }
        return Response(status: 200, headers: [json] + all, body: .bytes(bytes))
    }
}
