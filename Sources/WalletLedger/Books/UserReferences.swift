internal import Crypto
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// The pseudonym under which a wallet's user stands in exports: the first 8 bytes of SHA-256 over `user_ref` and the
/// wallet's 16 bytes. The same in every export, and no way to the app's user id.
package struct UserReferences: Sendable {
    /// 8 bytes, the first one highest.
    private var known: [UUID: UInt64] = [:]

    package static let bytesCount = 8
    private static let salt = Array("user_ref".utf8)

    package init() {}

    package mutating func reference(of wallet: WalletID) -> UInt64 {
        if let reference = known[wallet.uuid] { return reference }
        if known.count >= Limits.exportUserReferencesMax { known.removeAll(keepingCapacity: true) }
        var bytes = CanonicalBytes()
        bytes.append(wallet.uuid)
        let digest = SHA256.hash(Self.salt + bytes.all)
        let reference = digest.prefix(Self.bytesCount).reduce(0) { $0 << 8 | UInt64($1) }
        known[wallet.uuid] = reference
        return reference
    }

    /// As exports write it: `u_` and 16 hexadecimal digits.
    package mutating func text(of wallet: WalletID) -> String {
        let digits = String(reference(of: wallet), radix: 16)
        return "u_" + String(repeating: "0", count: 2 * Self.bytesCount - digits.count) + digits
    }
}
