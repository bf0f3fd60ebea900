-- A refund that moves no coins.
--
-- Apple takes money back, or gives it again, of a purchase whose coins were all taken away for cause, or by so little
-- that it rounds to no coin. The journal tells Apple's share all the same, so that the books learn of the money: kinds
-- 5 refunded and 7 refund_reversed may move nothing. Twin: RefundPurchase.swift.

ALTER TABLE entries
    DROP CONSTRAINT entries_coins,
    -- Only a free spend, its undo, the end of an ownership, what holds or lets go, an empty wallet's merge, and a share
    -- that Apple told of no coins.
    ADD CONSTRAINT entries_coins CHECK (coins > 0 OR kind IN (3, 5, 7, 9, 10, 11, 12, 13, 14));
