internal import Crypto
internal import FoundationEssentials
internal import WalletDomain

/// Ids that only support sees.
extension WireID {
    static func wallet(_ wallet: WalletID) -> String { "wal_" + hexadecimal(wallet.uuid.bytes) }
    static func approval(_ id: UUID) -> String { "apr_" + hexadecimal(id.bytes) }
    static func record(_ id: UUID) -> String { "rec_" + hexadecimal(id.bytes) }

    /// Also as a plain UUID: so the database and the exports name it.
    static func parseWallet(_ text: String) -> WalletID? {
        (uuid(text, "wal_") ?? UUID(canonical: text)).map(WalletID.init)
    }
    static func parseApproval(_ text: String) -> UUID? { uuid(text, "apr_") }
    static func parseRecord(_ text: String) -> UUID? { uuid(text, "rec_") }

    /// The wallet in which any operation stands, by its id, or by an event's.
    static func parseOperation(_ text: String) -> OperationID? {
        let prefixes = EntryKind.allCases.map(\.operationPrefix) + ["evt_"]
        return prefixes.lazy.compactMap { operation(of: text, prefix: $0) }.first
    }

    private static func uuid(_ text: String, _ prefix: String) -> UUID? {
        text.hasPrefix(prefix) ? uuid(text.dropFirst(prefix.count)) : nil
    }
}
