internal import Crypto
internal import WalletDomain

/// A new API key. Its text is shown once and never stored.
package struct APIKey: Sendable {
    package let text: String
    /// SHA-256 of the text: 32 bytes, what is stored.
    package let digest: [UInt8]
    /// The first characters, so that people can tell keys apart.
    package let hint: String

    private static let prefix = "cfr_"
    private static let secretBytes = 32
    private static let hintCharacters = 8

    package static func generate() -> APIKey { APIKey(text: prefix + Base64.encode(randomBytes(secretBytes), .url)) }

    /// Up to 128 visible ASCII characters. Which of them are kept for others the ledger knows.
    package static func isName(_ name: String) -> Bool {
        (1...Limits.nameBytesMax).contains(name.utf8.count) && name.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    package init(text: String) {
        self.text = text
        digest = SHA256.hash(Array(text.utf8))
        hint = String(text.prefix(Self.hintCharacters))
    }
}
