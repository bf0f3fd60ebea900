internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// What one publication did to items: a record each, chained as `InsertAuditRecord` chains them, by one statement that
/// moves the head once. One by one, two thousand records would leave two thousand dead versions of the head's one row,
/// over which every later record steps until they are vacuumed.
///
/// The head is locked before (`LockAuditHead`): this statement must see the newest one. `only_row`, by its index, tells
/// the planner that there is one head, however many dead ones it sees.
struct InsertItemRecords: Statement {
    typealias Row = Void
    let publication: Publication
    /// One of our constant names.
    let action: String
    let origin: String?
    let differences: [ItemDifference]

    static let sql = """
        WITH RECURSIVE facts (number, record, at, caller, action, subject, item, pack, publication, remark, approval,
            bucket, wallet, environment, transaction_id, reason, operation, before, after, origin) AS MATERIALIZED (
            SELECT n.number, n.record, $1::timestamptz, $2::integer, $3::text, NULL::text, n.item, NULL::text,
                $4::bigint, $5::text, NULL::uuid, NULL::smallint, NULL::uuid, NULL::smallint, NULL::text, NULL::bytea,
                NULL::bigint, n.before::jsonb, n.after::jsonb, $6::text
            FROM unnest($7::uuid[], $8::text[], $9::text[], $10::text[]) WITH ORDINALITY
                AS n (record, item, before, after, number)
        ), contents AS MATERIALIZED (
            SELECT array_agg(\(InsertAuditRecord.content) ORDER BY f.number) AS bytes, count(*) AS count FROM facts f
        ), chain (number, sequence, hash) AS (
            SELECT 0::bigint, h.sequence, h.hash FROM audit_head h WHERE h.only_row
            UNION ALL
            SELECT l.number + 1, l.sequence + 1,
                sha256(\(InsertAuditRecord.place("l.sequence", "l.hash")) || c.bytes[(l.number + 1)::integer])
            FROM chain l JOIN contents c ON l.number < c.count
        ), head AS (
            UPDATE audit_head h SET sequence = l.sequence, hash = l.hash
            FROM chain l JOIN contents c ON l.number = c.count WHERE h.only_row
        )
        INSERT INTO audit_log (sequence, hash, record, at, caller, action, subject, item, pack, publication, remark,
            approval, bucket, wallet, environment, transaction_id, reason, operation, before, after, origin)
        SELECT l.sequence, l.hash, f.record, f.at, f.caller, f.action, f.subject, f.item, f.pack, f.publication,
            f.remark, f.approval, f.bucket, f.wallet, f.environment, f.transaction_id, f.reason, f.operation, f.before,
            f.after, f.origin
        FROM facts f LEFT JOIN chain l ON l.number = f.number
        """

    func bind(_ parameters: inout Parameters) {
        parameters.instant(publication.createdAt)
        parameters.int4(publication.createdBy.number)
        parameters.text(action)
        parameters.int8(publication.number)
        parameters.text(publication.reason)
        parameters.text(origin)
        parameters.uuidArray(differences.map { _ in UUID() })
        parameters.textArray(differences.map(\.item.text))
        parameters.textArray(differences.map { $0.before.map { String(decoding: $0.json, as: UTF8.self) } })
        parameters.textArray(differences.map { String(decoding: $0.after.json, as: UTF8.self) })
    }
}

/// Nobody else writes a record until the end of the transaction.
struct LockAuditHead: Statement {
    static let sql = "SELECT sequence FROM audit_head FOR UPDATE"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int64 { try row.int8() }
}
