internal import Crypto
internal import Foundation

/// Certificates as text (RFC 7468).
enum PEMFile {
    private static let begin = "-----BEGIN CERTIFICATE-----"
    private static let end = "-----END CERTIFICATE-----"
    private static let columns = 64

    /// DER of each certificate in the text; what is not base64 is left out.
    static func certificates(in text: String) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var body: String?
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingCharacters(in: .whitespaces) }) {
            if line == begin {
                body = ""
            } else if line == end, let base64 = body {
                // A damaged certificate is none; a file of nothing else is refused by the caller.
                if let der = Base64.decode(base64, .standard) { found.append(der) }
                body = nil
            } else {
                body? += line
            }
        }
        return found
    }

    static func text(of certificates: [[UInt8]]) -> String {
        certificates.map { der in
            var lines: [String] = []
            var rest = Base64.encode(der, .standard)[...]
            while !rest.isEmpty {
                lines.append(String(rest.prefix(columns)))
                rest = rest.dropFirst(columns)
            }
            return ([begin] + lines + [end]).joined(separator: "\n") + "\n"
        }.joined()
    }
}
