internal import Crypto

/// Elliptic curve keys as text (RFC 5958, RFC 7468).
enum KeyEncoding {
    /// `{ id-ecPublicKey, prime256v1 }` (RFC 5480, 2.1.1).
    private static let algorithm: [UInt8] = [
        0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D,
        0x03, 0x01, 0x07,
    ]

    /// - Parameter sec1: an `ECPrivateKey` on P-256 (RFC 5915).
    static func pem(sec1: [UInt8]) -> String {
        let content =
            ReceiptEncoding.integer(0) + algorithm + ReceiptEncoding.element(DERTag.octetString, sec1)
        return PEMText.encode("PRIVATE KEY", ReceiptEncoding.element(DERTag.sequence, content))
    }

    static func der(pem: String) throws(StoreRefusal) -> [UInt8] {
        let lines = pem.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("-----") }
        guard let der = Base64.decode(lines.joined(), .standard) else { throw .invalid("the key is no PEM text") }
        return der
    }
}
