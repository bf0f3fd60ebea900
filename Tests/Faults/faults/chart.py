"""The chart of accounts and the kinds of entries, copied from the design by hand."""

PAID, BONUS, PROMO, DEBT = 9100, 9110, 9120, 9200
SOLD_HOUSE, BONUS_HOUSE, GRANTED_HOUSE, SPENT_HOUSE = 9510, 9515, 9520, 9530
CLAWED_BACK, REVERSED_HOUSE, EXPIRED_HOUSE, WRITTEN_OFF_HOUSE, MOVED_HOUSE = 9540, 9545, 9550, 9570, 9580
ADJUSTED_HOUSE = 9560
USERS = (PAID, BONUS, PROMO, DEBT)

SOLD, GRANTED, SPENT, EXPIRED, REFUNDED, SETTLED, REVERSED, WRITTEN_OFF = range(1, 9)
HELD, RELEASED, HOLD_EXPIRED, UNDONE, OWNERSHIP_ENDED = range(9, 14)
MERGED, MERGED_SPENT, MERGED_REFUND, MERGED_SETTLEMENT = range(14, 18)
ADJUSTED, FORFEITED = 18, 19
# These move no coins: their lots say what is held, or let go.
HOLDING = (HELD, RELEASED, HOLD_EXPIRED)
# What follows from another operation at once, in the same batch, and belongs to its answer.
FOLLOWERS = (EXPIRED, SETTLED, OWNERSHIP_ENDED, RELEASED)
KINDS = {SOLD: "sold", GRANTED: "granted", SPENT: "spent", EXPIRED: "expired", REFUNDED: "refunded",
         SETTLED: "debt_settled", REVERSED: "refund_reversed", WRITTEN_OFF: "debt_written_off", HELD: "held",
         RELEASED: "hold_released", HOLD_EXPIRED: "hold_expired", UNDONE: "undone", OWNERSHIP_ENDED: "ownership_ended",
         MERGED: "merged", MERGED_SPENT: "merged_spent", MERGED_REFUND: "merged_refund",
         MERGED_SETTLEMENT: "merged_settlement", ADJUSTED: "adjusted", FORFEITED: "forfeited"}

# Of a lot: 1 paid, 2 bonus, 3 promo.
ACCOUNT_OF_LOT = {1: PAID, 2: BONUS, 3: PROMO}
PROMO_LOT = 3
