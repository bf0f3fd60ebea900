import Foundation
import Testing

/// The database, asked by psql as its superuser: nothing of the service's own code takes part.
struct Books: Sendable {
    /// The superuser's conninfo.
    let conninfo: String

    private static let psql = "psql"

    /// Rows of `|`-separated columns.
    @discardableResult
    func ask(_ sql: String) async throws -> [[String]] {
        let command = [
            "/usr/bin/env", Self.psql, "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--set",
            "ON_ERROR_STOP=1", "--dbname", conninfo, "--command", "SET search_path = coffer, public", "--command", sql,
        ]
        let environment = ProcessInfo.processInfo.environment
        let running = try RunningProgram(command, environment: environment)
        let status = try await running.exitStatus()
        try #require(status == 0, "psql: \(running.errors)")
        return running.output.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        }
    }

    func number(_ sql: String) async throws -> Int {
        let rows = try await ask(sql)
        return try #require(rows.first?.first.flatMap { Int($0) }, "no number: \(sql)")
    }

    /// Every sentence names a rule and how often it is broken; none if the books are whole.
    func brokenRules() async throws -> [String] {
        try await ask(Self.rules).map { "\($0[0]): \($0[1])" }
    }

    /// The invariants once more, in other words than the service's: reliability INV-1, 2, 3, 8.
    private static let rules = """
        WITH legs AS (
            SELECT bucket, wallet, sequence, debit AS account, -coins AS coins FROM entries
            UNION ALL SELECT bucket, wallet, sequence, credit, coins FROM entries),
        users_side AS (
            SELECT bucket, wallet, sequence, sum(coins) FILTER (WHERE account = 9100) AS paid,
                sum(coins) FILTER (WHERE account = 9110) AS bonus, sum(coins) FILTER (WHERE account = 9120) AS promo
            FROM legs GROUP BY 1, 2, 3),
        running AS (
            SELECT bucket, wallet, sequence,
                coalesce(sum(paid) OVER w, 0) AS paid, coalesce(sum(bonus) OVER w, 0) AS bonus,
                coalesce(sum(promo) OVER w, 0) AS promo
            FROM users_side WINDOW w AS (PARTITION BY bucket, wallet ORDER BY sequence)),
        found AS (
            SELECT 'the sum over all accounts is not zero' AS rule,
                (SELECT count(*) FROM (SELECT sum(coins) FROM legs HAVING sum(coins) <> 0) s) AS times
            UNION ALL SELECT 'a balance is not the sum of its entries', count(*) FROM entries e
                JOIN running r USING (bucket, wallet, sequence)
                WHERE (e.paid_after, e.bonus_after, e.promo_after) IS DISTINCT FROM (r.paid, r.bonus, r.promo)
            UNION ALL SELECT 'a balance was below zero', count(*) FROM running WHERE least(paid, bonus, promo) < 0
            UNION ALL SELECT 'a wallet is not as its last entry says', count(*) FROM wallets w
                JOIN entries e USING (bucket, wallet)
                WHERE e.sequence = w.sequence AND (w.paid, w.bonus, w.promo) IS DISTINCT FROM
                    (e.paid_after, e.bonus_after, e.promo_after)
            UNION ALL SELECT 'a sequence has a gap', count(*) FROM (
                SELECT w.sequence, count(e.sequence) AS n, max(e.sequence) AS last FROM wallets w
                LEFT JOIN entries e USING (bucket, wallet) GROUP BY w.bucket, w.wallet, w.sequence) s
                WHERE s.sequence <> n OR n <> coalesce(last, 0)
            UNION ALL SELECT 'lots do not hold what the balance says', count(*) FROM (
                SELECT w.paid + w.bonus + w.promo AS total, coalesce(sum(l.issued - l.consumed - l.removed), 0) AS left
                FROM wallets w LEFT JOIN lots l USING (bucket, wallet) GROUP BY w.bucket, w.wallet) s
                WHERE total <> s.left
            UNION ALL SELECT 'held coins are not what lots and open holds say', count(*) FROM (
                SELECT w.held, (SELECT coalesce(sum(l.held), 0) FROM lots l
                        WHERE l.bucket = w.bucket AND l.wallet = w.wallet) AS lots,
                    (SELECT coalesce(sum(h.coins), 0) FROM holds h
                        WHERE h.bucket = w.bucket AND h.wallet = w.wallet AND h.state = 1) AS holds
                FROM wallets w) s WHERE s.held <> s.lots OR s.held <> s.holds
            UNION ALL SELECT 'held coins are not what the last entry says', count(*) FROM wallets w
                JOIN entries e USING (bucket, wallet) WHERE e.sequence = w.sequence AND w.held <> e.held_after
            UNION ALL SELECT 'a purchase was credited twice', count(*) FROM (
                SELECT transaction_id FROM entries WHERE kind = 1 GROUP BY transaction_id HAVING count(*) > 1) s
            UNION ALL SELECT 'a purchase is not as its row says', count(*) FROM store_transactions t
                WHERE t.credited_by IS NOT NULL AND NOT EXISTS (
                    SELECT FROM entries e WHERE e.wallet = t.wallet AND e.transaction_id = t.transaction_id)
            UNION ALL SELECT 'an idempotency key did two things', count(*) FROM (
                SELECT wallet, caller, key FROM entries WHERE key IS NOT NULL GROUP BY 1, 2, 3 HAVING count(*) > 1) s)
        SELECT rule, times FROM found WHERE times > 0
        """
}
