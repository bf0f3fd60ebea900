-- Seals: the heads of the chains that moved up to a cut, chained. Insert only. Layout: docs/chain.md. Twin: Seal.swift.
--
-- Nothing in a seal is known from here alone: it is recomputed from the entries at or below its cut.
CREATE TABLE seals (
    seal      bigint      PRIMARY KEY CHECK (seal > 0),
    sealed_at timestamptz NOT NULL,
    -- The cut: every lane that ever wrote, in order, and its beat.
    lanes     smallint[]  NOT NULL,
    beats     bigint[]    NOT NULL,
    -- How many wallets moved since the seal before.
    wallets   bigint      NOT NULL CHECK (wallets > 0),
    root      bytea       NOT NULL CHECK (octet_length(root) = 32),
    CHECK (cardinality(lanes) = cardinality(beats) AND cardinality(lanes) > 0)
);

GRANT SELECT ON seals TO coffer_service, coffer_report;
GRANT INSERT ON seals TO coffer_service;
