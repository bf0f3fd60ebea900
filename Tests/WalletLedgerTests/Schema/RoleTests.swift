import Postgres
import Testing

/// P-5: whoever takes over the service cannot rewrite what is written.
@Suite(.serialized) struct RoleTests {
    @Test(
        "The service may add to what is insert-only, and neither change nor remove it",
        arguments: [
            "entries", "notes", "ownerships", "pack_versions", "item_prices", "callers", "installation", "seals",
            "takeovers", "erasure_key", "publications", "publication_items", "product_marks", "audit_log",
            "books_changes", "books_settings", "books_rules", "books_period_events",
            "apple_reports", "apple_report_rows", "apple_payments", "apple_payment_parts", "apple_fiscal_years",
        ])
    func insertOnly(table: String) async throws {
        let fixture = try await StoreFixture()
        let column = try await firstColumn(of: table, fixture)
        #expect(await fixture.serviceMay("UPDATE \(table) SET \(column) = \(column)") == false)
        #expect(await fixture.serviceMay("DELETE FROM \(table)") == false)
        #expect(await fixture.serviceMay("TRUNCATE \(table)") == false)
        #expect(await fixture.serviceMay("SELECT FROM \(table)") == true)
        #expect(try await mayInsert(table, fixture))
    }

    @Test("The service removes nothing from any table, and owns none")
    func removesNothing() async throws {
        let fixture = try await StoreFixture()
        let tables = try await fixture.texts(
            "SELECT tablename FROM pg_catalog.pg_tables WHERE schemaname = 'coffer'")
        #expect(tables.count >= 19)
        for table in tables {
            #expect(await fixture.serviceMay("DELETE FROM \(table)") == false, "\(table)")
            #expect(await fixture.serviceMay("TRUNCATE \(table)") == false, "\(table)")
            #expect(await fixture.serviceMay("DROP TABLE \(table)") == false, "\(table)")
            #expect(await fixture.serviceMay("ALTER TABLE \(table) DISABLE TRIGGER ALL") == false, "\(table)")
        }
    }

    @Test(
        "Of a price only the window's end may be changed",
        arguments: [
            ("price", false), ("version", false), ("valid_from", false), ("free", false), ("layer", false),
            ("item", false), ("created_by", false), ("valid_to", true),
        ])
    func pricesStay(column: String, may: Bool) async throws {
        let fixture = try await StoreFixture()
        #expect(await fixture.serviceMay("UPDATE item_prices SET \(column) = \(column)") == may)
    }

    @Test(
        "The service makes no objects and reads no other schema's secrets",
        arguments: [
            "CREATE TABLE coffer.mine (x int)", "CREATE TABLE public.mine (x int)", "CREATE SCHEMA mine",
            "SELECT rolpassword FROM pg_authid", "SET ROLE postgres",
            "UPDATE migrations SET name = name", "INSERT INTO migrations VALUES (9, 'x', '', 'epoch')",
        ])
    func makesNothing(sql: String) async throws {
        let fixture = try await StoreFixture()
        #expect(await fixture.serviceMay(sql) == false)
    }

    @Test("The report role reads and writes nothing")
    func reportReads() async throws {
        let fixture = try await StoreFixture()
        let writes = try await fixture.texts(
            """
            SELECT tablename || ' ' || privilege FROM pg_catalog.pg_tables,
                unnest(ARRAY['INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) privilege
            WHERE schemaname = 'coffer'
                AND has_table_privilege('coffer_report', schemaname || '.' || tablename, privilege)
            """)
        #expect(writes == [])
        let reads = try await fixture.texts(
            "SELECT has_table_privilege('coffer_report', 'coffer.entries', 'SELECT')::text")
        #expect(reads == ["true"])
    }

    private func firstColumn(of table: String, _ fixture: StoreFixture) async throws -> String {
        let names = try await fixture.texts(
            """
            SELECT attname FROM pg_catalog.pg_attribute
            WHERE attrelid = 'coffer.\(table)'::regclass AND attnum = 1
            """)
        return try #require(names.first)
    }

    private func mayInsert(_ table: String, _ fixture: StoreFixture) async throws -> Bool {
        try await fixture.texts("SELECT has_table_privilege('\(serviceLogin)', 'coffer.\(table)', 'INSERT')::text")
            == ["true"]
    }
}

extension StoreFixture {
    /// Whether PostgreSQL lets the service's role do it; false on 42501, nil on any other error.
    func serviceMay(_ sql: String) async -> Bool? {
        do {
            guard let state = try await serviceIsRefused(sql) else { return true }
            return state == .insufficientPrivilege ? false : nil
        } catch {
            return nil
        }
    }
}
