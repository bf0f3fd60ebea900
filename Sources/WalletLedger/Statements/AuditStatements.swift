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

/// What somebody decided by hand, or was not allowed to. Never changed, never deleted; chained to the record before.
///
/// The head of the chain stays locked to the end of the transaction. So this is the last statement of each that has
/// one: whoever waits for the head holds what he needs, and nobody waits in a circle. Layout: `docs/chain.md`. Twin:
/// `AuditChain.swift`.
struct InsertAuditRecord: Statement {
    typealias Row = Void
    let record: UUID
    let caller: CallerID
    /// One of our constant names.
    let action: String
    /// What it is about, as `AuditSubject` writes it; nil: the wallet or the purchase alone.
    let subject: String?
    let item: ItemID?
    let pack: PackID?
    /// The version of the catalogue that it made.
    let publication: Int64?
    /// Why, in words about the shop, never about people.
    let remark: String?
    /// The row of `approvals` under which it was proposed, decided or done.
    var approval: UUID?
    /// Whose matter it is; nil: nobody's yet, then without a reason.
    let wallet: WalletID?
    let transaction: StoreTransaction.Key?
    /// SHA-256 of a text in `notes`: 32 bytes.
    let reason: [UInt8]?
    /// In the wallet's journal.
    let operation: Int64?
    /// JSON: figures by name, never a text about people or a secret.
    var before: String?
    var after: String?
    /// The address that the call came from.
    var origin: String?
    /// Nil: the database's clock.
    let at: Instant?
    let clockShiftMs: Int64

    init(
        record: UUID = UUID(), caller: CallerID, action: String, subject: AuditSubject? = nil, item: ItemID? = nil,
        pack: PackID? = nil, publication: Int64? = nil, remark: String? = nil, approval: UUID? = nil,
        wallet: WalletID? = nil, transaction: StoreTransaction.Key? = nil, reason: [UInt8]? = nil,
        operation: Int64? = nil, before: String? = nil, after: String? = nil, origin: String? = nil,
        at: Instant? = nil, clockShiftMs: Int64
    ) {
        self.record = record
        self.caller = caller
        self.action = action
        self.subject = subject?.text
        self.item = item
        self.pack = pack
        self.publication = publication
        self.remark = remark
        self.approval = approval
        self.wallet = wallet
        self.transaction = transaction
        self.reason = reason
        self.operation = operation
        self.before = before
        self.after = after
        self.origin = origin
        self.at = at
        self.clockShiftMs = clockShiftMs
    }

    /// What a batch's command of an admin changed: written with the change, so neither stands without the other.
    init(_ change: AuditedChange) {
        self.init(
            caller: change.caller, action: change.action.rawValue, approval: change.approval, wallet: change.wallet,
            reason: change.reason, operation: change.operation, before: change.before.json, after: change.after.json,
            origin: change.origin, at: change.at, clockShiftMs: 0)
    }

    mutating func tell(_ before: AuditedFigures, became after: AuditedFigures) {
        self.before = before.json
        self.after = after.json
    }

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(record)
        parameters.instant(at)
        parameters.int8(clockShiftMs)
        parameters.int4(caller.number)
        parameters.text(action)
        parameters.text(subject)
        parameters.text(item?.text)
        parameters.text(pack?.text)
        parameters.int8(publication)
        parameters.text(remark)
        parameters.uuid(approval)
        parameters.int2(wallet?.bucket)
        parameters.uuid(wallet?.uuid)
        parameters.int2(transaction?.environment.code)
        parameters.text(transaction?.id.text)
        parameters.bytes(reason)
        parameters.int8(operation)
        parameters.text(before)
        parameters.text(after)
        parameters.text(origin)
    }
}

extension InsertAuditRecord {
    /// Without a head (somebody removed it) the record has no number and is refused: nothing is done unrecorded.
    static let sql = """
        WITH facts (record, at, caller, action, subject, item, pack, publication, remark, approval, bucket, wallet,
            environment, transaction_id, reason, operation, before, after, origin) AS MATERIALIZED (
            SELECT $1::uuid, coalesce($2::timestamptz, \(shiftedClock("$3"))), $4::integer, $5::text, $6::text,
                $7::text, $8::text, $9::bigint, $10::text, $11::uuid, $12::smallint, $13::uuid, $14::smallint,
                $15::text, $16::bytea, $17::bigint, $18::text::jsonb, $19::text::jsonb, $20::text
        ), head AS (
            UPDATE audit_head h SET sequence = h.sequence + 1,
                hash = sha256(\(place("h.sequence", "h.hash")) || \(content))
            FROM facts f RETURNING h.sequence, h.hash
        )
        INSERT INTO audit_log (sequence, hash, record, at, caller, action, subject, item, pack, publication, remark,
            approval, bucket, wallet, environment, transaction_id, reason, operation, before, after, origin)
        SELECT h.sequence, h.hash, f.* FROM facts f LEFT JOIN head h ON true
        """

    private static let present = #"'\x01'::bytea"#
    private static let absent = #"'\x00'::bytea"#

    /// The first bytes of a record: its place after a head of that sequence and hash.
    static func place(_ sequence: String, _ hash: String) -> String {
        "\(present) || int8send(\(sequence) + 1) || \(hash)"
    }

    /// The other bytes of the record `f`.
    static let content =
        ([
            "uuid_send(f.record)", "int8send((extract(epoch FROM f.at) * 1000000)::bigint)", "int4send(f.caller)",
        ]
        + [
            "action", "subject", "item", "pack", "remark", "transaction_id", "before::text", "after::text", "origin",
        ].map { optional(text("f." + $0)) }
        + [
            "int2send(f.bucket) || uuid_send(f.wallet)", "int2send(f.environment)", "f.reason",
            "int8send(f.operation)", "int8send(f.publication)", "uuid_send(f.approval)",
        ].map { optional($0) }).joined(separator: " || ")

    private static func text(_ value: String) -> String {
        "int4send(octet_length(\(value))) || convert_to(\(value), 'UTF8')"
    }

    /// What is NULL makes the whole concatenation NULL.
    private static func optional(_ bytes: String) -> String { "coalesce(\(present) || \(bytes), \(absent))" }
}
