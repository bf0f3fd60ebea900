-- What Apple tells by itself, what it is still asked, and what support decides by hand.

-- One row a notification, stored before Apple hears 200 and worked afterwards. The id is Apple's notificationUUID, or
-- for version 1, which has none, the first 16 bytes of the SHA-256 of what was kept of it.
CREATE TABLE notifications (
    notification    uuid        PRIMARY KEY,
    version         smallint    NOT NULL CHECK (version IN (1, 2)),
    environment     smallint    NOT NULL CHECK (environment IN (1, 2)),
    type            text        NOT NULL,
    subtype         text,
    transaction_id  text,
    signed_at       timestamptz NOT NULL,
    received_at     timestamptz NOT NULL,
    -- 1 by Apple's call, 2 out of its history
    road            smallint    NOT NULL CHECK (road IN (1, 2)),
    -- 1 waiting, 2 done
    state           smallint    NOT NULL CHECK (state IN (1, 2)),
    outcome         text,
    attempts        integer     NOT NULL CHECK (attempts >= 0),
    -- Also the end of the lease of the process that works on it.
    next_attempt_at timestamptz,
    done_at         timestamptz,
    payload         bytea       NOT NULL,
    CHECK ((state = 1) = (next_attempt_at IS NOT NULL)),
    CHECK ((state = 2) = (outcome IS NOT NULL AND done_at IS NOT NULL))
);
CREATE INDEX notifications_waiting ON notifications (next_attempt_at) WHERE state = 1;

-- Whether a user lets us tell Apple how much of a purchase was used. The newest word counts.
CREATE TABLE consents (
    user_id     text COLLATE "C" PRIMARY KEY,
    consumption boolean     NOT NULL,
    recorded_at timestamptz NOT NULL,
    caller      integer     NOT NULL
);

-- Apple's questions how much of a purchase was used: one a notification, answered once.
CREATE TABLE consumption_requests (
    -- The one that asked.
    notification    uuid        PRIMARY KEY,
    environment     smallint    NOT NULL CHECK (environment IN (1, 2)),
    transaction_id  text        NOT NULL,
    bundle          text        NOT NULL,
    asked_at        timestamptz NOT NULL,
    deadline_at     timestamptz NOT NULL,
    -- 1 waiting, 2 answered, 3 withheld (no consent), 4 missed, 5 refused by Apple
    state           smallint    NOT NULL CHECK (state BETWEEN 1 AND 5),
    attempts        integer     NOT NULL CHECK (attempts >= 0),
    next_attempt_at timestamptz,
    settled_at      timestamptz,
    consumed_milli  integer     CHECK (consumed_milli BETWEEN 0 AND 100000),
    preference      text,
    CHECK (deadline_at > asked_at),
    CHECK ((state = 1) = (next_attempt_at IS NOT NULL)),
    CHECK ((state = 1) = (settled_at IS NULL)),
    CHECK ((state = 2) = (consumed_milli IS NOT NULL))
);
CREATE INDEX consumption_requests_waiting ON consumption_requests (next_attempt_at) WHERE state = 1;

