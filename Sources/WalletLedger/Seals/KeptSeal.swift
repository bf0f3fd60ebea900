package import Crypto
package import WalletDomain

/// A seal as `coffer seal` prints it, to be kept where who can change the database cannot change it.
///
/// Signed, it also says whose copy it is: the key stands elsewhere than the database. Lines and order:
/// `docs/chain.md`.
package struct KeptSeal: Hashable, Sendable {
    package let number: Int64
    package let sealedAt: Instant
    /// 32 bytes.
    package let root: [UInt8]
    package let signature: Signature?

    package struct Signature: Hashable, Sendable {
        /// The first bytes of the public key's SHA-256: tells keys apart, proves nothing.
        package let keyID: String
        /// 64 bytes.
        package let bytes: [UInt8]
    }

    package enum Fault: Error, Equatable {
        case unreadable
        case unsigned
        /// Signed with another key than the one at hand.
        case otherKey(String)
        /// What is signed is not what stands there.
        case forged
    }

    /// Without a signature.
    package init(_ seal: Seal) {
        number = seal.number
        sealedAt = seal.sealedAt
        root = seal.root
        signature = nil
    }

    /// The same, signed.
    package init(_ seal: KeptSeal, key: Ed25519PrivateKey) throws(CryptoError) {
        number = seal.number
        sealedAt = seal.sealedAt
        root = seal.root
        let keyID = key.publicKey.id
        let message = Self.message(number, sealedAt, root, keyID: keyID)
        signature = Signature(keyID: keyID, bytes: try key.sign(message))
    }

    /// - Parameter text: the lines of `text`, those behind them blank.
    package init(text: String) throws(Fault) {
        let lines = text.split(whereSeparator: \.isNewline).map { $0.split(separator: " ") }
        guard lines.count == 2 || lines.count == 4, lines[0].count == 4, lines[0][0] == "seal", lines[0][2] == "of",
            let number = Int64(lines[0][1]), let sealedAt = Instant(text: String(lines[0][3])),
            let root = Self.bytes(lines[1], "root", count: SHA256.bytesCount)
        else { throw .unreadable }
        self.number = number
        self.sealedAt = sealedAt
        self.root = root
        guard lines.count == 4 else {
            signature = nil
            return
        }
        guard lines[2].count == 2, lines[2][0] == "key",
            let signature = Self.bytes(lines[3], "signature", count: Ed25519PublicKey.signatureBytes)
        else { throw .unreadable }
        self.signature = Signature(keyID: String(lines[2][1]), bytes: signature)
    }

    /// As it is printed, without a line's end behind the last.
    package var text: String {
        guard let signature else { return Self.lines(number, sealedAt, root).joined(separator: "\n") }
        let signed = Self.lines(number, sealedAt, root) + ["key \(signature.keyID)"]
        return (signed + ["signature \(hexadecimal(signature.bytes))"]).joined(separator: "\n")
    }

    /// The key signed this very number, time and root.
    package func check(_ key: Ed25519PublicKey) throws(Fault) {
        guard let signature else { throw .unsigned }
        guard signature.keyID == key.id else { throw .otherKey(signature.keyID) }
        guard key.isValid(signature.bytes, of: Self.message(number, sealedAt, root, keyID: signature.keyID)) else {
            throw .forged
        }
    }

    private static func lines(_ number: Int64, _ sealedAt: Instant, _ root: [UInt8]) -> [String] {
        ["seal \(number) of \(sealedAt.text)", "root \(hexadecimal(root))"]
    }

    /// What is signed: the lines before the signature, each with its end, so that other tools can check it too.
    private static func message(_ number: Int64, _ sealedAt: Instant, _ root: [UInt8], keyID: String) -> [UInt8] {
        Array((lines(number, sealedAt, root) + ["key \(keyID)"]).map { $0 + "\n" }.joined().utf8)
    }

    private static func bytes(_ words: [Substring], _ name: String, count: Int) -> [UInt8]? {
        guard words.count == 2, words[0] == name, let bytes = HexText.parse(String(words[1])), bytes.count == count
        else { return nil }
        return bytes
    }
}

extension Ed25519PublicKey {
    private static let idBytes = 8

    package var id: String { hexadecimal(SHA256.hash(bytes).prefix(Self.idBytes)) }
}
