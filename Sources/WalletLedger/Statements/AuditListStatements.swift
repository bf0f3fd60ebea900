internal import Postgres
internal import WalletDomain

internal import struct FoundationEssentials.UUID

/// A page of the audit log, the newest first.
struct ListAuditRecords: Statement {
    static let sql = """
        SELECT \(auditColumns), c.name, n.text
        FROM audit_log a LEFT JOIN callers c ON c.caller = a.caller
            LEFT JOIN notes n ON n.bucket = a.bucket AND n.wallet = a.wallet AND n.digest = a.reason
        WHERE a.sequence < $1
            AND ($2::text IS NULL OR a.caller = (SELECT k.caller FROM callers k WHERE k.name = $2))
            AND ($3::text IS NULL OR a.action = $3) AND ($4::text IS NULL OR a.subject = $4)
            AND ($5::text IS NULL OR a.item = $5) AND ($6 OR a.wallet = ANY ($7::uuid[]))
            AND ($8::timestamptz IS NULL OR a.at >= $8) AND ($9::timestamptz IS NULL OR a.at < $9)
        ORDER BY a.sequence DESC LIMIT $10
        """
    let before: Int64
    let filter: AuditFilter
    let limit: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.int8(before)
        parameters.text(filter.actor)
        parameters.text(filter.action)
        parameters.text(filter.subject?.text)
        parameters.text(filter.item?.text)
        parameters.bool(filter.wallets == nil)
        parameters.uuidArray((filter.wallets ?? []).map(\.uuid))
        parameters.instant(filter.from)
        parameters.instant(filter.to)
        parameters.int8(limit)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AuditEntry {
        let sequence = try row.int8()
        let hash = try row.bytes()
        let record = try row.uuid()
        let at = try row.instant()
        let caller = CallerID(try row.int4())
        let action = try row.text()
        return AuditEntry(
            record: AuditRecord(
                sequence: sequence, hash: hash, record: record, at: at, caller: caller, action: action,
                subject: try row.optionalText(), item: try row.optionalText(), pack: try row.optionalText(),
                publication: try row.optionalInt8(), remark: try row.optionalText(), approval: try row.optionalUUID(),
                wallet: AuditRecord.Place(try row.optionalInt2(), try row.optionalUUID()),
                environment: try row.optionalInt2(), transaction: try row.optionalText(),
                reason: try row.optionalBytes(), operation: try row.optionalInt8(), before: try row.optionalText(),
                after: try row.optionalText(), origin: try row.optionalText()),
            actor: try row.optionalText(), reason: try row.optionalText())
    }
}

/// All of the audit log, in the order of its chain.
struct ListAuditLines: CopyStatement {
    var sql: String { "SELECT \(auditColumns) FROM audit_log a ORDER BY a.sequence" }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> AuditRecord {
        let sequence = try row.int8()
        let hash = try row.bytes()
        let record = try row.uuid()
        let at = Instant(microseconds: try row.timestamp())
        let caller = CallerID(try row.int4())
        let action = try row.text()
        return AuditRecord(
            sequence: sequence, hash: hash, record: record, at: at, caller: caller, action: action,
            subject: try row.optionalText(), item: try row.optionalText(), pack: try row.optionalText(),
            publication: try row.optionalInt8(), remark: try row.optionalText(), approval: try row.optionalUUID(),
            wallet: AuditRecord.Place(try row.optionalInt2(), try row.optionalUUID()),
            environment: try row.optionalInt2(), transaction: try row.optionalText(),
            reason: try row.optionalBytes(), operation: try row.optionalInt8(), before: try row.optionalText(),
            after: try row.optionalText(), origin: try row.optionalText())
    }
}

/// Where the chain ends; no row if somebody removed it.
struct ReadAuditHead: Statement {
    static let sql = "SELECT sequence, hash FROM audit_head"

    static func decode(_ row: inout RowReader) throws(PostgresError) -> AuditHead {
        AuditHead(sequence: try row.int8(), hash: try row.bytes())
    }
}

extension AuditRecord.Place {
    /// Both or neither: a constraint of the table.
    fileprivate init?(_ bucket: Int16?, _ uuid: UUID?) {
        guard let bucket, let uuid else { return nil }
        self.init(bucket: bucket, uuid: uuid)
    }
}

/// Of `audit_log a`, in the order in which both readers take them.
private let auditColumns = """
    a.sequence, a.hash, a.record, a.at, a.caller, a.action, a.subject, a.item, a.pack, a.publication, a.remark,
    a.approval, a.bucket, a.wallet, a.environment, a.transaction_id, a.reason, a.operation, a.before::text,
    a.after::text, a.origin
    """
