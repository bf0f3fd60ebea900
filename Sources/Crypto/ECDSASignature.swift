/// The two ways to write an ECDSA signature: OpenSSL speaks DER, JWS has r and s side by side (RFC 7518, 3.4).
enum ECDSASignature {
    private static let numberBytes = 32

    /// - Parameter raw: r and s, 32 bytes each, big-endian.
    static func der(fromRaw raw: [UInt8]) -> [UInt8] {
        let numbers = integer(raw[..<numberBytes]) + integer(raw[numberBytes...])
        return [DERTag.sequence, UInt8(numbers.count)] + numbers  // at most 70 bytes: one length byte
    }

    /// DER INTEGER: no leading zeros, except one before a high bit, which would mean a negative number.
    private static func integer(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var digits = bytes.drop { $0 == 0 }
        if digits.isEmpty { digits = [0] }
        let sign: [UInt8] = digits[digits.startIndex] >= 0x80 ? [0] : []
        return [DERTag.integer, UInt8(sign.count + digits.count)] + sign + digits
    }

    /// - Returns: r and s, 32 bytes each.
    /// - Throws: if `der` is no signature on P-256.
    static func raw(fromDER der: [UInt8]) throws(DERError) -> [UInt8] {
        var outer = DERReader(der)
        var inner = DERReader(der, try outer.next(DERTag.sequence))
        let r = try inner.next(DERTag.integer)
        let s = try inner.next(DERTag.integer)
        guard outer.isAtEnd, inner.isAtEnd, let left = padded(der[r]), let right = padded(der[s]) else {
            throw .malformed(offset: 0)
        }
        return left + right
    }

    private static func padded(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
        let digits = digits.drop { $0 == 0 }
        guard digits.count <= numberBytes else { return nil }
        return [UInt8](repeating: 0, count: numberBytes - digits.count) + digits
    }
}
