/// What Apple said about one purchase, and when: the newest word counts, in whatever order words arrive.
package struct StoreWord: Hashable, Sendable {
    package let signedAt: Instant
    /// Nil: Apple knows of no refund, or took it back.
    package let revocation: Revocation?

    package init(signedAt: Instant, revocation: Revocation?) {
        self.signedAt = signedAt
        self.revocation = revocation
    }

    package init(_ purchase: Purchase) {
        self.init(signedAt: purchase.signedAt, revocation: purchase.revocation)
    }

    package func isNewer(than other: StoreWord?) -> Bool { other.map { signedAt > $0.signedAt } ?? true }

    /// Apple's percentage of all refunds together, in thousandths of a percent; no figure means all.
    package var refundedMilli: Int32 {
        guard let revocation else { return 0 }
        return Int32(min(max(revocation.percentageMilli ?? Self.wholeMilli, 0), Self.wholeMilli))
    }

    /// How many of `coins` are refunded by it: Apple's share, half a coin rounded up.
    package func refundedCoins(of coins: Int64) -> Int64 {
        let share = Int64(refundedMilli)
        let (whole, rest) = coins.quotientAndRemainder(dividingBy: Int64(Self.wholeMilli))
        return whole * share + (2 * rest * share + Int64(Self.wholeMilli)) / Int64(2 * Self.wholeMilli)
    }

    /// 100 % in Apple's thousandths of a percent.
    private static let wholeMilli = 100_000
}

/// What becomes of items owned once that refunded coins had bought. Source:
/// `docs/decisions/0030-taking-courses-back.md`.
package enum OwnershipPolicy: String, CaseIterable, Sendable {
    /// They stay, whatever is owed.
    case keep
    /// While coins of the purchase are owed, the spends that it paid for are undone, the latest first.
    case revoke
}

/// What becomes of refunded coins that were spent already.
package enum RefundPolicy: String, CaseIterable, Sendable {
    /// Owed: met at once by other purchased coins, else by later purchases.
    case debt
    /// Forgiven, and written down as forgiven.
    case writeOff = "write_off"
    /// As `debt`, and the wallet is frozen until nothing is owed.
    case freeze
}
