internal import Crypto

/// A strong validator (RFC 9110, 8.8.3): same bytes, same tag.
struct EntityTag: Sendable {
    /// With its quotes.
    let text: String
    private static let digestBytes = 16

    init(of bytes: [UInt8]) {
        text = "\"" + Base64.encode(Array(SHA256.hash(bytes).prefix(Self.digestBytes)), .url) + "\""
    }

    /// - Parameter header: the value of `If-None-Match`: `*` or a list; a weak tag of the same text matches (13.1.2).
    func isNamed(in header: String?) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let tag = part.filter { $0 != " " && $0 != "\t" }
            return tag == "*" || tag == text || tag == "W/" + text
        }
    }
}
