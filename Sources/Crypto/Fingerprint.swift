/// The SHA-256 of a certificate's DER bytes: names exactly that certificate.
package struct Fingerprint: Hashable, Sendable {
    package let bytes: [UInt8]

    package init(ofCertificate der: [UInt8]) { bytes = SHA256.hash(der) }

    /// - Parameter hex: 64 hexadecimal digits in any letter case, with colons or without, as openssl prints them.
    package init?(hex: String) {
        let digits = hex.filter { $0 != ":" }
        guard digits.utf8.count == 2 * SHA256.bytesCount else { return nil }
        var bytes: [UInt8] = []
        for start in stride(from: 0, to: digits.utf8.count, by: 2) {
            let pair = digits.utf8.dropFirst(start).prefix(2)
            guard let text = String(pair), text.allSatisfy(\.isHexDigit), let byte = UInt8(text, radix: 16) else {
                return nil
            }
            bytes.append(byte)
        }
        self.bytes = bytes
    }

    package var hex: String { hexadecimal(bytes) }
}

/// Two lower-case hexadecimal digits a byte.
package func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
        text.append(digits[Int(byte >> 4)])
        text.append(digits[Int(byte & 0x0F)])
    }
    return String(decoding: text, as: UTF8.self)
}
