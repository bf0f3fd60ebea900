-- Refunds: Apple's newest word about each purchase, and the way to a wallet's entries about refunds.
--
-- What a refund took, what is owed and what met a debt is nowhere but in the journal: entries of the kinds 5 refunded,
-- 6 debt_settled, 7 refund_reversed and 8 debt_written_off name the purchase. Twin: RefundTallies.swift.

ALTER TABLE store_transactions
    ADD COLUMN revoked_at            timestamptz,
    ADD COLUMN revocation_type       text,
    -- Thousandths of a percent; absent with revoked_at means all of it. Twin: StoreWord.swift.
    ADD COLUMN revocation_percentage integer CHECK (revocation_percentage BETWEEN 0 AND 100000),
    ADD CHECK (revoked_at IS NOT NULL OR (revocation_type IS NULL AND revocation_percentage IS NULL)),
    ADD CHECK (revoked_at IS NULL OR signed_at IS NOT NULL),
    -- A purchase refunded before it was seen has an owner and no credit: a reversal credits it to that owner.
    DROP CONSTRAINT store_transactions_check1,
    ADD CHECK (credited_by IS NULL OR wallet IS NOT NULL);

CREATE INDEX entries_refunds ON entries (bucket, wallet, sequence) WHERE kind BETWEEN 5 AND 8;
