internal import Crypto

/// The key beside `coffer seal`: who has the private half signs, the public half is enough to check.
enum SealKey: Sendable {
    case signs(Ed25519PrivateKey)
    case checks(Ed25519PublicKey)

    /// - Parameter pem: a `PRIVATE KEY` or a `PUBLIC KEY` block.
    init(pem: String) throws(CryptoError) {
        if let key = try? Ed25519PrivateKey(pem: pem) {
            self = .signs(key)
        } else {
            // Whatever else it is, this says so.
            self = .checks(try Ed25519PublicKey(pem: pem))
        }
    }

    var publicKey: Ed25519PublicKey {
        switch self {
        case .signs(let key): key.publicKey
        case .checks(let key): key
        }
    }
}
