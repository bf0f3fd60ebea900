-- Support by hand: adjustments, forfeits, frozen wallets, acts that need a second person, products that are not ours.
--
-- Kind 18 adjusted gives free coins (D 9560, C 9120) or takes them (D 9120, C 9560); 19 forfeited takes purchased ones
-- (D 9100 or 9110, C 9560). Twin: EntryKind.swift, AdjustCoins.swift, ForfeitCoins.swift.

ALTER TABLE entries
    -- Purchased coins are adjusted by nobody, free ones forfeited by nobody; each cites its reason.
    ADD CONSTRAINT entries_adjusted CHECK (
        kind <> 18 OR ((debit, credit) IN ((9560, 9120), (9120, 9560)) AND note IS NOT NULL)),
    ADD CONSTRAINT entries_forfeited CHECK (
        kind <> 19 OR (debit IN (9100, 9110) AND credit = 9560 AND note IS NOT NULL));

-- 5 suspended: frozen by a person until a person takes it back, whatever becomes of debts. Twin: WalletState.Status.
ALTER TABLE wallets
    DROP CONSTRAINT wallets_state_check,
    ADD CONSTRAINT wallets_state_check CHECK (state BETWEEN 1 AND 5);

-- What a person asked for that may need a second person: proposed, then approved or rejected by another caller, then
-- carried out once, under the row's own id as idempotency key. What one person may do alone has a row too, so that all
-- of it adds up. Any operation may stand here: `details` holds what it needs, figures by name, never a text about
-- people. Twin: Approval.swift, ApprovalDecision.swift.
CREATE TABLE approvals (
    approval         uuid        PRIMARY KEY,
    -- One of our constant names.
    action           text        NOT NULL,
    bucket           smallint,
    wallet           uuid,
    environment      smallint    CHECK (environment IN (1, 2)),
    details          jsonb       NOT NULL,
    -- What counts against the proposer's limits.
    coins            coin_amount NOT NULL,
    -- SHA-256 of the text in notes.
    reason           bytea       NOT NULL CHECK (octet_length(reason) = 32),
    proposer         integer     NOT NULL,
    -- The address that the proposal came from.
    origin           text        NOT NULL,
    -- The client's key and what it is bound to.
    key              uuid        NOT NULL,
    fingerprint      uuid        NOT NULL,
    proposed_at      timestamptz NOT NULL,
    expires_at       timestamptz NOT NULL,
    needs_second     boolean     NOT NULL,
    -- 1 open, 2 approved (to be carried out), 3 done, 4 rejected, 5 refused by the ledger when it was carried out
    state            smallint    NOT NULL CHECK (state BETWEEN 1 AND 5),
    decider          integer,
    decided_at       timestamptz,
    -- Why it was rejected: SHA-256 of the text in notes.
    decision_reason  bytea       CHECK (octet_length(decision_reason) = 32),
    attempts         integer     NOT NULL CHECK (attempts >= 0),
    -- Also the end of the lease of the process that carries it out.
    next_attempt_at  timestamptz,
    settled_at       timestamptz,
    -- Where it was carried out: after a merge, in another wallet.
    done_wallet      uuid,
    operation        bigint      CHECK (operation > 0),
    -- Why the ledger refused it.
    refusal          text,
    -- One key of one caller asks for one thing about one wallet, for ever.
    CONSTRAINT approvals_key UNIQUE NULLS NOT DISTINCT (bucket, wallet, proposer, key),
    CHECK ((wallet IS NULL) = (bucket IS NULL)),
    CHECK (expires_at > proposed_at),
    -- The second person is another one.
    CONSTRAINT approvals_second CHECK (decider <> proposer),
    CONSTRAINT approvals_decided CHECK ((decider IS NOT NULL) = (needs_second AND state > 1)),
    CHECK ((decider IS NULL) = (decided_at IS NULL)),
    CHECK (decided_at <= expires_at),
    CHECK (state <> 4 OR decision_reason IS NOT NULL),
    CHECK (needs_second OR state IN (2, 3, 5)),
    CHECK ((state = 2) = (next_attempt_at IS NOT NULL)),
    CHECK ((state > 2) = (settled_at IS NOT NULL)),
    CHECK ((state = 5) = (refusal IS NOT NULL)),
    CHECK (operation IS NULL OR state = 3)
);
-- Lists, the newest first; what one person did alone; what is to be carried out.
CREATE INDEX approvals_listed ON approvals (proposed_at, approval) WHERE needs_second;
CREATE INDEX approvals_alone ON approvals (proposer, proposed_at) WHERE NOT needs_second;
CREATE INDEX approvals_due ON approvals (next_attempt_at) WHERE state = 2;

ALTER TABLE audit_log
    -- Under which row of approvals it was proposed, decided or done.
    ADD COLUMN IF NOT EXISTS approval uuid,
    DROP CONSTRAINT IF EXISTS audit_log_changes,
    -- A change of coins tells its figures; other changes have no operation.
    ADD CONSTRAINT audit_log_changes CHECK (
        operation IS NULL OR (before IS NOT NULL AND after IS NOT NULL AND wallet IS NOT NULL)),
    ADD CONSTRAINT audit_log_acts CHECK (
        action NOT IN ('adjust_coins', 'forfeit_coins')
        OR (operation > 0 AND reason IS NOT NULL AND approval IS NOT NULL)),
    ADD CONSTRAINT audit_log_freezes CHECK (
        action NOT IN ('freeze_wallet', 'unfreeze_wallet')
        OR (wallet IS NOT NULL AND before IS NOT NULL AND after IS NOT NULL AND reason IS NOT NULL));
CREATE INDEX audit_log_wallet ON audit_log (wallet, at) WHERE wallet IS NOT NULL;

-- Products of an app of ours that are none of ours: the newest version counts. Insert only.
CREATE TABLE product_marks (
    bundle    text COLLATE "C" NOT NULL,
    product   text COLLATE "C" NOT NULL,
    version   integer     NOT NULL CHECK (version > 0),
    -- False: taken back.
    not_ours  boolean     NOT NULL,
    -- About a product, never about people.
    reason    text        NOT NULL,
    marked_at timestamptz NOT NULL,
    caller    integer     NOT NULL,
    PRIMARY KEY (bundle, product, version)
);

-- Refunds, the newest first.
CREATE INDEX store_transactions_revoked ON store_transactions (revoked_at, environment, transaction_id)
    WHERE revoked_at IS NOT NULL;

DO $$
BEGIN
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO coffer_service, coffer_report', current_schema());
END
$$;
GRANT INSERT ON approvals, product_marks TO coffer_service;
-- What was proposed stays as it was.
GRANT UPDATE (state, decider, decided_at, decision_reason, attempts, next_attempt_at, settled_at, done_wallet,
    operation, refusal) ON approvals TO coffer_service;
