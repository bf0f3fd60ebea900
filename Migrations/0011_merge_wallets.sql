-- Merging a guest into an account, and erasing a user.
--
-- A merge closes one wallet and brings all of it into another, by two commands of which each decides about one wallet
-- only: kind 14 merged moves coins and debts out and in, through 9580; 15 merged_spent, 16 merged_refunded and
-- 17 merged_settled tell in the second wallet what had become of the moved lots before. An undo of a moved spend
-- refers to an operation of the closed wallet. Twin: EntryKind.swift, CloseWallet.swift, TakeOver.swift.

ALTER TABLE entries
    -- The merged wallet in which the operation referred to stands; null: the entry's own. Twin: Entry.References.
    ADD COLUMN refers_wallet uuid,
    DROP CONSTRAINT entries_refers,
    ADD CONSTRAINT entries_refers CHECK (refers_to > 0 AND (refers_to < operation OR refers_wallet IS NOT NULL)),
    ADD CONSTRAINT entries_refers_wallet CHECK (refers_wallet IS NULL OR refers_to IS NOT NULL),
    DROP CONSTRAINT entries_coins,
    -- Only a free spend, its undo, the end of an ownership, what holds or lets go, and an empty wallet's merge.
    ADD CONSTRAINT entries_coins CHECK (coins > 0 OR kind IN (3, 9, 10, 11, 12, 13, 14));

DROP INDEX entries_refunds;
CREATE INDEX entries_refunds ON entries (bucket, wallet, sequence) WHERE kind IN (5, 6, 7, 8, 16, 17);

-- A line of the journal as this release sends it. Twin: InsertEntries.swift.
CREATE TYPE entry_row_3 AS (
    bucket            smallint,
    wallet            uuid,
    sequence          bigint,
    operation         bigint,
    at                timestamptz,
    store_at          timestamptz,
    coins             bigint,
    paid_after        bigint,
    bonus_after       bigint,
    promo_after       bigint,
    held_after        bigint,
    debt_after        bigint,
    key               uuid,
    fingerprint       uuid,
    unit_price        bigint,
    caller            integer,
    quantity          integer,
    price_version     integer,
    kind              smallint,
    debit             smallint,
    credit            smallint,
    operation_entries smallint,
    shape             smallint,
    lots              integer[],
    lot_coins         bigint[],
    lot_used          bigint[],
    item              text,
    transaction_id    text,
    product           text,
    note              bytea,
    refers_to         bigint,
    expires_at        timestamptz,
    refers_wallet     uuid,
    hash              bytea
);

-- Where the coins of a closed wallet went: whoever names it is led on.
ALTER TABLE wallets
    ADD COLUMN merged_into uuid,
    ADD CONSTRAINT wallets_merged CHECK (state <> 3 OR merged_into IS NOT NULL);

-- The spends (or holds) that paid for an item, where they stand in merged wallets or are several: the ownership ends
-- when all of them are undone. Null: the row's own operation. Twin: ItemOwner.swift.
ALTER TABLE ownerships
    ADD COLUMN giver_wallets    uuid[],
    ADD COLUMN giver_operations bigint[],
    ADD CHECK (cardinality(giver_wallets) = cardinality(giver_operations)),
    ADD CHECK ((giver_wallets IS NULL) = (giver_operations IS NULL));
GRANT UPDATE (giver_wallets, giver_operations) ON ownerships TO coffer_service;

-- What a wallet took over from merged ones. Written by the command that does it; insert only.
CREATE TABLE takeovers (
    bucket     smallint    NOT NULL,
    wallet     uuid        NOT NULL,
    -- The closed wallet.
    source     uuid        NOT NULL,
    merge      uuid        NOT NULL,
    -- Sequence of the operation's first entry.
    operation  bigint      NOT NULL CHECK (operation > 0),
    -- Lot n of the source is lot n + lot_offset here.
    lot_offset integer     NOT NULL CHECK (lot_offset >= 0),
    lots       integer     NOT NULL CHECK (lots >= 0),
    taken_at   timestamptz NOT NULL,
    PRIMARY KEY (bucket, wallet, source)
);

-- Users who became one with others. `merged_into` is always the last account of a chain.
ALTER TABLE users
    ADD COLUMN merged_into     text COLLATE "C",
    -- How long the longest chain of merges into this user is.
    ADD COLUMN merged_depth    smallint,
    -- An erasure is asked for: from now on the user is gone. Then the id is replaced by its HMAC.
    ADD COLUMN erasure_at      timestamptz,
    ADD COLUMN erasure_caller  integer,
    ADD COLUMN erased_at       timestamptz,
    ADD CHECK (merged_into <> user_id),
    ADD CHECK (erased_at IS NULL OR erasure_at IS NOT NULL),
    ADD CHECK ((erasure_at IS NULL) = (erasure_caller IS NULL));
CREATE INDEX users_merged ON users (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX users_leaving ON users (erasure_at) WHERE erasure_at IS NOT NULL AND erased_at IS NULL;

-- The merge of a user into another: one a user. States: 1 under way, 2 done, 3 given up (holds were open).
CREATE TABLE user_merges (
    user_id         text COLLATE "C" PRIMARY KEY,
    into_user       text COLLATE "C" NOT NULL,
    merge           uuid        NOT NULL,
    caller          integer     NOT NULL,
    key             uuid        NOT NULL,
    fingerprint     uuid        NOT NULL,
    state           smallint    NOT NULL CHECK (state BETWEEN 1 AND 3),
    -- Environments in which the account had no wallet and got the guest's as it is.
    handed_over     smallint[]  NOT NULL,
    asked_at        timestamptz NOT NULL,
    next_attempt_at timestamptz,
    done_at         timestamptz,
    CHECK (user_id <> into_user),
    CHECK ((state = 1) = (next_attempt_at IS NOT NULL)),
    CHECK ((state = 2) = (done_at IS NOT NULL))
);
CREATE INDEX user_merges_waiting ON user_merges (next_attempt_at) WHERE state = 1;
CREATE INDEX user_merges_into ON user_merges (into_user);

-- Rows about a user are found by the user.
CREATE INDEX app_account_tokens_user ON app_account_tokens (user_id);
CREATE INDEX orders_user ON orders (user_id);
CREATE INDEX unattributed_assigned ON unattributed_purchases (assigned_to) WHERE assigned_to IS NOT NULL;
CREATE INDEX unattributed_token ON unattributed_purchases (app_account_token) WHERE app_account_token IS NOT NULL;
CREATE INDEX notifications_purchase ON notifications (environment, transaction_id) WHERE transaction_id IS NOT NULL;

-- Whether the secret of the pseudonyms is still the one that erased users were named with.
CREATE TABLE erasure_key (
    only_row boolean PRIMARY KEY CHECK (only_row),
    -- HMAC of a constant under the secret.
    proof    bytea   NOT NULL CHECK (octet_length(proof) = 32)
);

DO $$
BEGIN
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO coffer_service, coffer_report', current_schema());
END
$$;
GRANT INSERT ON takeovers, erasure_key TO coffer_service;
GRANT INSERT, UPDATE ON user_merges TO coffer_service;
-- A text is erased by emptying it; its digest stays in the journal. Tokens are replaced by random ones.
GRANT UPDATE (text) ON notes TO coffer_service;
