-- Rows as the Writer sends them: one parameter a statement, an array of one of these types.
--
-- `unnest` of one array of rows costs PostgreSQL a fraction of `unnest` of an array for each column, which builds a
-- store of its own for every one of them. No domains and no checks here: the tables judge. A type is never changed,
-- a release that needs another one adds it under a new name, so that copies of the service of both releases run.

-- A line of the journal without lane and beat, which are the whole batch's. Twin: InsertEntries.swift.
CREATE TYPE entry_row AS (
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
    hash              bytea
);

-- What a batch adds to a wallet's balances, and where its journal stands afterwards. `loaded` and `loaded_state` are
-- what the decisions saw. Twin: UpdateWallets in BatchWriting.swift.
CREATE TYPE wallet_change AS (
    bucket       smallint,
    wallet       uuid,
    loaded       bigint,
    loaded_state smallint,
    state        smallint,
    paid         bigint,
    bonus        bigint,
    promo        bigint,
    held         bigint,
    debt         bigint,
    sequence     bigint,
    lots         integer,
    last_at      timestamptz,
    head         bytea
);

-- Counters of a lot after a batch. Twin: UpdateLots in BatchWriting.swift.
CREATE TYPE lot_change AS (
    bucket   smallint,
    wallet   uuid,
    lot      integer,
    consumed bigint,
    removed  bigint,
    held     bigint,
    open     boolean
);
