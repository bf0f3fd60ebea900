internal import Crypto

/// The three segments of a compact JWS (RFC 7515, 7.1), still encoded.
struct CompactJWS {
    let header: ArraySlice<UInt8>
    let payload: ArraySlice<UInt8>
    let signature: ArraySlice<UInt8>
    /// The dot and the payload: with the header before them, what the signature covers.
    let dotAndPayload: ArraySlice<UInt8>

    /// - Parameter token: white space around it is taken away: it comes from copying, and no signature covers it.
    init(_ token: [UInt8]) throws(ProofError) {
        let token = token.trimmingWhiteSpace()
        let dot = UInt8(ascii: ".")
        guard let first = token.firstIndex(of: dot),
            let second = token[(first + 1)...].firstIndex(of: dot),
            !token[(second + 1)...].contains(dot)
        else { throw .badEncoding }
        header = token[..<first]
        payload = token[(first + 1)..<second]
        signature = token[(second + 1)...]
        dotAndPayload = token[first..<second]
    }

    /// - Returns: the bytes of a segment: base64url without padding, nothing else.
    static func decode(_ segment: ArraySlice<UInt8>) throws(ProofError) -> [UInt8] {
        guard let bytes = Base64.decode(segment, .url) else { throw .badEncoding }
        return bytes
    }
}

extension Array where Element == UInt8 {
    func trimmingWhiteSpace() -> ArraySlice<UInt8> {
        var slice = drop { isWhiteSpace($0) }
        while let last = slice.last, isWhiteSpace(last) { slice.removeLast() }
        return slice
    }
}

private func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (UInt8(ascii: "\t")...UInt8(ascii: "\r")).contains(byte)
}
