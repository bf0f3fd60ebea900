-- Periods of the books: each close and each reopening, for ever. Insert only. Twin: PeriodEvent.swift.
--
-- Which periods are closed follows from the events. The number is the lock of last resort: of two who close at once one
-- writes it, the other one is refused.
CREATE TABLE books_period_events (
    event        bigint      PRIMARY KEY CHECK (event > 0),
    -- A month, as 2026-10, in the books' zone.
    period       text COLLATE "C" NOT NULL CHECK (period ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
    -- 1 closed, 2 reopened
    kind         smallint    NOT NULL CHECK (kind IN (1, 2)),
    at           timestamptz NOT NULL,
    caller       integer     NOT NULL,
    origin       text        NOT NULL,
    -- About the books, never about people.
    reason       text        CHECK (octet_length(reason) BETWEEN 1 AND 2000),
    -- Of a reopening: the second person's row in approvals.
    approval     uuid        UNIQUE,
    -- Of a close: days since 1970, the zone that they were counted in, and the cut (beats by lane).
    last_day     integer,
    zone         text,
    lanes        smallint[],
    beats        bigint[],
    -- The change of the settings by which the figures were worked out; 0: none.
    settings     bigint      CHECK (settings >= 0),
    -- Sales without money that the closer accepted.
    unpriced     bigint      CHECK (unpriced >= 0),
    -- What was filed, byte for byte.
    figures      bytea,
    figures_hash bytea       CHECK (figures_hash = sha256(figures)),
    CHECK ((kind = 2) = (approval IS NOT NULL)),
    CHECK (kind = 1 OR reason IS NOT NULL),
    CHECK ((kind = 1) = (last_day IS NOT NULL)),
    CHECK ((kind = 1) = (zone IS NOT NULL)),
    CHECK ((kind = 1) = (lanes IS NOT NULL)),
    CHECK ((kind = 1) = (settings IS NOT NULL)),
    CHECK ((kind = 1) = (unpriced IS NOT NULL)),
    CHECK ((kind = 1) = (figures IS NOT NULL)),
    CHECK ((figures IS NULL) = (figures_hash IS NULL)),
    CHECK ((lanes IS NULL) = (beats IS NULL) AND cardinality(lanes) = cardinality(beats))
);

-- Why a period is to be opened again stands in the row that a second person decides about.
ALTER TABLE approvals
    ADD CONSTRAINT approvals_reopenings CHECK (
        action <> 'reopen_period'
        OR (wallet IS NULL AND needs_second AND state <> 2 AND details ? 'period' AND details ? 'reason'));

GRANT SELECT ON books_period_events TO coffer_service, coffer_report;
GRANT INSERT ON books_period_events TO coffer_service;
