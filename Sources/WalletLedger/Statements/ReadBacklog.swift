internal import Postgres
internal import WalletDomain

/// Every count goes through an index of what waits.
struct ReadBacklog: Statement {
    static let sql = """
        SELECT n.count, n.seconds, p.count, p.seconds, c.count, c.seconds, u.count, u.seconds, s.seconds
        FROM (SELECT \(shiftedClock("$1")) AS at) clock,
        LATERAL (SELECT count(*), coalesce(extract(epoch FROM clock.at - min(received_at)), 0)::bigint AS seconds
            FROM notifications WHERE state = 1) n,
        LATERAL (SELECT count(*), coalesce(extract(epoch FROM clock.at - min(received_at)), 0)::bigint AS seconds
            FROM proofs WHERE state = 2) p,
        LATERAL (SELECT count(*), coalesce(extract(epoch FROM min(deadline_at) - clock.at), 0)::bigint AS seconds
            FROM consumption_requests WHERE state = 1) c,
        LATERAL (SELECT count(*), coalesce(extract(epoch FROM clock.at - min(u.found_at)), 0)::bigint AS seconds
            \(fromUnattributed)) u,
        LATERAL (SELECT coalesce(extract(epoch FROM clock.at - min(seen_until)), 0)::bigint AS seconds
            FROM notification_sweeps) s
        """
    let clockShiftMs: Int64

    func bind(_ parameters: inout Parameters) { parameters.int8(clockShiftMs) }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Backlog {
        try Backlog(
            notifications: row.int8(), notificationSeconds: row.int8(), proofs: row.int8(), proofSeconds: row.int8(),
            questions: row.int8(), questionSeconds: row.int8(), unattributed: row.int8(),
            unattributedSeconds: row.int8(), sweepSeconds: row.int8())
    }
}
