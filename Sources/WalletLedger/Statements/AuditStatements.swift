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
        INSERT INTO audit_log (bucket, wallet, environment, transaction_id, record, caller, action, reason, at, origin,
            before, after, approval)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, \(shiftedClock("$9")), $10, $11::jsonb, $12::jsonb, $13)
        """
    let record: UUID
    let caller: CallerID
    /// One of our constant names.
    let action: String
    /// Whose matter it is; nil: nobody's yet, then without a reason.
    let wallet: WalletID?
    let transaction: StoreTransaction.Key?
    let reason: [UInt8]?
    let clockShiftMs: Int64
    /// The address that the call came from.
    var origin: String?
    var before: AuditedFigures?
    var after: AuditedFigures?
    var approval: UUID?

    func bind(_ parameters: inout Parameters) {
        parameters.int2(wallet?.bucket)
        parameters.uuid(wallet?.uuid)
        parameters.int2(transaction?.environment.code)
        parameters.text(transaction?.id.text)
        parameters.uuid(record)
        parameters.int4(caller.number)
        parameters.text(action)
        parameters.bytes(reason)
        parameters.int8(clockShiftMs)
        parameters.text(origin)
        parameters.text(before?.json)
        parameters.text(after?.json)
        parameters.uuid(approval)
    }
}

/// What the batch's commands of admins changed: written with the change, so neither stands without the other.
struct InsertAuditedChanges: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO audit_log
            (record, at, caller, action, bucket, wallet, reason, operation, before, after, origin, approval)
        SELECT n.record, n.at, n.caller, n.action, n.bucket, n.wallet, n.reason, n.operation, n.before::jsonb,
            n.after::jsonb, n.origin, n.approval
        FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::text[], $5::smallint[], $6::uuid[], $7::bytea[],
            $8::bigint[], $9::text[], $10::text[], $11::text[], $12::uuid[])
            AS n (record, at, caller, action, bucket, wallet, reason, operation, before, after, origin, approval)
        """
    let changes: [AuditedChange]

    func bind(_ parameters: inout Parameters) {
        parameters.uuidArray(changes.map { _ in UUID() })
        parameters.timestampArray(microseconds: changes.map(\.at.microseconds))
        parameters.int4Array(changes.map(\.caller.number))
        parameters.textArray(changes.map(\.action.rawValue))
        parameters.int2Array(changes.map(\.wallet.bucket))
        parameters.uuidArray(changes.map(\.wallet.uuid))
        parameters.bytesArray(changes.map(\.reason))
        parameters.int8Array(changes.map(\.operation))
        parameters.textArray(changes.map(\.before.json))
        parameters.textArray(changes.map(\.after.json))
        parameters.textArray(changes.map(\.origin))
        parameters.uuidArray(changes.map(\.approval))
    }
}
