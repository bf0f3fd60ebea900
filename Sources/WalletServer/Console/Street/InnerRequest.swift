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

    /// Instead of a body: a text of another type.
    var csv: String?
    /// Instead of a body: a file as it is.
    var file: [UInt8]?

    /// One member of a body.
    indirect enum Member: Sendable {
        case text(String)
        case number(Int64)
        case flag(Bool)
        case null
        case list([Member])
        case object([(String, Member?)])

        /// A time on the shop's clock, as a field for local times sends it.
        static func local(_ text: String) -> Member { .object([("local", .text(text))]) }
    }

    func request(for route: Route, id: String, from address: String) -> Request {
        var headers: [(String, String)] = []
        var bytes: [UInt8] = []
        if let file {
            headers.append(("Content-Type", "application/octet-stream"))
            bytes = file
        } else if let csv {
            headers.append(("Content-Type", "text/csv"))
            bytes = Array(csv.utf8)
        } else if route.method != .get, !body.isEmpty {
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
        writer.add(.object(body))
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func add(_ member: InnerRequest.Member) {
        switch member {
        case .text(let text): value(text)
        case .number(let number): value(number)
        case .flag(let flag): value(flag)
        case .null: null()
        case .list(let members): array { list in for member in members { list.add(member) } }
        case .object(let members):
            object { object in
                for case (let name, let member?) in members {
                    object.name(name)
                    object.add(member)
                }
            }
        }
    }
}
