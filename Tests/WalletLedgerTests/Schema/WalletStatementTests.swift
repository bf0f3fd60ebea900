import Postgres
import Testing
import WalletLedger

/// PostgreSQL says itself how it would find the rows of each statement about wallets.
@Suite(.serialized) struct WalletStatementTests {
    private static let walletTables = ["wallets", "lots", "entries", "ownerships", "notes", "proofs", "holds"]

    @Test("Every statement about wallets finds its rows by bucket and wallet")
    func carriesTheKey() async throws {
        let fixture = try await StoreFixture()
        let conninfo = try await fixture.superuserConninfo
        #expect(WalletStatements.all.count >= 28)
        for (name, sql) in WalletStatements.all {
            let plan = try await explain(sql, conninfo: conninfo)
            #expect(!plan.isEmpty, "\(name)")
            for scan in scans(plan) where !scan.carriesKey { Issue.record("\(name): \(scan.lines)") }
        }
    }

    @Test("A statement that carries the wallet alone, or nothing, would be found")
    func wouldFail() async throws {
        let conninfo = try await StoreFixture().superuserConninfo
        for sql in ["SELECT * FROM wallets WHERE wallet = $1", "SELECT * FROM lots", "UPDATE lots SET held = $1"] {
            let plan = try await explain(sql, conninfo: conninfo)
            #expect(scans(plan).contains { !$0.carriesKey }, "\(sql)")
        }
    }

    private struct Scan {
        var lines: [String]
        /// An index scan whose condition names both columns.
        var carriesKey: Bool {
            lines.contains { $0.contains("Index Cond") && $0.contains("bucket =") && $0.contains("wallet =") }
        }
    }

    /// The scans of wallets' tables, each with the lines that describe it.
    private func scans(_ plan: [String]) -> [Scan] {
        var scans: [Scan] = []
        var inScan = false
        for line in plan {
            if line.contains("->") || line.contains("Scan") {
                inScan = line.contains("Scan") && Self.walletTables.contains { line.contains(" on \($0)") }
                if inScan { scans.append(Scan(lines: [])) }
            }
            if inScan { scans[scans.count - 1].lines.append(line.trimmingPrefix { $0 == " " }.description) }
        }
        return scans
    }

    /// The generic plan, with index scans wherever one is possible at all.
    private func explain(_ sql: String, conninfo: String) async throws -> [String] {
        let count = (1...40).last { sql.contains("$\($0)") } ?? 0
        let nulls = count == 0 ? "" : "(" + Array(repeating: "NULL", count: count).joined(separator: ", ") + ")"
        let settings = PostgresSettings(
            conninfo: conninfo,
            options: [
                ("search_path", "coffer, pg_catalog"), ("plan_cache_mode", "force_generic_plan"),
                ("enable_seqscan", "off"), ("enable_bitmapscan", "off"), ("enable_hashjoin", "off"),
                ("enable_mergejoin", "off"), ("enable_material", "off"),
            ])
        return try await PostgresConnection(settings).withSession { session in
            try session.runScript(
                """
                CREATE TEMP TABLE plan (place serial, line text);
                PREPARE asked AS \(sql);
                DO $do$ DECLARE found text; BEGIN
                    FOR found IN EXECUTE 'EXPLAIN (COSTS off) EXECUTE asked\(nulls)' LOOP
                        INSERT INTO plan (line) VALUES (found);
                    END LOOP;
                END $do$
                """, deadlineMs: 60_000)
            let pipeline = Pipeline()
            let ticket = pipeline.add(PlanLines())
            try session.run(pipeline, deadlineMs: 60_000)
            return ticket.rows
        }
    }
}

private struct PlanLines: Statement {
    static let sql = "SELECT line FROM plan ORDER BY place"
    static func decode(_ row: inout RowReader) throws(PostgresError) -> String { try row.text() }
}
