-- What an admin's command changed, in the record that its transaction writes. Twin: AuditedChange.swift.

ALTER TABLE audit_log
    -- In the journal of the record's wallet.
    ADD COLUMN operation bigint CHECK (operation > 0),
    -- Figures by name; never a text about people.
    ADD COLUMN before    jsonb,
    ADD COLUMN after     jsonb,
    -- The address that the call came from.
    ADD COLUMN origin    text,
    ADD CONSTRAINT audit_log_changes CHECK (
        (operation IS NULL) = (before IS NULL) AND (operation IS NULL) = (after IS NULL)
        AND (operation IS NULL OR wallet IS NOT NULL)),
    -- A debt is written off for a reason.
    ADD CONSTRAINT audit_log_reasons CHECK (action <> 'write_off_debt' OR (operation > 0 AND reason IS NOT NULL));
