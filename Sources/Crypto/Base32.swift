/// Base32 (RFC 4648, 6) without padding: how authenticator apps write secrets, and codes that people type.
package enum Base32 {
    private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(digits[Int(buffer >> UInt32(bits) & 0x1F)])
            }
            buffer &= 0xFF
        }
        if bits > 0 { text.append(digits[Int(buffer << UInt32(5 - bits) & 0x1F)]) }
        return String(decoding: text, as: UTF8.self)
    }
}
