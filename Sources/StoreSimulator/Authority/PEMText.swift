internal import Crypto

/// DER as text (RFC 7468).
enum PEMText {
    private static let columns = 64

    /// - Parameter label: `CERTIFICATE`, `PRIVATE KEY`.
    static func encode(_ label: String, _ der: [UInt8]) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Base64.encode(der, .standard)[...]
        while !rest.isEmpty {
            lines.append(String(rest.prefix(columns)))
            rest = rest.dropFirst(columns)
        }
        return (lines + ["-----END \(label)-----"]).joined(separator: "\n") + "\n"
    }
}

extension TestAuthority {
    /// Both roots, for whoever shall believe this store.
    package var rootsPEM: String { rootCertificates.map { PEMText.encode("CERTIFICATE", $0) }.joined() }
}
