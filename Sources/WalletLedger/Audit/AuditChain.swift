internal import Crypto
internal import WalletDomain

/// The hash of a record of the audit log, as `docs/chain.md` says and `InsertAuditRecord` writes it in SQL: the two
/// check each other.
enum AuditChain {
    /// Before the first record.
    static let origin = [UInt8](repeating: 0, count: 32)
    private static let layout: UInt8 = 1

    /// SHA-256 of the record after `previous` (32 bytes).
    static func hash(of record: AuditRecord, after previous: [UInt8]) -> [UInt8] {
        var bytes = CanonicalBytes()
        bytes.append(layout)
        bytes.append(record.sequence)
        bytes.append(previous)
        bytes.append(record.record)
        bytes.append(record.at.microseconds)
        bytes.append(record.caller.number)
        for text in [
            record.action, record.subject, record.item, record.pack, record.remark, record.transaction, record.before,
            record.after, record.origin,
        ] {
            bytes.append(optional: text)
        }
        appendPlaces(of: record, to: &bytes)
        return SHA256.hash(bytes.all)
    }

    private static func appendPlaces(of record: AuditRecord, to bytes: inout CanonicalBytes) {
        bytes.append(flag: record.wallet != nil)
        if let wallet = record.wallet {
            bytes.append(wallet.bucket)
            bytes.append(wallet.uuid)
        }
        bytes.append(optional: record.environment)
        bytes.append(flag: record.reason != nil)
        if let reason = record.reason { bytes.append(reason) }
        bytes.append(optional: record.operation)
        bytes.append(optional: record.publication)
        bytes.append(flag: record.approval != nil)
        if let approval = record.approval { bytes.append(approval) }
    }
}
