internal import Crypto
package import WalletDomain

/// What stands in the place of an erased user's id: its HMAC under a secret of the installation. Whoever names the user
/// again can be told so; nobody finds the user from the name.
package struct Pseudonyms: Sendable {
    private let key: [UInt8]?

    /// Of an installation that cannot erase anybody.
    package static let none = Pseudonyms(key: nil)

    /// - Parameter key: a secret of at least `Limits.pseudonymKeyBytesMin` bytes, always the same one.
    package init(key: [UInt8]?) { self.key = key }

    package var isAvailable: Bool { key != nil }

    private static let prefix = "erased:"

    /// Nil without a secret.
    package func name(of user: UserID) -> UserID? {
        guard let key else { return nil }
        // 7 and 64 characters: always a user id.
        return try? UserID(Self.prefix + hexadecimal(HMACSHA256.authenticate(Array(user.text.utf8), key: key)))
    }

    /// Whether the text was put in the place of a user's id. Somebody may be called so; nobody is named by it.
    package static func isName(_ user: UserID) -> Bool { user.text.hasPrefix(prefix) }

    /// The same for the same secret, and no way to it.
    var proof: [UInt8]? { key.map { HMACSHA256.authenticate(Array("coffer/erasure".utf8), key: $0) } }
}
