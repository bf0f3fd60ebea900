internal import Crypto

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

    package init(text: String) {
        self.text = text
        digest = SHA256.hash(Array(text.utf8))
        hint = String(text.prefix(Self.hintCharacters))
    }
}