-- Purchases that Apple proved and whose owner nobody knows: no token, or one that nobody registered.
CREATE TABLE unattributed_purchases (
    environment       smallint    NOT NULL CHECK (environment IN (1, 2)),
    transaction_id    text COLLATE "C" NOT NULL,
    bundle            text        NOT NULL,
    product           text        NOT NULL,
    quantity          integer,
    purchased_at      timestamptz NOT NULL,
    app_account_token uuid,
    found_at          timestamptz NOT NULL,
    -- What proves it, as in proofs.
    kind              smallint    NOT NULL CHECK (kind BETWEEN 1 AND 4),
    digest            bytea       NOT NULL CHECK (octet_length(digest) = 32),
    bytes             bytea       NOT NULL,
    -- 1 open, 2 settled
    state             smallint    NOT NULL CHECK (state IN (1, 2)),
    -- Support's decision; kept before it is carried out.
    assigned_to       text COLLATE "C",
    attempts          integer     NOT NULL CHECK (attempts >= 0),
    next_attempt_at   timestamptz,
    settled_at        timestamptz,
    outcome           text,
    PRIMARY KEY (environment, transaction_id),
    CHECK ((state = 2) = (settled_at IS NOT NULL AND outcome IS NOT NULL)),
    CHECK (state = 1 OR next_attempt_at IS NULL)
);
CREATE INDEX unattributed_open ON unattributed_purchases (found_at, environment, transaction_id) WHERE state = 1;
CREATE INDEX unattributed_due ON unattributed_purchases (next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Who decided what by hand. Insert only. The reason's text stands in notes, so that it can be erased with the user.
CREATE TABLE audit_log (
    record         uuid        PRIMARY KEY,
    at             timestamptz NOT NULL,
    caller         integer     NOT NULL,
    action         text        NOT NULL,
    bucket         smallint,
    wallet         uuid,
    environment    smallint    CHECK (environment IN (1, 2)),
    transaction_id text,
    reason         bytea       CHECK (octet_length(reason) = 32),
    CHECK ((wallet IS NULL) = (bucket IS NULL)),
    CHECK (reason IS NULL OR wallet IS NOT NULL)
);

-- How far Apple's notification history was read: one row for an app's environment.
CREATE TABLE notification_sweeps (
    bundle        text        NOT NULL,
    environment   smallint    NOT NULL CHECK (environment IN (1, 2)),
    -- Everything signed before was seen.
    seen_until    timestamptz NOT NULL,
    -- The sweep under way ends here and goes on with this page.
    sweep_until   timestamptz,
    page          text,
    attempts      integer     NOT NULL CHECK (attempts >= 0),
    next_run_at   timestamptz NOT NULL,
    PRIMARY KEY (bundle, environment),
    CHECK (page IS NULL OR sweep_until IS NOT NULL)
);

-- Customers whose purchases Apple is asked about: any of their transactions leads to all of them.
CREATE TABLE history_sweeps (
    bucket         smallint    NOT NULL,
    wallet         uuid        NOT NULL,
    bundle         text        NOT NULL,
    environment    smallint    NOT NULL CHECK (environment IN (1, 2)),
    transaction_id text        NOT NULL,
    -- Apple's mark: where the next page begins.
    revision       text,
    attempts       integer     NOT NULL CHECK (attempts >= 0),
    -- Null: nothing is looked for now.
    next_run_at    timestamptz,
    -- Looked for until here.
    until_at       timestamptz NOT NULL,
    PRIMARY KEY (bucket, wallet)
);
CREATE INDEX history_sweeps_due ON history_sweeps (next_run_at) WHERE next_run_at IS NOT NULL;

-- Every credited purchase is walked past, a few at a time, and Apple asked for refunds of its customer.
CREATE TABLE refund_walks (
    environment smallint    PRIMARY KEY CHECK (environment IN (1, 2)),
    -- The last transaction id that was asked about; empty at the start of a round.
    after       text COLLATE "C" NOT NULL,
    next_run_at timestamptz NOT NULL
);
-- Open orders are looked for by age.
CREATE INDEX orders_created ON orders USING brin (created_at);

-- A transaction id is a proof once Apple was asked about it; so is a notification.
ALTER TABLE proofs DROP CONSTRAINT proofs_kind_check;
ALTER TABLE proofs ADD CONSTRAINT proofs_kind_check CHECK (kind BETWEEN 1 AND 4);

DO $$
BEGIN
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO coffer_service, coffer_report', current_schema());
END
$$;
GRANT INSERT ON audit_log TO coffer_service;
GRANT INSERT, UPDATE ON
    notifications, consents, consumption_requests, unattributed_purchases, notification_sweeps, history_sweeps,
    refund_walks TO coffer_service;
