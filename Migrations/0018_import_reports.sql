-- Apple's reports and payments, as accountants bring them. Insert only: a newer report of the same days is a new
-- version beside the old one. Twins: AppleReport.swift, AppleReportStore.swift.

CREATE TABLE apple_reports (
    report       integer     PRIMARY KEY CHECK (report > 0),
    -- SHA-256 of the file as it came: the same file again is known.
    digest       bytea       NOT NULL CHECK (octet_length(digest) = 32),
    -- 1 financial, 2 sales
    kind         smallint    NOT NULL CHECK (kind IN (1, 2)),
    -- As Apple counts days.
    from_day     date        NOT NULL,
    to_day       date        NOT NULL,
    -- `2025-04`, of financial reports; by the calendar of the day on which it came.
    fiscal_month text,
    -- Of financial reports, as Apple names it: ZZ all, Z1 all in detail; empty for sales.
    region       text        NOT NULL,
    version      integer     NOT NULL CHECK (version > 0),
    row_count    integer     NOT NULL CHECK (row_count >= 0),
    imported_at  timestamptz NOT NULL,
    caller       integer     NOT NULL,
    CONSTRAINT apple_reports_digest UNIQUE (digest),
    CONSTRAINT apple_reports_version UNIQUE (kind, from_day, to_day, region, version),
    CHECK (from_day <= to_day),
    CHECK ((kind = 1) = (fiscal_month IS NOT NULL)),
    CHECK ((kind = 1) = (region <> ''))
);

-- What a report says of one group: several lines of the file may be one row here. Amounts in minor units.
CREATE TABLE apple_report_rows (
    report            integer  NOT NULL,
    line              integer  NOT NULL CHECK (line > 0),
    product           text     NOT NULL,
    country           text     NOT NULL,
    customer_currency text     NOT NULL,
    unit_price        bigint   NOT NULL CHECK (unit_price >= 0),
    is_return         boolean  NOT NULL,
    -- Signed: what is returned is negative.
    units             bigint   NOT NULL,
    proceeds_currency text     NOT NULL,
    proceeds          bigint   NOT NULL,
    product_type      text     NOT NULL,
    PRIMARY KEY (report, line)
);

-- What Apple paid. The reference is the bank's or Apple's: the same one again is known.
CREATE TABLE apple_payments (
    payment       integer     PRIMARY KEY CHECK (payment > 0),
    reference     text        NOT NULL,
    paid_day      date        NOT NULL,
    bank_currency text        NOT NULL,
    bank_amount   bigint      NOT NULL CHECK (bank_amount >= 0),
    told_at       timestamptz NOT NULL,
    caller        integer     NOT NULL,
    CONSTRAINT apple_payments_reference UNIQUE (reference)
);

-- What it cleared of each currency of the reports, and what of that was withheld as tax.
CREATE TABLE apple_payment_parts (
    payment  integer NOT NULL,
    currency text    NOT NULL,
    amount   bigint  NOT NULL,
    withheld bigint  NOT NULL CHECK (withheld >= 0),
    PRIMARY KEY (payment, currency)
);

-- Years of Apple's fiscal calendar that an accountant corrected: the newest change of a year counts. Twin:
-- FiscalCalendar.swift, which knows the rule and that no day may be lost or doubled.
CREATE TABLE apple_fiscal_years (
    year     smallint    NOT NULL CHECK (year BETWEEN 2008 AND 2100),
    change   integer     NOT NULL CHECK (change > 0),
    -- First days of the months, October first.
    starts   date[]      NOT NULL CHECK (cardinality(starts) = 12),
    last_day date        NOT NULL,
    told_at  timestamptz NOT NULL,
    caller   integer     NOT NULL,
    PRIMARY KEY (year, change)
);

GRANT SELECT ON apple_reports, apple_report_rows, apple_payments, apple_payment_parts, apple_fiscal_years
    TO coffer_service, coffer_report;
GRANT INSERT ON apple_reports, apple_report_rows, apple_payments, apple_payment_parts, apple_fiscal_years
    TO coffer_service;
