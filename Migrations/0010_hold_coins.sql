-- Holds: coins reserved for an item or an amount.
--
-- A hold moves no coins: they stay in their account and lot, and are counted as held there. Its entries name the lots
-- whose coins they hold (9 held) or let go (10 hold_released, 11 hold_expired); a capture is a spend (3) that refers to
-- its hold. So what a wallet holds is told by the journal too. Twin: EntryKind.swift, Hold.swift.

ALTER TABLE entries
    DROP CONSTRAINT entries_coins,
    DROP CONSTRAINT entries_check4,
    -- Only a free spend, its undo, the end of an ownership, and what holds or lets go move no coins.
    ADD CONSTRAINT entries_coins CHECK (coins > 0 OR kind IN (3, 9, 10, 11, 12, 13)),
    ADD CONSTRAINT entries_holds CHECK (kind NOT IN (9, 10, 11) OR coins = 0),
    ADD CONSTRAINT entries_lots CHECK (kind IN (9, 10, 11) OR (coins = 0) = (cardinality(lots) = 0)),
    ADD CONSTRAINT entries_releases CHECK (kind NOT IN (10, 11) OR refers_to IS NOT NULL),
    ADD CONSTRAINT entries_expires CHECK ((kind = 9) = (expires_at IS NOT NULL));

-- One row a hold, under the number of its first entry. States: 1 open, 2 captured, 3 released, 4 expired.
CREATE TABLE holds (
    bucket        smallint    NOT NULL,
    wallet        uuid        NOT NULL,
    hold          bigint      NOT NULL CHECK (hold > 0),
    state         smallint    NOT NULL CHECK (state BETWEEN 1 AND 4),
    coins         coin_amount NOT NULL,
    captured      coin_amount NOT NULL,
    placed_at     timestamptz NOT NULL,
    expires_at    timestamptz NOT NULL,
    ended_at      timestamptz,
    -- The operation that ended it: a spend, a release, an expiry.
    ended_by      bigint,
    item          text COLLATE "C",
    quantity      integer,
    unit_price    coin_amount,
    price_version integer,
    -- The item can be owned once: while the hold is open nobody else gets it for this wallet.
    once          boolean     NOT NULL,
    -- SHA-256 of the text in notes.
    note          bytea,
    lots          integer[]   NOT NULL,
    lot_coins     bigint[]    NOT NULL,
    PRIMARY KEY (bucket, wallet, hold),
    CHECK (captured <= coins),
    CHECK (captured = 0 OR state = 2),
    CHECK (expires_at > placed_at),
    CHECK ((state = 1) = (ended_by IS NULL)),
    CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
    CHECK (ended_by > hold),
    CHECK (item IS NOT NULL OR NOT once),
    CHECK (cardinality(lots) = cardinality(lot_coins)),
    CHECK ((coins = 0) = (cardinality(lots) = 0))
) WITH (fillfactor = 80);
CREATE INDEX holds_open ON holds (bucket, wallet) WHERE state = 1;
CREATE UNIQUE INDEX holds_once ON holds (bucket, wallet, item) WHERE state = 1 AND once;
-- What ends by itself is found by time.
CREATE INDEX holds_due ON holds (expires_at) WHERE state = 1;
CREATE INDEX lots_due ON lots (expires_at) WHERE open AND expires_at IS NOT NULL;

-- A hold as a batch places it, with the state that it has at the batch's end. Twin: HoldStatements.swift.
CREATE TYPE hold_row AS (
    bucket        smallint,
    wallet        uuid,
    hold          bigint,
    state         smallint,
    coins         bigint,
    captured      bigint,
    placed_at     timestamptz,
    expires_at    timestamptz,
    ended_at      timestamptz,
    ended_by      bigint,
    item          text,
    quantity      integer,
    unit_price    bigint,
    price_version integer,
    once          boolean,
    note          bytea,
    lots          integer[],
    lot_coins     bigint[]
);

-- How a hold that was open before the batch ended in it.
CREATE TYPE hold_change AS (
    bucket   smallint,
    wallet   uuid,
    hold     bigint,
    state    smallint,
    captured bigint,
    ended_at timestamptz,
    ended_by bigint
);

DO $$
BEGIN
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO coffer_service, coffer_report', current_schema());
END
$$;
GRANT INSERT, UPDATE ON holds TO coffer_service;
