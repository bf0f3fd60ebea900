-- Apple is asked for missed refunds wallet by wallet, since one answer speaks of all of a customer's purchases.

CREATE INDEX store_transactions_walk ON store_transactions (environment, bucket, wallet, purchased_at)
    WHERE credited_by IS NOT NULL;

-- From now on the last wallet that was asked about; until now it was a transaction id, so a round begins anew.
UPDATE refund_walks SET after = '';
