internal import Crypto
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// The pseudonym under which a wallet's user stands in exports: the first 8 bytes of SHA-256 over `user_ref` and the
/// wallet's 16 bytes. The same in every export, and no way to the app's user id.
struct UserReferences {
    /// 8 bytes, the first one highest.
    private var known: [UUID: UInt64] = [:]

    static let bytesCount = 8
    private static let salt = Array("user_ref".utf8)

    mutating func reference(of wallet: WalletID) -> UInt64 {
        if let reference = known[wallet.uuid] { return reference }
        if known.count >= Limits.exportUserReferencesMax { known.removeAll(keepingCapacity: true) }
        let digest = SHA256.hash(Self.salt + wallet.uuid.bytes)
        let reference = digest.prefix(Self.bytesCount).reduce(0) { $0 << 8 | UInt64($1) }
        known[wallet.uuid] = reference
        return reference
    }
}
