/// The coins of one credit. Purchased lots (paid and bonus) never expire; promo lots may.
package struct Lot: Hashable, Sendable {
    package enum Kind: Int16, CaseIterable, Sendable {
        case paid = 1
        case bonus = 2
        case promo = 3

        package var account: Account {
            switch self {
            case .paid: .paid
            case .bonus: .bonus
            case .promo: .promo
            }
        }

        package var name: String {
            switch self {
            case .paid: "paid"
            case .bonus: "bonus"
            case .promo: "promo"
            }
        }
    }

    package let number: Int32
    package let kind: Kind
    package let issued: Int64
    package var consumed: Int64
    package var removed: Int64
    package var held: Int64
    /// Purchase time, or the time of the grant: the order of use.
    package let acquiredAt: Instant
    package let expiresAt: Instant?

    package init(
        number: Int32, kind: Kind, issued: Int64, consumed: Int64 = 0, removed: Int64 = 0, held: Int64 = 0,
        acquiredAt: Instant, expiresAt: Instant?
    ) {
        self.number = number
        self.kind = kind
        self.issued = issued
        self.consumed = consumed
        self.removed = removed
        self.held = held
        self.acquiredAt = acquiredAt
        self.expiresAt = expiresAt
    }

    /// Still in the lot, held coins included.
    package var remaining: Int64 { issued - consumed - removed }

    /// Free to spend.
    package var available: Int64 { remaining - held }

    package func isExpired(at moment: Instant) -> Bool { expiresAt.map { $0 <= moment } ?? false }

    /// Promo first, the soonest expiry first; then purchased, the oldest purchase first; then by number.
    package func isUsedBefore(_ other: Lot) -> Bool {
        let promo = kind == .promo
        guard promo == (other.kind == .promo) else { return promo }
        if promo, expiresAt != other.expiresAt {
            guard let mine = expiresAt else { return false }
            guard let theirs = other.expiresAt else { return true }
            return mine < theirs
        }
        return (acquiredAt, number) < (other.acquiredAt, other.number)
    }
}

/// What one entry did to one lot.
package struct LotUse: Hashable, Sendable {
    package let lot: Int32
    package let coins: Int64
    /// What of the lot was consumed before this entry: with it the money of each move can be told without replaying.
    package let usedBefore: Int64

    package init(lot: Int32, coins: Int64, usedBefore: Int64) {
        self.lot = lot
        self.coins = coins
        self.usedBefore = usedBefore
    }

    package func shifted(by lots: Int32) -> LotUse {
        LotUse(lot: lot + lots, coins: coins, usedBefore: usedBefore)
    }
}
