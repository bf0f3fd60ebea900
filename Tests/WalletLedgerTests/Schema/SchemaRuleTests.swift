import Testing

/// The rules of the schema that keep it fit to be spread over several nodes, held against the catalog.
@Suite(.serialized) struct SchemaRuleTests {
    /// Keyed by something else than the wallet, by name: the directory, purchases, catalogue, configuration.
    private static let keyedOtherwise = [
        "users", "user_wallets", "store_transactions", "app_account_tokens", "orders", "packs", "pack_versions",
        "items", "item_prices", "lanes", "callers", "api_keys", "installation", "migrations",
        "notifications", "consents", "consumption_requests", "unattributed_purchases", "audit_log",
        "notification_sweeps", "refund_walks", "seals", "user_merges", "erasure_key",
        "catalogue", "publications", "publication_items", "drafts", "draft_changes",
        "admins", "admin_recovery_codes", "admin_invitations", "admin_sessions", "audit_head",
        "approvals", "product_marks", "books_changes", "books_settings", "books_rules", "books_period_events",
        "apple_reports", "apple_report_rows", "apple_payments", "apple_payment_parts", "apple_fiscal_years",
    ]

    private func texts(_ sql: String) async throws -> [String] { try await StoreFixture().texts(sql) }

    @Test("Every primary and unique key of a wallet's tables begins with bucket and wallet")
    func keysBeginWithWallet() async throws {
        let keys = try await texts(
            """
            SELECT c.relname || ' ' || (
                SELECT string_agg(a.attname, ',' ORDER BY k.place)
                FROM unnest(i.indkey) WITH ORDINALITY k(number, place)
                JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number)
            FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
            WHERE c.relnamespace = 'coffer'::regnamespace AND i.indisunique
            """)
        let owned = keys.map { $0.split(separator: " ") }.filter { !Self.keyedOtherwise.contains(String($0[0])) }
        #expect(owned.count >= 6)
        for key in owned {
            #expect(key[1] == "bucket,wallet" || key[1].hasPrefix("bucket,wallet,"), "\(key[0]): \(key[1])")
        }
    }

    @Test("Every table has a primary key, and every wallet's table carries bucket and wallet, never null")
    func tablesCarryKeys() async throws {
        let without = try await texts(
            """
            SELECT c.relname FROM pg_catalog.pg_class c
            WHERE c.relnamespace = 'coffer'::regnamespace AND c.relkind = 'r' AND NOT EXISTS (
                SELECT FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary)
            """)
        #expect(without == [])
        let missing = try await texts(
            """
            SELECT c.relname FROM pg_catalog.pg_class c
            WHERE c.relnamespace = 'coffer'::regnamespace AND c.relkind = 'r'
                AND c.relname <> ALL (ARRAY[\(Self.keyedOtherwise.map { "'\($0)'" }.joined(separator: ","))])
                AND 2 <> (SELECT count(*) FROM pg_catalog.pg_attribute a
                    WHERE a.attrelid = c.oid AND a.attname IN ('bucket', 'wallet') AND a.attnotnull)
            """)
        #expect(missing == [])
    }

    @Test("There are no triggers, rules, sequences, functions, views, enums or deferred constraints")
    func doesWithout() async throws {
        let found = try await texts(
            """
            SELECT 'trigger ' || tgname FROM pg_catalog.pg_trigger t JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid
                WHERE c.relnamespace = 'coffer'::regnamespace AND NOT t.tgisinternal
            UNION ALL SELECT 'rule ' || rulename FROM pg_catalog.pg_rules WHERE schemaname = 'coffer'
            UNION ALL SELECT 'relation ' || relname FROM pg_catalog.pg_class
                WHERE relnamespace = 'coffer'::regnamespace AND relkind NOT IN ('r', 'i', 'c')
                AND relname <> ALL (ARRAY['asked'])
            UNION ALL SELECT 'function ' || proname FROM pg_catalog.pg_proc p
                WHERE pronamespace = 'coffer'::regnamespace AND NOT EXISTS (
                    SELECT FROM pg_catalog.pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e')
            UNION ALL SELECT 'enum ' || typname FROM pg_catalog.pg_type
                WHERE typnamespace = 'coffer'::regnamespace AND typtype = 'e'
            UNION ALL SELECT 'deferrable ' || conname FROM pg_catalog.pg_constraint
                WHERE connamespace = 'coffer'::regnamespace AND condeferrable
            UNION ALL SELECT 'identity ' || attname FROM pg_catalog.pg_attribute a
                JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
                WHERE c.relnamespace = 'coffer'::regnamespace AND attidentity <> ''
            """)
        #expect(found == [])
    }

    @Test("Foreign keys stand inside the catalogue and the keys only; no wallet points at another table")
    func foreignKeysStayInside() async throws {
        let found = try await texts(
            """
            SELECT conrelid::regclass || ' > ' || confrelid::regclass FROM pg_catalog.pg_constraint
            WHERE contype = 'f' AND connamespace = 'coffer'::regnamespace ORDER BY 1
            """)
        #expect(
            found.map { $0.split(separator: ".").joined() }.sorted() == [
                "admin_recovery_codes > admins", "admin_sessions > admins", "admins > callers", "api_keys > callers",
                "draft_changes > drafts", "item_prices > items", "pack_versions > packs",
                "publication_items > publications",
            ])
    }

    @Test("The one exclusion constraint is that of price windows")
    func excludesWindowsOnly() async throws {
        let found = try await texts(
            """
            SELECT relname FROM pg_catalog.pg_constraint k JOIN pg_catalog.pg_class c ON c.oid = k.conrelid
            WHERE contype = 'x' AND connamespace = 'coffer'::regnamespace
            """)
        #expect(found == ["item_prices"])
    }

    @Test("No column has a default: what a row says, a statement said")
    func hasNoDefaults() async throws {
        let found = try await texts(
            """
            SELECT c.relname || '.' || a.attname FROM pg_catalog.pg_attrdef d
            JOIN pg_catalog.pg_class c ON c.oid = d.adrelid
            JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.adnum
            WHERE c.relnamespace = 'coffer'::regnamespace
            """)
        #expect(found == [])
    }
}
