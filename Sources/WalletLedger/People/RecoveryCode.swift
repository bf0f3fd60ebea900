internal import Crypto

/// Stands in for one code of the app, once: 80 random bits, written for people.
package struct RecoveryCode: Hashable, Sendable {
    /// `ABCD-EFGH-IJKL-MNOP`
    package let text: String
    /// SHA-256 of the letters: what is stored. Nobody guesses 80 bits, so that a slow hash would add nothing.
    package let digest: [UInt8]

    private static let bytes = 10
    private static let letters = 16
    private static let groupLetters = 4

    package static func generate() -> RecoveryCode { RecoveryCode(letters: Base32.encode(randomBytes(bytes))) }

    /// As somebody typed it: letter case, spaces and dashes do not count. Nil if it cannot be one.
    package init?(typed text: String) {
        let letters = text.uppercased().filter { $0 != " " && $0 != "-" }
        guard letters.utf8.count == Self.letters, letters.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
        else { return nil }
        self.init(letters: letters)
    }

    private init(letters: String) {
        digest = SHA256.hash(Array(letters.utf8))
        text = stride(from: 0, to: letters.count, by: Self.groupLetters)
            .map { String(letters.dropFirst($0).prefix(Self.groupLetters)) }.joined(separator: "-")
    }
}
