-- What accountants tell the books: rates, prices, terms, accounts and the rules of the whole. Insert only.

-- Changes, in the order in which they commit: all rows of one sheet.
CREATE TABLE books_changes (
    change   bigint      PRIMARY KEY CHECK (change > 0),
    -- A little after it was written, and rising: whoever works out the books for that time sees it.
    known_at timestamptz NOT NULL UNIQUE,
    caller   integer     NOT NULL,
    origin   text        NOT NULL,
    -- About the books, never about people.
    reason   text        NOT NULL CHECK (octet_length(reason) BETWEEN 1 AND 2000)
);

-- Kind: 1 commission, 2 tax, 3 price, 4 proceeds of a price point, 5 term of a course, 6 account of the client's.
-- Twin: BooksSetting.swift.
CREATE TABLE books_settings (
    change         bigint      NOT NULL,
    line           integer     NOT NULL CHECK (line > 0),
    kind           smallint    NOT NULL CHECK (kind BETWEEN 1 AND 6),
    valid_from     timestamptz NOT NULL,
    -- From then on nothing is told about it.
    withdrawn      boolean     NOT NULL,
    -- Three letters, or * for every other one.
    storefront     text COLLATE "C" CHECK (storefront ~ '^([A-Z]{3}|[*])$'),
    -- Of a price point also * for every other one.
    product        text COLLATE "C",
    -- What the customer pays, thousandths of the currency's unit. Part of what a price point is about.
    currency       text COLLATE "C" CHECK (currency ~ '^[A-Z]{3}$'),
    price_milli    bigint      CHECK (price_milli > 0),
    proceeds_milli bigint      CHECK (proceeds_milli > 0 AND proceeds_milli <= price_milli),
    -- Hundredths of a percent.
    rate_bp        integer     CHECK (rate_bp BETWEEN 0 AND 10000),
    -- The rate is of the price without tax; false: of the price.
    tax_on_net     boolean,
    item           text COLLATE "C",
    days           integer     CHECK (days > 0),
    account        smallint,
    client_code    text,
    client_name    text,
    PRIMARY KEY (change, line),
    CHECK ((kind <= 4) = (storefront IS NOT NULL)),
    CHECK ((kind IN (3, 4)) = (product IS NOT NULL)),
    CHECK ((kind = 4 OR kind = 3 AND NOT withdrawn) = (currency IS NOT NULL)),
    CHECK ((currency IS NULL) = (price_milli IS NULL)),
    CHECK ((kind = 4 AND NOT withdrawn) = (proceeds_milli IS NOT NULL)),
    CHECK ((kind IN (1, 2) AND NOT withdrawn) = (rate_bp IS NOT NULL)),
    CHECK ((kind = 2 AND NOT withdrawn) = (tax_on_net IS NOT NULL)),
    CHECK (tax_on_net OR kind <> 2 OR rate_bp < 10000),
    CHECK ((kind = 5) = (item IS NOT NULL)),
    CHECK ((kind = 5 AND NOT withdrawn) = (days IS NOT NULL)),
    CHECK ((kind = 6) = (account IS NOT NULL)),
    CHECK ((kind = 6 AND NOT withdrawn) = (client_code IS NOT NULL)),
    CHECK ((client_code IS NULL) = (client_name IS NULL))
);
-- One change says one thing about a matter and a beginning.
CREATE UNIQUE INDEX books_settings_once ON books_settings (change, kind, valid_from, storefront, product, item, account,
    (CASE WHEN kind = 4 THEN currency END), (CASE WHEN kind = 4 THEN price_milli END)) NULLS NOT DISTINCT;

-- What holds for the books as a whole: the newest counts. Twin: BooksRules.swift.
CREATE TABLE books_rules (
    change           bigint   PRIMARY KEY,
    -- 1 gross, 2 net
    presentation     smallint NOT NULL CHECK (presentation IN (1, 2)),
    -- 1 platform, 2 operator at sale, 3 operator at spend
    tax_mode         smallint NOT NULL CHECK (tax_mode BETWEEN 1 AND 3),
    tax_rate_bp      integer  NOT NULL CHECK (tax_rate_bp BETWEEN 0 AND 10000),
    -- 1 pro rata, 2 zero
    bonus_allocation smallint NOT NULL CHECK (bonus_allocation IN (1, 2)),
    zone             text     NOT NULL,
    -- Days since 1970 in that zone; null: not told yet.
    first_day        integer
);

GRANT SELECT ON books_changes, books_settings, books_rules TO coffer_service, coffer_report;
GRANT INSERT ON books_changes, books_settings, books_rules TO coffer_service;
