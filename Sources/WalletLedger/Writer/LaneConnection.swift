import Postgres
import WalletDomain

import struct FoundationEssentials.UUID

/// A lane's session and its leased row in `lanes`. Owned by the lane's thread.
final class LaneConnection {
    let session: any LaneSession
    let rowTypes: RowTypes
    private let holder = UUID()
    private(set) var lane: Int16 = 0
    /// The database's time of the last batch: the lease and the prices to load are counted from it.
    private(set) var lastTime = Instant(microseconds: 0)
    /// From here on a lost connection leaves the batch's outcome unknown.
    var commitWasSent = false

    /// How long a lane's row stays ours without a batch.
    private static let leaseMs: Int64 = 60_000

    init(_ session: any LaneSession) throws(PostgresError) {
        self.session = session
        rowTypes = try RowTypes(session)
        try lease()
    }

    var beat: CountBeat {
        CountBeat(lane: lane, holder: holder, leasedUntil: lastTime.adding(milliseconds: Self.leaseMs))
    }

    func sawTime(_ time: Instant) { lastTime = max(lastTime, time) }

    /// Takes a row that nobody leases, or makes one.
    private func lease() throws(PostgresError) {
        lastTime = try only(ReadClock()) ?? lastTime
        let until = lastTime.adding(milliseconds: Self.leaseMs)
        for _ in 0..<Limits.lanesMax {
            if let found = try only(LeaseLane(holder: holder, now: lastTime, until: until)) {
                lane = found
                return
            }
            if let made = try only(MakeLane(holder: holder, until: until)) {
                lane = made
                return
            }
        }
        throw .connectionLost("no lane's row could be leased")
    }

    private func only<S: Statement>(_ statement: S) throws(PostgresError) -> S.Row? {
        let pipeline = Pipeline()
        let ticket = pipeline.add(statement)
        try session.run(pipeline, deadlineMs: Limits.commandDeadlineMs)
        return ticket.rows.first
    }
}

/// A row whose lease is over and that no transaction holds.
struct LeaseLane: Statement {
    static let sql = """
        UPDATE lanes SET holder = $1, leased_until = $3
        WHERE lane = (SELECT lane FROM lanes WHERE leased_until < $2 ORDER BY lane LIMIT 1 FOR UPDATE SKIP LOCKED)
        RETURNING lane
        """
    let holder: UUID
    let now: Instant
    let until: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(holder)
        parameters.timestamp(microseconds: now.microseconds)
        parameters.timestamp(microseconds: until.microseconds)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int16 { try row.int2() }
}

/// The next row; none if another session made it at the same moment.
struct MakeLane: Statement {
    static let sql = """
        INSERT INTO lanes (lane, beat, holder, leased_until)
        SELECT coalesce(max(lane), 0) + 1, 0, $1, $2 FROM lanes
        ON CONFLICT DO NOTHING RETURNING lane
        """
    let holder: UUID
    let until: Instant

    func bind(_ parameters: inout Parameters) {
        parameters.uuid(holder)
        parameters.timestamp(microseconds: until.microseconds)
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Int16 { try row.int2() }
}
