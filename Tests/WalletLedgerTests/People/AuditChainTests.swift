import FoundationEssentials
import Postgres
import TestSupport
import Testing
import WalletDomain

@testable import WalletLedger

/// The audit log: chained by one statement, read by number, changed by nobody.
@Suite(.serialized) struct AuditChainTests {
    private func verify(_ fixture: StoreFixture, namedMax: Int = 5) async throws -> VerifyReport {
        let settings = LedgerSettings.export(conninfo: try await fixture.superuserConninfo)
        return try await Verifier(settings, namedMax: namedMax).run()
    }

    private func rules(_ fixture: StoreFixture) async throws -> [String] {
        try await verify(fixture).findings.named.map { "\($0.rule.rawValue) \($0.key)" }
    }

    /// A record with everything in it is none that any act writes.
    private static let dropChecks = """
        DO $$ DECLARE c record; BEGIN
            FOR c IN SELECT conname FROM pg_catalog.pg_constraint
                WHERE conrelid = 'coffer.audit_log'::regclass AND contype = 'c' LOOP
                EXECUTE format('ALTER TABLE audit_log DROP CONSTRAINT %I', c.conname);
            END LOOP;
        END $$
        """

    private func uncheckedFixture() async throws -> StoreFixture {
        let fixture = try await StoreFixture()
        try await fixture.execute(Self.dropChecks)
        return fixture
    }

