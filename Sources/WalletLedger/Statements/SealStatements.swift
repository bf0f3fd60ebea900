import Postgres
import WalletDomain

/// The heads of the wallets that have entries above one cut and at or below another, in the order of wallets.
struct ListSealedHeads: CopyStatement {
    let after: JournalCut
    let upTo: JournalCut

    /// Numbers of ours only. A range of the index for each lane; the server sorts what moved, on its disk if it is
    /// much.
    var sql: String {
        let ranges = upTo.lanes.filter { upTo[$0] > after[$0] }
            .map { "(e.lane = \($0) AND e.beat > \(after[$0]) AND e.beat <= \(upTo[$0]))" }
        return """
            SELECT DISTINCT ON (e.bucket, e.wallet) e.bucket, e.wallet, e.sequence, e.hash FROM entries e
            WHERE \(ranges.isEmpty ? "false" : ranges.joined(separator: " OR "))
            ORDER BY e.bucket, e.wallet, e.sequence DESC
            """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> SealedHead {
        SealedHead(
            key: WalletKey(bucket: try row.int2(), uuid: try row.uuid()), sequence: try row.int8(),
            hash: try row.bytes())
    }
}

struct FindNewestSeal: Statement {
    static let sql = """
        SELECT seal, sealed_at, lanes, beats, wallets, root, audit_sequence, audit_hash FROM seals
        ORDER BY seal DESC LIMIT 1
        """

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Seal {
        let number = try row.int8()
        let at = try row.instant()
        let lanes = try row.int2Array()
        let beats = try row.int8Array()
        let wallets = try row.int8()
        let root = try row.bytes()
        return Seal(
            number: number, sealedAt: at, cut: JournalCut(lanes: lanes, beats: beats), wallets: wallets,
            audit: AuditHead(try row.optionalInt8(), try row.optionalBytes()), root: root)
    }
}

/// All seals, the oldest first.
struct ListSeals: CopyStatement {
    var sql: String {
        """
        SELECT seal, sealed_at, lanes, beats, wallets, root, audit_sequence, audit_hash FROM seals ORDER BY seal
        """
    }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> Seal {
        let number = try row.int8()
        let at = Instant(microseconds: try row.timestamp())
        let lanes = try row.int2Array()
        let beats = try row.int8Array()
        let wallets = try row.int8()
        let root = try row.bytes()
        return Seal(
            number: number, sealedAt: at, cut: JournalCut(lanes: lanes, beats: beats), wallets: wallets,
            audit: AuditHead(try row.optionalInt8(), try row.optionalBytes()), root: root)
    }
}

/// Of two that make the same seal the first one counts: no row is inserted for the other.
struct InsertSeal: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO seals (seal, sealed_at, lanes, beats, wallets, root, audit_sequence, audit_hash)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (seal) DO NOTHING
        """
    let seal: Seal

    func bind(_ parameters: inout Parameters) {
        parameters.int8(seal.number)
        parameters.instant(seal.sealedAt)
        parameters.int2Array(seal.cut.lanes)
        parameters.int8Array(seal.cut.lanes.map { seal.cut[$0] })
        parameters.int8(seal.wallets)
        parameters.bytes(seal.root)
        parameters.int8(seal.audit?.sequence)
        parameters.bytes(seal.audit?.hash)
    }
}

extension JournalCut {
    /// As the table keeps it; a lane that stands there twice counts as it is found last.
    fileprivate init(lanes: [Int16], beats: [Int64]) {
        self.init(beats: Dictionary(zip(lanes, beats)) { $1 })
    }
}

/// The hash of the audit log's record of a number; no row if it is not there.
struct FindAuditHash: CopyStatement {
    let sequence: Int64

    /// A number of ours only.
    var sql: String { "SELECT hash FROM audit_log WHERE sequence = \(sequence)" }

    static func decode(_ row: inout CopyRowReader) throws(PostgresError) -> [UInt8] { try row.bytes() }
}

extension AuditHead {
    /// Both or neither: a constraint of the table.
    fileprivate init?(_ sequence: Int64?, _ hash: [UInt8]?) {
        guard let sequence, let hash else { return nil }
        self.init(sequence: sequence, hash: hash)
    }
}
