-- What the service may do and what it may not: it cannot rewrite the journal, whoever has taken it over.
-- Login roles are members of these; both are shared by all databases of the server.

DO $$
DECLARE
    wanted text;
BEGIN
    FOREACH wanted IN ARRAY ARRAY['coffer_service', 'coffer_report'] LOOP
        IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = wanted) THEN
            BEGIN
                EXECUTE format('CREATE ROLE %I NOLOGIN', wanted);
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL; -- another database of this server made it at the same moment
            END;
        END IF;
    END LOOP;
    EXECUTE format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT USAGE ON SCHEMA %I TO coffer_service, coffer_report', current_schema());
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO coffer_service, coffer_report', current_schema());
END
$$;

REVOKE CREATE ON SCHEMA public FROM PUBLIC;

-- Journal, notes and catalogue history: insert only.
GRANT INSERT ON entries, notes, ownerships, pack_versions, item_prices, callers, installation TO coffer_service;
-- States: insert and update, never delete.
GRANT INSERT, UPDATE ON
    users, user_wallets, wallets, lots, proofs, store_transactions, app_account_tokens, orders, packs, items, lanes,
    api_keys TO coffer_service;
-- Of a price only the end of its window may be brought forward.
GRANT UPDATE (valid_to) ON item_prices TO coffer_service;