    /// Every field that there is, and texts that are awkward to count.
    private func full(_ number: Int) throws -> InsertAuditRecord {
        InsertAuditRecord(
            caller: CallerID(1), action: "test", subject: .other("test", "é 金币 \u{1F4B0}\n\"'\\ \(number)"),
            item: try ItemID("course-a"), pack: try PackID("coins-500"), publication: 7, remark: "因为",
            approval: UUID(), wallet: WalletID(UUID()),
            transaction: StoreTransaction.Key(environment: .sandbox, id: try TransactionID("20000001")),
            reason: [UInt8](repeating: 3, count: 32), operation: 5, before: #"{"b": 1.50, "a": "é\u0001"}"#,
            after: #"{"list": [1, 2, {"x": null}]}"#, origin: "2001:db8::1", clockShiftMs: 0)
    }

    private func bare(_ action: String, at: Instant? = nil) -> InsertAuditRecord {
        InsertAuditRecord(caller: CallerID(99), action: action, at: at, clockShiftMs: 0)
    }

    @Test("what SQL chains the verifier computes too, whatever the records hold")
    func chains() async throws {
        let fixture = try await uncheckedFixture()
        try await fixture.database.change(bare("first"))
        for number in 0..<3 { try await fixture.database.change(full(number)) }
        try await fixture.database.change(bare("last", at: Instant(microseconds: -1)))
        let report = try await verify(fixture)
        #expect(report.auditRecords == 5 && report.findings.isEmpty, "\(report.findings.named)")
    }

    @Test("records of transactions at one moment are one chain, and a transaction that is undone leaves no gap")
    func concurrent() async throws {
        let fixture = try await StoreFixture(connections: 8)
        let database = fixture.database
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    struct Undone: Error {}
                    do {
                        try await database.attempt { step in
                            try step.change(bare("act-\(number)"))
                            try step.change(bare("act-\(number)-too"))
                            if number.isMultiple(of: 5) { throw Undone() }
                        }
                    } catch is Undone {}
                }
            }
            try await group.waitForAll()
        }
        let report = try await verify(fixture)
        #expect(report.auditRecords == 64 && report.findings.isEmpty, "\(report.findings.named)")
        #expect(try await fixture.texts("SELECT max(sequence) FROM audit_log") == ["64"])
    }

    @Test("each change of each field, and each row that is gone or added, is named, the first first")
    func tampering() async throws {
        let edits = [
            "action = 'other'", "caller = 2", "at = at + interval '1 microsecond'", "subject = subject || ' '",
            "subject = NULL", "item = 'course-b'", "pack = NULL", "publication = 8", "remark = 'x'",
            "approval = gen_random_uuid()", "wallet = gen_random_uuid()", "bucket = bucket + 1", "environment = 1",
            "transaction_id = '20000002'", "reason = sha256('')", "operation = 6", "before = '{}'",
            "after = after || '{\"x\": 1}'", "origin = '::1'", "record = gen_random_uuid()",
            "hash = sha256('')",
        ]
        let fixture = try await uncheckedFixture()
        for number in 0...edits.count { try await fixture.database.change(full(number)) }
        try await fixture.execute(
            edits.enumerated().map { "UPDATE audit_log SET \($1) WHERE sequence = \($0 + 1)" }.joined(separator: ";"))
        let named = try await verify(fixture, namedMax: 100).findings.named
        for number in 1...edits.count {
            #expect(named.contains { $0.key == String(number) && $0.rule == .auditHash }, "\(edits[number - 1])")
        }
        // The one behind a hash that was changed is chained to what stood there.
        #expect(named.count == edits.count + 1)
    }

    @Test("a record that is gone, one in between, and a last one that is gone are told apart")
    func missing() async throws {
        let fixture = try await uncheckedFixture()
        for number in 0..<5 { try await fixture.database.change(full(number)) }
        try await fixture.execute("DELETE FROM audit_log WHERE sequence = 3")
        #expect(try await rules(fixture) == ["audit_missing 3"])
        try await fixture.execute("DELETE FROM audit_log WHERE sequence = 5")
        #expect(try await rules(fixture) == ["audit_missing 3", "audit_head "])
        try await fixture.execute("DELETE FROM audit_head")
        await #expect(throws: WalletError.internalError) { try await fixture.database.change(bare("more")) }
        #expect(try await fixture.texts("SELECT count(*) FROM audit_log") == ["3"])
    }

    @Test("a seal holds the audit log's head: a chain that was written anew does not fit it")
    func sealed() async throws {
        let ledger = try await VerifyFixture()
        let database = LedgerDatabase(pool: PostgresPool(ledger.writers.settings, size: 2)) { Issue.record("\($0)") }
        try await ledger.fill(1)
        let acts = try await AuditReader(database).page(AuditFilter(), limit: 10).count
        for number in 0..<3 { try await database.change(bare("act-\(number)")) }
        let seal = try #require(try await Sealer(database).seal()).seal
        #expect(seal.audit?.sequence == Int64(acts + 3))
        try await database.change(bare("later"))
        let settings = LedgerSettings.export(
            conninfo: try await ledger.writers.cluster.conninfo(database: ledger.writers.database))
        #expect(try await Verifier(settings, namedMax: 9).run().findings.isEmpty)
        // Somebody removes the record before the last and chains the rest again.
        try await ledger.writers.execute(
            """
            DELETE FROM audit_log; UPDATE audit_head SET sequence = 0, hash = decode(repeat('00', 32), 'hex')
            """)
        for number in [0, 1] { try await database.change(bare("act-\(number)")) }
        try await database.change(bare("later"))
        let named = try await Verifier(settings, namedMax: 9).run().findings.named
        #expect(named.map { "\($0.rule.rawValue) \($0.key)" } == ["seal 1"])
    }

    @Test("fifty records of one moment come in pages of twenty as fifty different ones")
    func pages() async throws {
        let fixture = try await StoreFixture()
        let moment = Instant(microseconds: 1_700_000_000_000_000)
        for number in 0..<50 { try await fixture.database.change(bare("act-\(number)", at: moment)) }
        let reader = AuditReader(fixture.database)
        var seen: [AuditEntry] = []
        var sizes: [Int] = []
        repeat {
            let page = try await reader.page(AuditFilter(), before: seen.last?.record.sequence, limit: 20)
            sizes.append(page.count)
            seen += page
        } while sizes.last == 20
        #expect(sizes == [20, 20, 10] && Set(seen.map(\.record.record)).count == 50)
        #expect(seen.map(\.record.sequence) == Array((1...50).reversed()))
    }

    @Test("filters find by actor, action, item, subject, wallet and time")
    func filters() async throws {
        let fixture = try await StoreFixture()
        let caller = try await KeyStore(fixture.database).caller(named: "shop")
        let wallet = WalletID(UUID())
        let item = try ItemID("course-z")
        let early = Instant(microseconds: 1_000_000)
        try await fixture.database.change(bare("first", at: early))
        try await fixture.database.change(
            InsertAuditRecord(
                caller: caller, action: "second", subject: .key("shop"), item: item, publication: 1, remark: "dearer",
                after: "{}", clockShiftMs: 0))
        try await fixture.database.change(
            InsertAuditRecord(caller: caller, action: "third", wallet: wallet, clockShiftMs: 0))
        let reader = AuditReader(fixture.database)
        func found(_ set: (inout AuditFilter) -> Void) async throws -> [String] {
            var filter = AuditFilter()
            set(&filter)
            return try await reader.page(filter, limit: 10).map(\.record.action)
        }
        #expect(try await found { _ in } == ["third", "second", "first"])
        #expect(try await found { $0.actor = "shop" } == ["third", "second"])
        #expect(try await found { $0.actor = "nobody" } == [])
        #expect(try await found { $0.action = "first" } == ["first"])
        #expect(try await found { $0.item = item } == ["second"])
        #expect(try await found { $0.subject = .key("shop") } == ["second"])
        #expect(try await found { $0.wallets = [wallet] } == ["third"])
        #expect(try await found { $0.wallets = [] } == [])
        #expect(try await found { $0.to = early } == [])
        #expect(try await found { $0.to = early.adding(milliseconds: 1) } == ["first"])
        #expect(try await found { $0.from = early.adding(milliseconds: 1) } == ["third", "second"])
    }

    @Test(
        "P-5: the service may add records, and neither change nor remove one",
        arguments: [
            "UPDATE audit_log SET action = action", "UPDATE audit_log SET hash = hash WHERE sequence = 1",
            "DELETE FROM audit_log", "TRUNCATE audit_log", "ALTER TABLE audit_log DISABLE TRIGGER ALL",
            "DELETE FROM audit_head", "TRUNCATE audit_head", "INSERT INTO audit_head VALUES (true, 0, sha256(''))",
        ])
    func insertOnly(sql: String) async throws {
        let fixture = try await StoreFixture()
        try await fixture.database.change(bare("first"))
        #expect(try await fixture.serviceIsRefused(sql) == .insufficientPrivilege)
    }

    @Test("reports see no password, secret or session", arguments: ["password", "totp_secret", "*"])
    func reports(column: String) async throws {
        let fixture = try await StoreFixture()
        for table in ["admins", "admin_sessions", "admin_invitations", "admin_recovery_codes"] {
            let may = try await fixture.texts(
                "SELECT has_table_privilege('coffer_report', 'coffer.\(table)', 'SELECT')")
            #expect(may == ["false"], "\(table)")
        }
        guard column != "*" else { return }
        let may = try await fixture.texts(
            "SELECT has_column_privilege('coffer_report', 'coffer.admins', '\(column)', 'SELECT')")
        #expect(may == ["false"])
    }
}
