internal import Crypto
package import WalletDomain

/// A root over the heads of all chains that moved between two cuts, chained to the seal before.
///
/// Twin: table `seals`. Layout: `docs/chain.md`.
package struct Seal: Hashable, Sendable {
    /// 1, 2, 3, …
    package let number: Int64
    package let sealedAt: Instant
    package let cut: JournalCut
    /// How many wallets moved since the seal before.
    package let wallets: Int64
    /// 32 bytes.
    package let root: [UInt8]
    /// Where the audit log stood; nil for a seal from before its chain.
    package let audit: AuditHead?

    /// Before the first seal.
    static let originRoot = [UInt8](repeating: 0, count: 32)
    private static let layout: UInt8 = 1
    private static let layoutWithAudit: UInt8 = 2

    package var rootText: String { hexadecimal(root) }

    init(number: Int64, sealedAt: Instant, cut: JournalCut, wallets: Int64, audit: AuditHead?, root: [UInt8]) {
        self.number = number
        self.sealedAt = sealedAt
        self.cut = cut
        self.wallets = wallets
        self.audit = audit
        self.root = root
    }

    /// Computes the root.
    /// - Parameter previous: the root of the seal before.
    init(
        number: Int64, sealedAt: Instant, cut: JournalCut, heads: SealedHeads, audit: AuditHead?,
        after previous: [UInt8]
    ) {
        var bytes = CanonicalBytes()
        bytes.append(audit == nil ? Self.layout : Self.layoutWithAudit)
        bytes.append(number)
        bytes.append(previous)
        bytes.append(sealedAt.microseconds)
        bytes.append(Int32(cut.lanes.count))
        for lane in cut.lanes {
            bytes.append(lane)
            bytes.append(cut[lane])
        }
        bytes.append(heads.count)
        bytes.append(heads.digest)
        if let audit {
            bytes.append(audit.sequence)
            bytes.append(audit.hash)
        }
        self.init(
            number: number, sealedAt: sealedAt, cut: cut, wallets: heads.count, audit: audit,
            root: SHA256.hash(bytes.all))
    }
}

/// SHA-256 over the heads of the wallets that moved, in the order of wallets, however many they are.
struct SealedHeads: Sendable {
    private(set) var count: Int64 = 0
    private var hash = SHA256()
    private var buffer = CanonicalBytes()

    mutating func add(_ head: SealedHead) {
        buffer.removeAll()
        buffer.append(head.key.uuid)
        buffer.append(head.sequence)
        buffer.append(head.hash)
        hash.update(buffer.all)
        count += 1
    }

    var digest: [UInt8] { hash.finish() }
}

/// Where a wallet's chain stood at a cut: its last entry at or below.
struct SealedHead {
    let key: WalletKey
    let sequence: Int64
    let hash: [UInt8]
}
