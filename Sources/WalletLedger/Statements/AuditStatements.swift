internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// A reason's text, beside the wallet: erased with its user while the digest stays in the log.
struct InsertNote: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO notes (bucket, wallet, digest, text) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING
        """
    let wallet: WalletID
    /// SHA-256: 32 bytes.
    let digest: [UInt8]
    let text: String

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.bytes(digest)
        parameters.text(text)
    }
}

/// What somebody decided by hand. Never changed, never deleted.
struct InsertAuditRecord: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO audit_log (bucket, wallet, environment, transaction_id, record, caller, action, reason, at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, \(shiftedClock("$9")))
        """
    let record: UUID
    let caller: CallerID
    /// One of our constant names.
    let action: String
    /// Whose matter it is; nil: nobody's yet, then without a reason.
    let wallet: WalletID?
    let transaction: StoreTransaction.Key
    let reason: [UInt8]?
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int2(wallet?.bucket)
        parameters.uuid(wallet?.uuid)
        parameters.key(transaction)
        parameters.uuid(record)
        parameters.int4(caller.number)
        parameters.text(action)
        parameters.bytes(reason)
        parameters.int8(clockShiftMs)
    }
}
