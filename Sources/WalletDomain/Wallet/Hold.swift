/// Coins that are reserved for an item or an amount. They stay in their account and their lots, and are not spendable.
///
/// A hold keeps its lots and its price until it ends: captured, released, or expired by itself. Source:
/// `docs/decisions/0020-holds.md`. Twin: table `holds` in `Migrations/0010_hold_coins.sql`.
package struct Hold: Hashable, Sendable {
    package enum Status: Int16, CaseIterable, Sendable {
        case open = 1
        case captured = 2
        case released = 3
        case expired = 4
    }

    /// Held coins of one lot.
    package struct Part: Hashable, Sendable {
        package let lot: Int32
        package let coins: Int64

        package init(lot: Int32, coins: Int64) {
            self.lot = lot
            self.coins = coins
        }
    }

    package struct End: Hashable, Sendable {
        /// Sequence of the operation that ended it: a spend, a release, an expiry.
        package let operation: Int64
        package let at: Instant

        package init(operation: Int64, at: Instant) {
            self.operation = operation
            self.at = at
        }
    }

    /// Sequence of its first entry.
    package let number: Int64
    /// Item, quantity, price and note; nothing else.
    package let terms: Entry.References
    /// The item can be owned once: while the hold is open nobody else gets it for this wallet.
    package let isOnce: Bool
    /// In the order of use: a capture takes from the beginning.
    package let parts: [Part]
    package let placedAt: Instant
    package let expiresAt: Instant
    package internal(set) var status: Status
    /// Coins; 0 unless captured.
    package internal(set) var captured: Int64
    package internal(set) var end: End?

    package init(
        number: Int64, terms: Entry.References, isOnce: Bool, parts: [Part], placedAt: Instant, expiresAt: Instant,
        status: Status = .open, captured: Int64 = 0, end: End? = nil
    ) {
        self.number = number
        self.terms = terms
        self.isOnce = isOnce
        self.parts = parts
        self.placedAt = placedAt
        self.expiresAt = expiresAt
        self.status = status
        self.captured = captured
        self.end = end
    }

    package var coins: Int64 { parts.reduce(0) { $0 + $1.coins } }

    package func isDue(at moment: Instant) -> Bool { status == .open && expiresAt <= moment }

    /// The first `coins` coins, and the rest.
    package func split(at coins: Int64) -> (taken: [Part], rest: [Part]) {
        var missing = coins
        var (taken, rest): ([Part], [Part]) = ([], [])
        for part in parts {
            let used = min(missing, part.coins)
            missing -= used
            if used > 0 { taken.append(Part(lot: part.lot, coins: used)) }
            if used < part.coins { rest.append(Part(lot: part.lot, coins: part.coins - used)) }
        }
        precondition(missing == 0, "a hold gives no more than it holds")
        return (taken, rest)
    }
}
