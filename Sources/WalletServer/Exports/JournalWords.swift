internal import WalletDomain

internal import struct FoundationEssentials.UUID

extension EntryKind {
    /// In front of the id under which the API knows the operation.
    var operationPrefix: String {
        switch self {
        case .sold: "crd_"
        case .granted: "grt_"
        case .spent: "spd_"
        case .expired: "exp_"
        case .refunded: "rfd_"
        case .debtSettled: "dbt_"
        case .refundReversed: "rev_"
        case .debtWrittenOff: "wof_"
        case .undone: "und_"
        case .ownershipEnded: "own_"
        case .held: "hld_"
        case .holdReleased: "rls_"
        case .holdExpired: "hxp_"
        case .adjusted: "adj_"
        case .forfeited: "fft_"
        case .merged, .mergedSpent, .mergedRefund, .mergedSettlement: "mrg_"
        }
    }
}

extension CSVBuffer {
    /// A wallet's UUID in small letters, with the dashes of RFC 9562 or without.
    mutating func append(_ wallet: WalletID, dashed: Bool) {
        let all = wallet.uuid.uuid
        appendHex(all.0, all.1, all.2, all.3)
        if dashed { append(byte: UInt8(ascii: "-")) }
        appendHex(all.4, all.5)
        if dashed { append(byte: UInt8(ascii: "-")) }
        appendHex(all.6, all.7)
        if dashed { append(byte: UInt8(ascii: "-")) }
        appendHex(all.8, all.9)
        if dashed { append(byte: UInt8(ascii: "-")) }
        appendHex(all.10, all.11, all.12, all.13)
        appendHex(all.14, all.15)
    }

    private mutating func appendHex(_ first: UInt8, _ second: UInt8) {
        appendHex(first)
        appendHex(second)
    }

    private mutating func appendHex(_ first: UInt8, _ second: UInt8, _ third: UInt8, _ fourth: UInt8) {
        appendHex(first, second)
        appendHex(third, fourth)
    }
}
