import WalletDomain

import struct FoundationEssentials.UUID

/// The order of all that wallets own: bucket, then the UUID byte by byte, as the primary keys have it.
struct WalletKey: Hashable, Comparable {
    let bucket: Int16
    let uuid: UUID
    private let high: UInt64
    private let low: UInt64

    init(bucket: Int16, uuid: UUID) {
        self.bucket = bucket
        self.uuid = uuid
        let bytes = uuid.uuid
        high = Self.number(bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7)
        low = Self.number(bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15)
    }

    var wallet: WalletID { WalletID(uuid) }

    /// As in `psql`.
    var text: String { uuid.uuidString.lowercased() }

    static func < (left: Self, right: Self) -> Bool {
        (left.bucket, left.high, left.low) < (right.bucket, right.high, right.low)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.low == right.low && left.high == right.high && left.bucket == right.bucket
    }

    private static func number(
        _ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8, _ e: UInt8, _ f: UInt8, _ g: UInt8, _ h: UInt8
    ) -> UInt64 {
        let upper = UInt64(a) << 56 | UInt64(b) << 48 | UInt64(c) << 40 | UInt64(d) << 32
        return upper | UInt64(e) << 24 | UInt64(f) << 16 | UInt64(g) << 8 | UInt64(h)
    }
}

/// A row that belongs to a wallet.
protocol WalletOwned {
    var key: WalletKey { get }
}
