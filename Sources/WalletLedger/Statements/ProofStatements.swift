internal import Postgres
internal import WalletDomain

/// Where a proof is kept: with whom brought it, by its SHA-256.
struct ProofKey: Sendable {
    let wallet: WalletID
    let digest: [UInt8]
}

enum ProofQueue: SettlingQueue {
    static let table = "proofs"
    static let key = ["bucket", "wallet", "digest"]
    static let turn = "next_attempt_at"
    static let isWaiting = "state = 2"
    static let order = "next_attempt_at"
    static let columns = "wallet, kind, digest, bytes, state, attempts, received_at, next_attempt_at"
    static let settled = "state = $4"

    static func bind(_ key: ProofKey, to parameters: inout Parameters) {
        parameters.wallet(key.wallet)
        parameters.bytes(key.digest)
    }

    static func bind(_ state: ProofRecord.State, clockShiftMs: Int64, to parameters: inout Parameters) {
        parameters.int2(state.rawValue)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ProofRecord {
        let wallet = try row.walletID()
        let proof = StoredProof(kind: try row.code(), digest: try row.bytes(), bytes: try row.bytes())
        return ProofRecord(
            wallet: wallet, proof: proof, state: try row.code(), attempts: try row.int4(),
            receivedAt: try row.instant(), nextAttemptAt: try row.optionalInstant())
    }
}

/// A settled proof waits again if something in it does: one purchase of a receipt may be credited, another not.
struct InsertPendingProof: Statement {
    typealias Row = Void
    static let sql = """
        INSERT INTO proofs
            (bucket, wallet, digest, kind, state, attempts, received_at, next_attempt_at, bytes)
        SELECT $1, $2, $3, $4, 2, 0, clock.at, clock.at + $6 * interval '1 millisecond', $7
        FROM (SELECT \(shiftedClock("$5")) AS at) clock
        ON CONFLICT (bucket, wallet, digest) DO UPDATE
            SET state = 2, next_attempt_at = excluded.next_attempt_at WHERE proofs.state <> 2
        """
    let wallet: WalletID
    let proof: StoredProof
    let retryInMs: Int64
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.bytes(proof.digest)
        parameters.int2(proof.kind.rawValue)
        parameters.int8(clockShiftMs)
        parameters.int8(retryInMs)
        parameters.bytes(proof.bytes)
    }
}

/// A range of digests, so that the key's index finds it.
struct FindProof: Statement {
    static let sql = """
        SELECT \(ProofQueue.columns) FROM proofs
        WHERE bucket = $1 AND wallet = $2 AND digest >= $3 AND digest <= $4 ORDER BY digest LIMIT 1
        """
    let wallet: WalletID
    let digestPrefix: [UInt8]

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.bytes(digestPrefix)
        parameters.bytes(digestPrefix + [UInt8](repeating: 0xFF, count: max(0, 32 - digestPrefix.count)))
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> ProofRecord { try ProofQueue.decode(&row) }
}

struct WakeProofs: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE proofs SET next_attempt_at = \(shiftedClock("$1"))
        WHERE state = 2 AND next_attempt_at > \(shiftedClock("$1"))
        """
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(clockShiftMs) }
}

/// Waits again, for now.
struct ReviveProof: Statement {
    typealias Row = Void
    static let sql = """
        UPDATE proofs SET state = 2, next_attempt_at = \(shiftedClock("$4"))
        WHERE bucket = $1 AND wallet = $2 AND digest = $3 AND state <> 1
        """
    let wallet: WalletID
    let digest: [UInt8]
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) {
        parameters.wallet(wallet)
        parameters.bytes(digest)
        parameters.int8(clockShiftMs)
    }
}
