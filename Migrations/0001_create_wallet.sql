-- The wallet: directory, wallets, lots, journal, purchases, catalogue, keys.
--
-- Wallet-owned tables begin every key with (bucket, wallet), so that one wallet's rows live together and the same
-- schema spreads over several nodes. No triggers, sequences, foreign keys between wallets, or calls of now():
-- the Writer reads the clock once a batch. Each rule about money stands here and in WalletDomain.

CREATE EXTENSION IF NOT EXISTS btree_gist;

-- Whole coins, 0 ... 2^53 - 1. Twin: CoinAmount.swift.
CREATE DOMAIN coin_amount AS bigint CHECK (VALUE BETWEEN 0 AND 9007199254740991);

-- Who a user id is. With user_wallets, tokens and orders the only place where the app's user id stands.
CREATE TABLE users (
    user_id    text COLLATE "C" PRIMARY KEY CHECK (octet_length(user_id) BETWEEN 1 AND 128),
    tester     boolean     NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX users_testers ON users (user_id) WHERE tester;

CREATE TABLE user_wallets (
    user_id     text COLLATE "C" NOT NULL,
    environment smallint    NOT NULL CHECK (environment IN (1, 2)),
    currency    text        NOT NULL CHECK (currency = 'coin'),
    bucket      smallint    NOT NULL,
    wallet      uuid        NOT NULL,
    created_at  timestamptz NOT NULL,
    PRIMARY KEY (user_id, environment, currency)
);
CREATE INDEX user_wallets_wallet ON user_wallets (wallet);

-- One user's coins in one environment. Twin: Balances.swift, WalletState.swift.
CREATE TABLE wallets (
    bucket      smallint    NOT NULL CHECK (bucket BETWEEN 0 AND 1023),
    wallet      uuid        NOT NULL,
    environment smallint    NOT NULL CHECK (environment IN (1, 2)),
    currency    text        NOT NULL CHECK (currency = 'coin'),
    state       smallint    NOT NULL CHECK (state BETWEEN 1 AND 4),
    lots        integer     NOT NULL CHECK (lots >= 0),
    paid        coin_amount NOT NULL,
    bonus       coin_amount NOT NULL,
    promo       coin_amount NOT NULL,
    held        coin_amount NOT NULL,
    debt        coin_amount NOT NULL,
    -- The Writer's guard: it sends -1 for a wallet that moved on since it was read.
    sequence    bigint      NOT NULL CONSTRAINT wallets_moved_on CHECK (sequence >= 0),
    last_at     timestamptz NOT NULL,
    head        bytea       NOT NULL CHECK (octet_length(head) = 32),
    PRIMARY KEY (bucket, wallet),
    CHECK (held <= paid + bonus + promo),
    CHECK (paid + bonus + promo <= 9007199254740991)
) WITH (fillfactor = 70);

-- The coins of one credit. Twin: Lot.swift. `open` says that coins are left: the one figure an index may follow.
CREATE TABLE lots (
    bucket         smallint    NOT NULL,
    wallet         uuid        NOT NULL,
    lot            integer     NOT NULL CHECK (lot > 0),
    kind           smallint    NOT NULL CHECK (kind BETWEEN 1 AND 3),
    open           boolean     NOT NULL,
    issued         coin_amount NOT NULL CHECK (issued > 0),
    consumed       coin_amount NOT NULL,
    removed        coin_amount NOT NULL,
    held           coin_amount NOT NULL,
    acquired_at    timestamptz NOT NULL,
    expires_at     timestamptz,
    transaction_id text,
    product        text,
    pack           text,
    pack_version   integer,
    price_milli    bigint,
    price_currency text,
    storefront     text,
    channel        text,
    PRIMARY KEY (bucket, wallet, lot),
    CHECK (consumed + removed + held <= issued),
    CHECK (open = (issued > consumed + removed)),
    -- Purchased coins never expire (App Review Guideline 3.1.1).
    CHECK (expires_at IS NULL OR kind = 3),
    CHECK ((kind = 3) = (transaction_id IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX lots_open ON lots (bucket, wallet) WHERE open;

-- The journal. Each row moves coins from a debit to a credit account. Insert only. Twin: Entry.swift.
CREATE TABLE entries (
    bucket            smallint    NOT NULL,
    wallet            uuid        NOT NULL,
    sequence          bigint      NOT NULL CHECK (sequence > 0),
    operation         bigint      NOT NULL CHECK (operation > 0),
    at                timestamptz NOT NULL,
    store_at          timestamptz,
    coins             coin_amount NOT NULL,
    paid_after        coin_amount NOT NULL,
    bonus_after       coin_amount NOT NULL,
    promo_after       coin_amount NOT NULL,
    held_after        coin_amount NOT NULL,
    debt_after        coin_amount NOT NULL,
    beat              bigint      NOT NULL,
    key               uuid,
    fingerprint       uuid,
    unit_price        coin_amount,
    caller            integer     NOT NULL,
    quantity          integer,
    price_version     integer,
    lane              smallint    NOT NULL,
    kind              smallint    NOT NULL,
    debit             smallint    NOT NULL,
    credit            smallint    NOT NULL,
    operation_entries smallint    CHECK (operation_entries > 0),
    shape             smallint,
    lots              integer[]   NOT NULL,
    lot_coins         bigint[]    NOT NULL,
    lot_used          bigint[]    NOT NULL,
    item              text,
    transaction_id    text,
    product           text,
    note              bytea,
    hash              bytea       NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (bucket, wallet, sequence),
    CHECK (debit <> credit),
    -- One side at least is the user's: 91xx and 9200 are the user's accounts, 95xx the house's.
    CHECK (debit BETWEEN 9100 AND 9299 OR credit BETWEEN 9100 AND 9299),
    -- Only a free spend (3) moves no coins.
    CHECK (coins > 0 OR kind = 3),
    CHECK (cardinality(lots) = cardinality(lot_coins) AND cardinality(lots) = cardinality(lot_used)),
    CHECK ((coins = 0) = (cardinality(lots) = 0)),
    CHECK (operation <= sequence),
    -- The operation's first entry carries its head, and only that one.
    CHECK ((operation = sequence) = (operation_entries IS NOT NULL)),
    CHECK ((operation_entries IS NULL) = (shape IS NULL)),
    CHECK ((key IS NULL) = (fingerprint IS NULL)),
    CHECK (key IS NULL OR operation_entries IS NOT NULL)
);
-- One key of one caller does one thing in one wallet, for ever.
CREATE UNIQUE INDEX entries_key ON entries (bucket, wallet, caller, key) WHERE key IS NOT NULL;
CREATE INDEX entries_at ON entries USING brin (at) WITH (pages_per_range = 16, autosummarize = on);

-- What a user owns, and the operation that gave it.
CREATE TABLE ownerships (
    bucket    smallint    NOT NULL,
    wallet    uuid        NOT NULL,
    item      text COLLATE "C" NOT NULL,
    operation bigint      NOT NULL,
    since     timestamptz NOT NULL,
    PRIMARY KEY (bucket, wallet, item)
);

-- Free text about people; the journal holds its SHA-256 only.
CREATE TABLE notes (
    bucket smallint NOT NULL,
    wallet uuid     NOT NULL,
    digest bytea    NOT NULL CHECK (octet_length(digest) = 32),
    text   text     NOT NULL,
    PRIMARY KEY (bucket, wallet, digest)
);

-- Every proof that is genuine or cannot be judged yet. States: 1 credited, 2 pending, 3 refused.
CREATE TABLE proofs (
    bucket          smallint    NOT NULL,
    wallet          uuid        NOT NULL,
    digest          bytea       NOT NULL CHECK (octet_length(digest) = 32),
    kind            smallint    NOT NULL CHECK (kind IN (1, 2)),
    state           smallint    NOT NULL CHECK (state BETWEEN 1 AND 3),
    attempts        integer     NOT NULL CHECK (attempts >= 0),
    received_at     timestamptz NOT NULL,
    next_attempt_at timestamptz,
    bytes           bytea       NOT NULL,
    PRIMARY KEY (bucket, wallet, digest),
    CHECK ((state = 2) = (next_attempt_at IS NOT NULL))
);
CREATE INDEX proofs_pending ON proofs (next_attempt_at) WHERE state = 2;

-- Apple's latest word on one purchase and whose it is: unique for ever. Twin: StoreTransaction.swift.
-- A row without wallet claims nothing.
CREATE TABLE store_transactions (
    environment       smallint    NOT NULL CHECK (environment IN (1, 2)),
    transaction_id    text COLLATE "C" NOT NULL,
    bucket            smallint,
    wallet            uuid,
    credited_by       bigint,
    lot               integer,
    product           text,
    pack              text,
    pack_version      integer,
    quantity          integer,
    coins             coin_amount,
    bonus             coin_amount,
    purchased_at      timestamptz,
    signed_at         timestamptz,
    credited_at       timestamptz,
    app_account_token uuid,
    PRIMARY KEY (environment, transaction_id),
    CHECK ((wallet IS NULL) = (bucket IS NULL)),
    CHECK ((wallet IS NULL) = (credited_by IS NULL))
);
CREATE INDEX store_transactions_wallet ON store_transactions (bucket, wallet) WHERE wallet IS NOT NULL;
CREATE INDEX store_transactions_token ON store_transactions (app_account_token)
    WHERE app_account_token IS NOT NULL;

-- The signed link between an Apple purchase and a user.
CREATE TABLE app_account_tokens (
    token      uuid        PRIMARY KEY,
    user_id    text COLLATE "C" NOT NULL,
    created_at timestamptz NOT NULL
);

CREATE TABLE orders (
    number     uuid        PRIMARY KEY,
    user_id    text COLLATE "C" NOT NULL,
    pack       text        NOT NULL,
    token      uuid        NOT NULL,
    created_at timestamptz NOT NULL
);

-- Packs: fixed App Store products that sell coins. State: 1 on sale, 2 withdrawn (still credited).
CREATE TABLE packs (
    pack       text COLLATE "C" PRIMARY KEY,
    bundle     text        NOT NULL,
    product    text        NOT NULL,
    title      text        NOT NULL,
    state      smallint    NOT NULL CHECK (state IN (1, 2)),
    created_at timestamptz NOT NULL,
    created_by integer     NOT NULL,
    UNIQUE (bundle, product)
);

-- The version valid at Apple's purchase date decides; an older purchase gets the first.
CREATE TABLE pack_versions (
    pack       text COLLATE "C" NOT NULL REFERENCES packs,
    version    integer     NOT NULL CHECK (version > 0),
    coins      coin_amount NOT NULL CHECK (coins > 0),
    bonus      coin_amount NOT NULL,
    valid_from timestamptz NOT NULL,
    created_at timestamptz NOT NULL,
    created_by integer     NOT NULL,
    PRIMARY KEY (pack, version),
    UNIQUE (pack, valid_from)
);

-- Items: what coins buy. Kind: 1 once, 2 repeatable. State: 1 draft, 2 published, 3 archived. Twin: Offer.swift.
CREATE TABLE items (
    item       text COLLATE "C" PRIMARY KEY,
    title      text        NOT NULL,
    kind       smallint    NOT NULL CHECK (kind IN (1, 2)),
    state      smallint    NOT NULL CHECK (state BETWEEN 1 AND 3),
    created_at timestamptz NOT NULL,
    created_by integer     NOT NULL
);

-- A price is a new version in a half-open window, never an edit: only a window's end may be brought forward.
-- Layer: 1 regular, 2 sale on top. Two windows of one layer cannot overlap. 0 only if somebody said 'free'.
CREATE TABLE item_prices (
    item       text COLLATE "C" NOT NULL REFERENCES items,
    version    integer     NOT NULL CHECK (version > 0),
    layer      smallint    NOT NULL CHECK (layer IN (1, 2)),
    price      coin_amount NOT NULL,
    free       boolean     NOT NULL,
    valid_from timestamptz NOT NULL,
    valid_to   timestamptz,
    created_at timestamptz NOT NULL,
    created_by integer     NOT NULL,
    PRIMARY KEY (item, version),
    CHECK (free = (price = 0)),
    CHECK (valid_to > valid_from),
    EXCLUDE USING gist (item WITH =, layer WITH =, tstzrange(valid_from, valid_to) WITH &&)
);

-- The beats of the lanes are the cut: every entry at or below it is committed and visible.
CREATE TABLE lanes (
    lane         smallint    PRIMARY KEY CHECK (lane > 0),
    beat         bigint      NOT NULL CHECK (beat >= 0),
    holder       uuid        NOT NULL,
    leased_until timestamptz NOT NULL
) WITH (fillfactor = 10);

-- Names of those who call; an API key's name outlives its rotation.
CREATE TABLE callers (
    caller integer PRIMARY KEY CHECK (caller > 0),
    name   text COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE api_keys (
    digest     bytea       PRIMARY KEY CHECK (octet_length(digest) = 32),
    caller     integer     NOT NULL REFERENCES callers,
    scopes     text[]      NOT NULL,
    hint       text        NOT NULL,
    created_at timestamptz NOT NULL,
    revoked_at timestamptz
);

-- Whether production or development has used this database: one row, written once.
CREATE TABLE installation (
    only_row boolean PRIMARY KEY CHECK (only_row),
    mode     text    NOT NULL CHECK (mode IN ('production', 'development'))
);
