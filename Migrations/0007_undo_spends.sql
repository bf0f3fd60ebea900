-- Undo: entries that are about an earlier operation, and ownerships that end.
--
-- What was undone of a spend is the sum of the entries of kind 12 undone that refer to it; no counter stands beside
-- them. Kind 13 ownership_ended says that an item is owned no longer. Twin: EntryKind.swift, PaidSpend.swift.

ALTER TABLE entries
    -- The operation of the same wallet that this entry is about, by its first entry. Twin: Entry.References.
    ADD COLUMN refers_to  bigint,
    -- When a hold ends by itself.
    ADD COLUMN expires_at timestamptz,
    DROP CONSTRAINT entries_check2,
    -- Only a free spend (3), its undo (12) and the end of an ownership (13) move no coins.
    ADD CONSTRAINT entries_coins CHECK (coins > 0 OR kind IN (3, 12, 13)),
    ADD CONSTRAINT entries_refers CHECK (refers_to > 0 AND refers_to < operation),
    ADD CONSTRAINT entries_undos CHECK (kind NOT IN (12, 13) OR refers_to IS NOT NULL);

CREATE INDEX entries_undone ON entries (bucket, wallet, refers_to, sequence) WHERE kind = 12;

-- A line of the journal as this release sends it. Twin: InsertEntries.swift.
CREATE TYPE entry_row_2 AS (
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
    hash              bytea
);

-- An item may be owned again after its spend was undone: a row for each time, at most one without an end.
ALTER TABLE ownerships
    ADD COLUMN ended_by bigint,
    ADD COLUMN ended_at timestamptz,
    ADD CHECK (ended_by > operation),
    ADD CHECK ((ended_by IS NULL) = (ended_at IS NULL)),
    DROP CONSTRAINT ownerships_pkey,
    ADD PRIMARY KEY (bucket, wallet, item, operation);
CREATE UNIQUE INDEX ownerships_owned ON ownerships (bucket, wallet, item) WHERE ended_by IS NULL;
GRANT UPDATE (ended_by, ended_at) ON ownerships TO coffer_service;
