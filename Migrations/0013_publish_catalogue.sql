-- Drafts and publications: every change of the catalogue is one numbered version of it, with its record in the audit
-- log, and can be rolled back.

-- What apps show of an item besides its title. Twin: ItemDetails.swift.
ALTER TABLE items
    ADD COLUMN description      text   CHECK (octet_length(description) BETWEEN 1 AND 4000),
    ADD COLUMN tags             text[] CHECK (cardinality(tags) BETWEEN 1 AND 16),
    ADD COLUMN picture          text   CHECK (picture LIKE 'https://%' AND octet_length(picture) <= 2048),
    -- The newest publication that changed the item: its version for If-Match.
    ADD COLUMN publication      bigint CHECK (publication > 0),
    -- What it is from `next_at` on: nobody needs to wake up then. Twin: Offer.scheduled, CatalogueItem.scheduled.
    ADD COLUMN next_at          timestamptz,
    ADD COLUMN next_state       smallint CHECK (next_state BETWEEN 1 AND 3),
    ADD COLUMN next_title       text,
    ADD COLUMN next_description text   CHECK (octet_length(next_description) BETWEEN 1 AND 4000),
    ADD COLUMN next_tags        text[] CHECK (cardinality(next_tags) BETWEEN 1 AND 16),
    ADD COLUMN next_picture     text   CHECK (next_picture LIKE 'https://%' AND octet_length(next_picture) <= 2048),
    ADD CONSTRAINT items_next CHECK (
        (next_at IS NULL) = (next_state IS NULL) AND (next_at IS NULL) = (next_title IS NULL)
        AND (next_at IS NOT NULL OR (next_description IS NULL AND next_tags IS NULL AND next_picture IS NULL)));

-- A window that was taken back before it began is empty: it holds at no moment and overlaps with none.
ALTER TABLE item_prices
    -- The zone whose clock the window was written by; its moments are UTC all the same.
    ADD COLUMN zone        text,
    ADD COLUMN publication bigint CHECK (publication > 0),
    DROP CONSTRAINT item_prices_check1,
    ADD CONSTRAINT item_prices_window CHECK (valid_to >= valid_from);

-- The number of the newest publication. Whoever changes the catalogue locks this row first: publications are numbered
-- in the order in which they commit.
CREATE TABLE catalogue (
    only_row boolean PRIMARY KEY CHECK (only_row),
    version  bigint  NOT NULL CHECK (version >= 0)
);
INSERT INTO catalogue (only_row, version) VALUES (true, 0);

-- Versions of the catalogue. Kind: 1 a single change, 2 a draft, 3 a rollback.
CREATE TABLE publications (
    publication bigint      PRIMARY KEY CHECK (publication > 0),
    kind        smallint    NOT NULL CHECK (kind BETWEEN 1 AND 3),
    -- When it takes effect.
    at          timestamptz NOT NULL,
    created_at  timestamptz NOT NULL,
    created_by  integer     NOT NULL,
    name        text        NOT NULL,
    reason      text        NOT NULL CHECK (octet_length(reason) BETWEEN 1 AND 2000),
    draft       bigint,
    -- Whose state it brings back; 0: as it was before the first.
    restores    bigint      CHECK (restores >= 0 AND restores < publication),
    CHECK ((kind = 2) = (draft IS NOT NULL)),
    CHECK ((kind = 3) = (restores IS NOT NULL))
);

-- What a publication did to an item: all of it before and after, prices to come included. Twin: ItemPlan.swift.
CREATE TABLE publication_items (
    publication bigint NOT NULL REFERENCES publications,
    item        text COLLATE "C" NOT NULL,
    -- Null: there was no such item.
    before      jsonb,
    after       jsonb  NOT NULL,
    PRIMARY KEY (publication, item)
);
CREATE INDEX publication_items_item ON publication_items (item, publication);

-- Changes that wait to be published together. State: 1 open, 2 published, 3 discarded.
CREATE TABLE drafts (
    draft       bigint      PRIMARY KEY CHECK (draft > 0),
    name        text        NOT NULL,
    state       smallint    NOT NULL CHECK (state BETWEEN 1 AND 3),
    -- Counts changes of the draft, for If-Match.
    version     integer     NOT NULL CHECK (version > 0),
    -- The publication that the changes were made upon.
    base        bigint      NOT NULL CHECK (base >= 0),
    publication bigint,
    created_at  timestamptz NOT NULL,
    created_by  integer     NOT NULL,
    changed_at  timestamptz NOT NULL,
    changed_by  integer     NOT NULL,
    CHECK ((state = 2) = (publication IS NOT NULL))
);

-- Null: the change was taken out again. Twin: ItemChange.swift.
CREATE TABLE draft_changes (
    draft  bigint NOT NULL REFERENCES drafts,
    item   text COLLATE "C" NOT NULL,
    change jsonb,
    PRIMARY KEY (draft, item)
);

-- What was changed in the catalogue: written with the change, so that neither stands without the other.
ALTER TABLE audit_log
    ADD COLUMN publication bigint,
    ADD COLUMN item        text,
    ADD COLUMN pack        text,
    -- Why, in words about the shop. What is about people stands in notes.
    ADD COLUMN remark      text,
    DROP CONSTRAINT audit_log_changes,
    ADD CONSTRAINT audit_log_changes CHECK (
        (operation IS NULL OR (wallet IS NOT NULL AND before IS NOT NULL AND after IS NOT NULL))
        AND (operation IS NOT NULL OR item IS NOT NULL OR pack IS NOT NULL OR (before IS NULL AND after IS NULL))),
    ADD CONSTRAINT audit_log_catalogue CHECK (
        (item IS NULL) = (publication IS NULL) AND (item IS NULL OR pack IS NULL)
        AND ((item IS NULL AND pack IS NULL) OR (after IS NOT NULL AND remark IS NOT NULL AND wallet IS NULL)));

DO $$
BEGIN
    EXECUTE format('GRANT SELECT ON ALL TABLES IN SCHEMA %I TO coffer_service, coffer_report', current_schema());
END
$$;
GRANT INSERT ON publications, publication_items TO coffer_service;
GRANT INSERT, UPDATE ON drafts, draft_changes TO coffer_service;
GRANT UPDATE (version) ON catalogue TO coffer_service;
