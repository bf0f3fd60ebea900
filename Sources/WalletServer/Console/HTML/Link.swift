internal import HTTPServer

/// An address of the console: a path below `/admin`, each piece of it encoded. There is no other way to make one, so a
/// page can lead nowhere else and no `javascript:` becomes a link.
struct Link: Hashable, Sendable {
    static let root = "admin"

    let text: String

    private init(checked text: String) { self.text = text }

    /// - Parameters:
    ///   - segments: behind `/admin`, as they are.
    ///   - query: in order; pairs without a value are left out.
    init(_ segments: String..., query: KeyValuePairs<String, String?> = [:], fragment: String? = nil) {
        self.init(segments, query: query.map { ($0.key, $0.value) }, fragment: fragment)
    }

    init(_ segments: [String], query: [(String, String?)] = [], fragment: String? = nil) {
        var text = "/" + ([Self.root] + segments).map { Self.encoded($0) }.joined(separator: "/")
        let pairs = query.compactMap { name, value in value.map { Self.encoded(name) + "=" + Self.encoded($0) } }
        if !pairs.isEmpty { text += "?" + pairs.joined(separator: "&") }
        if let fragment { text += "#" + Self.encoded(fragment) }
        self.text = text
    }

    /// Where somebody wanted to go before he had to say who he is; nil unless it is a page of ours.
    init?(wish: String) {
        let head = RequestHead(
            method: "GET", path: String(wish.prefix { $0 != "?" }),
            rawQuery: wish.firstIndex(of: "?").map { String(wish[wish.index(after: $0)...]) })
        guard wish.utf8.count <= Self.wishBytesMax, let segments = head.pathSegments, segments.first == Self.root,
            !segments.contains(where: { $0 == "." || $0 == ".." || $0.isEmpty }), let query = head.query
        else { return nil }
        self.init(Array(segments.dropFirst()), query: query.map { ($0.name, $0.value) })
    }

    private static let wishBytesMax = 1_024

    /// Of a link with a word of ours behind it (`telling`).
    init(told text: String) { self.text = text }

    /// A place on the same page.
    static func here(_ fragment: String) -> Link { Link(checked: "#" + encoded(fragment)) }

    /// For an authenticator app on the same device (Google's key URI format); nil unless it is one.
    static func authenticator(_ address: String) -> Link? {
        guard address.hasPrefix("otpauth://totp/") else { return nil }
        return Link(checked: address)
    }

    /// RFC 3986, 2.3: everything but the unreserved characters.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes.append(contentsOf: [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
