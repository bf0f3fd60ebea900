/// What the library read of a head, not yet believed.
struct RawHead {
    var method: [UInt8]
    var version: [UInt8]
    var headers: HeaderList
    /// Includes what the library cut off or joined.
    var bytes: Int
    /// A NUL hid in a name or value.
    var hasHiddenBytes: Bool
}

struct CheckedHead {
    let head: RequestHead
    /// `nil` without the header.
    let contentLength: Int?
    let hasBody: Bool
}

/// The rules that the library leaves to us: what can be read in two ways is refused (RFC 9112, 11.2).
struct HeadCheck {
    enum Verdict {
        case passed(CheckedHead)
        /// With the head for the log if it is readable.
        case refused(HTTPRefusal, RequestHead?)
    }

    let settings: HTTPServerSettings

    func check(_ raw: RawHead, target: [UInt8], remoteAddress: String) -> Verdict {
        guard raw.bytes <= settings.headBytesMax, raw.headers.count <= settings.headersMax else {
            return .refused(.headTooLarge, nil)
        }
        guard !raw.hasHiddenBytes, isText(raw.headers.bytes), let method = token(raw.method),
            let (path, query) = split(target, method: method)
        else { return .refused(.malformed, nil) }
        let head = RequestHead(
            method: method, path: path, rawQuery: query, headers: raw.headers, remoteAddress: remoteAddress)
        guard method != "TRACE", method != "CONNECT" else { return .refused(.methodRefused, head) }
        guard let framing = Framing(raw) else { return .refused(.malformed, head) }
        return .passed(CheckedHead(head: head, contentLength: framing.contentLength, hasBody: framing.hasBody))
    }

    /// UTF-8 without controls other than the tab (RFC 9110, 5.5).
    private func isText(_ bytes: [UInt8]) -> Bool {
        var isASCII = true
        for byte in bytes {
            if byte < 0x20 && byte != 0x09 || byte == 0x7F { return false }
            if byte >= 0x80 { isASCII = false }
        }
        return isASCII || String(validating: bytes, as: UTF8.self) != nil
    }

    private func token(_ bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Path and query of the forms `/path?query`, `http://host/path?query` and `*` (RFC 9112, 3.2).
    private func split(_ target: [UInt8], method: String) -> (path: String, query: String?)? {
        guard target.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { return nil }
        guard let text = String(validating: target, as: UTF8.self) else { return nil }
        if text == "*" { return method == "OPTIONS" ? (text, nil) : nil }
        guard let local = originForm(text) else { return nil }
        guard let mark = local.utf8.firstIndex(of: UInt8(ascii: "?")) else { return (String(local), nil) }
        return (String(local[..<mark]), String(local[local.utf8.index(after: mark)...]))
    }

    private func originForm(_ text: String) -> Substring? {
        if text.utf8.first == UInt8(ascii: "/") { return text[...] }
        let schemes = ["http://", "https://"]
        guard let scheme = schemes.first(where: { text.lowercased().hasPrefix($0) }) else { return nil }
        let rest = text.dropFirst(scheme.count)
        return rest.firstIndex(of: "/").map { rest[$0...] }
    }
}

/// How the body is delimited. Exactly one way, or the request is refused (RFC 9112, 6.1 and 6.3).
struct Framing {
    let contentLength: Int?
    let isChunked: Bool

    var hasBody: Bool { isChunked || contentLength ?? 0 > 0 }

    init?(_ raw: RawHead) {
        let isHTTP11 = raw.version == Array("HTTP/1.1".utf8)
        guard isHTTP11 || raw.version == Array("HTTP/1.0".utf8) else { return nil }
        let hosts = raw.headers.count(of: "Host")
        guard hosts == 1 || hosts == 0 && !isHTTP11 else { return nil }
        let lengths = raw.headers.count(of: "Content-Length")
        let codings = raw.headers.count(of: "Transfer-Encoding")
        guard lengths + codings <= 1, codings == 0 || isHTTP11 else { return nil }
        isChunked = codings == 1
        if isChunked, raw.headers["Transfer-Encoding"]?.lowercased() != "chunked" { return nil }
        guard lengths == 1 else {
            contentLength = nil
            return
        }
        guard let digits = raw.headers.valueBytes(of: "Content-Length"), let length = Self.number(digits) else {
            return nil
        }
        contentLength = length
    }

    /// Digits only: `Int(String)` would take a sign.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(String(decoding: digits, as: UTF8.self))
    }
}
