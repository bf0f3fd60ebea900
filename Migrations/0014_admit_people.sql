-- Admins with two factors, their sessions, keys that end, and an audit log whose records are chained.
-- Times of people are the service's clock, given as parameters; the log's are the database's.

-- Who calls: 1 an API key's name, 2 an admin, 3 the service itself. Names of admins begin with 'admin:', and no key's
-- name does. Twin: CallerKind.swift.
ALTER TABLE callers
    ADD COLUMN kind smallint NOT NULL DEFAULT 1 CHECK (kind BETWEEN 1 AND 3),
    ADD CONSTRAINT callers_admins CHECK (kind <> 2 OR name LIKE 'admin:%');
ALTER TABLE callers ALTER COLUMN kind DROP DEFAULT;
UPDATE callers c SET kind = 3
WHERE c.name LIKE 'coffer/%' AND NOT EXISTS (SELECT FROM api_keys k WHERE k.caller = c.caller);

-- Admins. The number is the one in `callers`. Twins: AdminName.swift, AdminRole.swift.
CREATE TABLE admins (
    admin           integer PRIMARY KEY REFERENCES callers,
    name            text COLLATE "C" NOT NULL UNIQUE CHECK (name ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$'),
    role            text        NOT NULL CHECK (role IN ('owner', 'catalogue', 'support', 'accountant', 'viewer')),
    -- argon2id as libsodium writes it: parameters, salt, hash. Null while the factors are reset.
    password        text,
    -- The password went through HMAC with the service's key file first.
    password_keyed  boolean     NOT NULL,
    -- Shared with the authenticator app; sealed with the key file if there was one.
    totp_secret     bytea,
    totp_sealed     boolean     NOT NULL,
    -- The last step of 30 s whose code was used: none at or before it works any more.
    totp_step       bigint      NOT NULL,
    language        text,
    created_at      timestamptz NOT NULL,
    created_by      integer     NOT NULL,
    enrolled_at     timestamptz,
    disabled_at     timestamptz,
    last_log_in_at  timestamptz,
    CHECK ((password IS NULL) = (enrolled_at IS NULL)),
    CHECK ((totp_secret IS NULL) = (enrolled_at IS NULL))
);

-- Each stands in for one code of the app. State: 1 good, 2 used, 3 replaced.
CREATE TABLE admin_recovery_codes (
    admin      integer     NOT NULL REFERENCES admins,
    digest     bytea       NOT NULL CHECK (octet_length(digest) = 32),
    state      smallint    NOT NULL CHECK (state BETWEEN 1 AND 3),
    created_at timestamptz NOT NULL,
    settled_at timestamptz,
    PRIMARY KEY (admin, digest),
    CHECK ((state = 1) = (settled_at IS NULL))
);

-- Invitations, and new enrolments of admins whose factors were reset. State: 1 open, 2 used, 3 void.
CREATE TABLE admin_invitations (
    digest         bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    name           text COLLATE "C" NOT NULL CHECK (name ~ '^[a-z0-9][a-z0-9._@+-]{0,63}$'),
    role           text        NOT NULL CHECK (role IN ('owner', 'catalogue', 'support', 'accountant', 'viewer')),
    state          smallint    NOT NULL CHECK (state BETWEEN 1 AND 3),
    created_at     timestamptz NOT NULL,
    created_by     integer     NOT NULL,
    ends_at        timestamptz NOT NULL CHECK (ends_at > created_at),
    settled_at     timestamptz,
    -- What was chosen with the first half of the enrolment.
    password       text,
    password_keyed boolean,
    totp_secret    bytea,
    totp_sealed    boolean,
    CHECK ((state = 1) = (settled_at IS NULL)),
    CHECK ((password IS NULL) = (totp_secret IS NULL)),
    CHECK ((password IS NULL) = (password_keyed IS NULL)),
    CHECK ((password IS NULL) = (totp_sealed IS NULL)),
    -- A used or void one keeps no factors.
    CHECK (state = 1 OR password IS NULL)
);
CREATE UNIQUE INDEX admin_invitations_open ON admin_invitations (name) WHERE state = 1;

-- Log-ins. The token stands in the browser's cookie only; it changes at each step-up.
CREATE TABLE admin_sessions (
    session       uuid        PRIMARY KEY,
    admin         integer     NOT NULL REFERENCES admins,
    digest        bytea       NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
    created_at    timestamptz NOT NULL,
    seen_at       timestamptz NOT NULL,
    stepped_up_at timestamptz NOT NULL,
    ends_at       timestamptz NOT NULL CHECK (ends_at > created_at),
    ended_at      timestamptz,
    address       text        NOT NULL,
    agent         text        NOT NULL
);
CREATE INDEX admin_sessions_live ON admin_sessions (admin) WHERE ended_at IS NULL;
CREATE INDEX admin_sessions_address ON admin_sessions (admin, address, created_at);

ALTER TABLE api_keys
    ADD COLUMN created_by   integer,
    ADD COLUMN last_used_at timestamptz,
    -- From here on it is no key; set when it is made, or when it is rotated.
    ADD COLUMN expires_at   timestamptz;

-- The audit log's chain. Layout: docs/chain.md. Twins: AuditStatements.swift, AuditChain.swift.
ALTER TABLE audit_log
    -- What it is about where that is no wallet, purchase, item or pack: 'admin:ann', 'key:shop', 'route:GET /v1/…'.
    ADD COLUMN subject  text COLLATE "C",
    ADD COLUMN sequence bigint CHECK (sequence > 0),
    ADD COLUMN hash     bytea CHECK (octet_length(hash) = 32),
    -- What the catalogue and support note; the chain covers it.
    ADD COLUMN IF NOT EXISTS publication bigint,
    ADD COLUMN IF NOT EXISTS item        text,
    ADD COLUMN IF NOT EXISTS pack        text,
    ADD COLUMN IF NOT EXISTS remark      text,
    ADD COLUMN IF NOT EXISTS approval    uuid;

-- Facts before and after may stand without an operation in the journal: prices, roles, keys.
ALTER TABLE audit_log DROP CONSTRAINT IF EXISTS audit_log_changes;
ALTER TABLE audit_log ADD CONSTRAINT audit_log_changes CHECK (
    operation IS NULL OR (wallet IS NOT NULL AND before IS NOT NULL AND after IS NOT NULL));

-- The last record of the chain. Its row is locked from a record to the end of its transaction, so whoever writes a
-- record writes it last.
CREATE TABLE audit_head (
    only_row boolean PRIMARY KEY CHECK (only_row),
    sequence bigint  NOT NULL CHECK (sequence >= 0),
    hash     bytea   NOT NULL CHECK (octet_length(hash) = 32)
);

-- Records from before the chain are chained by time: what happened to them until now no chain can tell.
DO $$
DECLARE
    old   record;
    piece text;
    bytes bytea;
    last  bytea := decode(repeat('00', 32), 'hex');
    n     bigint := 0;
BEGIN
    FOR old IN SELECT * FROM audit_log ORDER BY at, record LOOP
        n := n + 1;
        bytes := '\x01'::bytea || int8send(n) || last || uuid_send(old.record)
            || int8send((extract(epoch FROM old.at) * 1000000)::bigint) || int4send(old.caller);
        FOREACH piece IN ARRAY ARRAY[
            old.action, old.subject, old.item, old.pack, old.remark, old.transaction_id, old.before::text,
            old.after::text, old.origin]
        LOOP
            bytes := bytes || coalesce(
                '\x01'::bytea || int4send(octet_length(piece)) || convert_to(piece, 'UTF8'), '\x00'::bytea);
        END LOOP;
        last := sha256(
            bytes || coalesce('\x01'::bytea || int2send(old.bucket) || uuid_send(old.wallet), '\x00'::bytea)
            || coalesce('\x01'::bytea || int2send(old.environment), '\x00'::bytea)
            || coalesce('\x01'::bytea || old.reason, '\x00'::bytea)
            || coalesce('\x01'::bytea || int8send(old.operation), '\x00'::bytea)
            || coalesce('\x01'::bytea || int8send(old.publication), '\x00'::bytea)
            || coalesce('\x01'::bytea || uuid_send(old.approval), '\x00'::bytea));
        UPDATE audit_log SET sequence = n, hash = last WHERE record = old.record;
    END LOOP;
    INSERT INTO audit_head VALUES (true, n, last);
END
$$;

ALTER TABLE audit_log
    ALTER COLUMN sequence SET NOT NULL,
    ALTER COLUMN hash SET NOT NULL,
    ADD CONSTRAINT audit_log_sequence UNIQUE (sequence);
CREATE INDEX audit_log_by_caller ON audit_log (caller, sequence);
CREATE INDEX audit_log_by_wallet ON audit_log (wallet, sequence) WHERE wallet IS NOT NULL;
CREATE INDEX audit_log_by_item ON audit_log (item, sequence) WHERE item IS NOT NULL;
CREATE INDEX audit_log_by_subject ON audit_log (subject, sequence) WHERE subject IS NOT NULL;
CREATE INDEX audit_log_by_action ON audit_log (action, sequence);
CREATE INDEX audit_log_by_time ON audit_log (at, sequence);

-- A seal also holds the audit log's head, from now on. Twin: Seal.swift.
ALTER TABLE seals
    ADD COLUMN audit_sequence bigint CHECK (audit_sequence >= 0),
    ADD COLUMN audit_hash     bytea CHECK (octet_length(audit_hash) = 32),
    ADD CHECK ((audit_sequence IS NULL) = (audit_hash IS NULL));

-- Reports may look at what is no secret.
GRANT SELECT ON audit_head TO coffer_service, coffer_report;
GRANT SELECT ON admins, admin_recovery_codes, admin_invitations, admin_sessions TO coffer_service;
GRANT SELECT (admin, name, role, created_at, created_by, enrolled_at, disabled_at, last_log_in_at)
    ON admins TO coffer_report;
GRANT UPDATE ON audit_head TO coffer_service;
GRANT INSERT, UPDATE ON admins, admin_recovery_codes, admin_invitations, admin_sessions TO coffer_service;
