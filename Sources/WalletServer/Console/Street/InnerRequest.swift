internal import HTTPServer
internal import WalletDomain

/// A call of the API as a page makes it: the same path, query and body that a client would send.
struct InnerRequest: Sendable {
    /// Of the path, by the names between its braces.
    var path: [String: String] = [:]
    var query: [(String, String?)] = []
    var body: [(String, Member?)] = []
    /// Of commands: made with the form, so that a form that is sent twice does it once.
    var idempotencyKey: String?
    var ifMatch: String?

    /// One member of a body.
    enum Member: Sendable {
        case text(String)
        case number(Int64)
        case flag(Bool)
        case list([String])
    }

    func request(for route: Route, id: String, from address: String) -> Request {
        var headers: [(String, String)] = []
        var bytes: [UInt8] = []
        if route.method != .get, !body.isEmpty {
            headers.append(("Content-Type", "application/json"))
            bytes = json
        }
        if let idempotencyKey { headers.append(("Idempotency-Key", idempotencyKey)) }
        if let ifMatch { headers.append(("If-Match", ifMatch)) }
        let head = RequestHead(
            method: route.method.rawValue, path: filled(route), rawQuery: rawQuery, headers: HeaderList(headers),
            remoteAddress: address)
        return Request(head: head, body: bytes, id: id)
    }

    private func filled(_ route: Route) -> String {
        route.template.split(separator: "/").map { segment in
            guard segment.hasPrefix("{") else { return "/" + segment }
            return "/" + Link.encoded(path[String(segment.dropFirst().dropLast())] ?? "")
        }.joined()
    }

    private var rawQuery: String? {
        let pairs = query.compactMap { name, value in value.map { Link.encoded(name) + "=" + Link.encoded($0) } }
        return pairs.isEmpty ? nil : pairs.joined(separator: "&")
    }

    private var json: [UInt8] {
        var writer = JSONWriter(reservingBytes: 256)
        writer.object { object in
            for (name, member) in body {
                switch member {
                case nil: continue
                case .text(let text): object.member(name, text)
                case .number(let number): object.member(name, number)
                case .flag(let flag): object.member(name, flag)
                case .list(let texts): object.array(name) { list in for text in texts { list.value(text) } }
                }
            }
        }
        return writer.bytes
    }
}
