-- B0, the yardstick: what a plain debit costs on this PostgreSQL. One row update, one row insert with a primary key
-- and a unique idempotency key, one transaction and one commit for each request.
CREATE TABLE wallets (
    wallet integer PRIMARY KEY,
    coins bigint NOT NULL CHECK (coins >= 0)
);

CREATE TABLE entries (
    entry bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    wallet integer NOT NULL,
    coins bigint NOT NULL,
    coins_after bigint NOT NULL,
    idempotency_key text NOT NULL UNIQUE,
    at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION debit(debited integer, amount bigint, key text) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    balance bigint;
BEGIN
    UPDATE wallets SET coins = coins - amount WHERE wallet = debited AND coins >= amount RETURNING coins INTO balance;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    INSERT INTO entries (wallet, coins, coins_after, idempotency_key) VALUES (debited, amount, balance, key);
    RETURN balance;
END $$;

INSERT INTO wallets SELECT wallet, 1000000 FROM generate_series(1, 100000) AS wallet;
VACUUM ANALYZE wallets;
