internal import Crypto

/// The In-App Purchase key with which our calls are signed: an EC key on P-256, as App Store Connect hands it out.
package struct StoreAPIKey: Equatable, Sendable {
    package enum Failure: Error, Equatable, Sendable {
        /// No `PRIVATE KEY` block, or a damaged one.
        case notPrivateKey
        /// A key of another kind: not the `.p8` file of an In-App Purchase key.
        case wrongKind
    }

    private let der: Secret

    /// - Parameter pem: the content of the `.p8` file.
    package init(pem: String) throws(Failure) {
        do throws(CryptoError) {
            let key = try PrivateKey(pem: pem)
            guard key.isP256 else { throw CryptoError.wrongKey }
            der = Secret(try key.der())
        } catch {
            throw error == .wrongKey ? .wrongKind : .notPrivateKey
        }
    }

    /// ES256 (RFC 7518, 3.4): r and s, 64 bytes.
    func sign(_ message: [UInt8]) throws(CryptoError) -> [UInt8] {
        try PrivateKey(der: der.bytes).signES256(message)
    }
}
