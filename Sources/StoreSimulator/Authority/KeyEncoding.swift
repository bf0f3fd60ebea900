internal import Crypto

/// Elliptic curve keys as text (RFC 5958, RFC 7468).
enum KeyEncoding {
    private static let begin = "-----BEGIN PRIVATE KEY-----"
    private static let end = "-----END PRIVATE KEY-----"
    private static let columns = 64
    /// `{ id-ecPublicKey, prime256v1 }` (RFC 5480, 2.1.1).
    private static let algorithm: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x03, 0x01, 0x07,
    ]

    /// - Parameter sec1: an `ECPrivateKey` on P-256 (RFC 5915).
    static func pem(sec1: [UInt8]) -> String {
        let content =
            ReceiptEncoding.integer(0) + algorithm + ReceiptEncoding.element(DERTag.octetString, sec1)
        let base64 = Base64.encode(ReceiptEncoding.element(DERTag.sequence, content), .standard)
        var lines = [begin]
        var rest = base64[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(columns)))
            rest = rest.dropFirst(columns)
        }
        return (lines + [end]).joined(separator: "\n") + "\n"
    }

    static func der(pem: String) throws(StoreRefusal) -> [UInt8] {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let der = Base64.decode(lines.joined(), .standard) else { throw .invalid("the key is no PEM text") }
        return der
    }
}
