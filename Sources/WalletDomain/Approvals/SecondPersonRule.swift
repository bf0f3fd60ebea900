/// When one person may not do it alone. Pure: what the person did alone within the window comes in.
///
/// The limit holds for all grants, adjustments and write-offs of one person in one wallet within a day together,
/// whichever way the coins go, so that many small ones are as one large one; and a multiple of it for all wallets
/// together, so that many users, or guests who become one, are no way around it. Source:
/// `docs/decisions/0036-second-person.md`, `0038-gifts-and-debts.md`.
package struct SecondPersonRule: Hashable, Sendable {
    package let coinsMax: Int64

    /// - Parameter coinsMax: 0: nobody gives, takes or forgives anything alone.
    package init(coinsMax: Int64 = Limits.adjustCoinsDefault) {
        precondition((0...Limits.adjustCoinsMax).contains(coinsMax), "the limit is in range")
        self.coinsMax = coinsMax
    }

    /// What one person asked for alone within `Limits.aloneWindowMs`: done, or not yet refused.
    package struct Alone: Hashable, Sendable {
        package let inWallet: Int64
        package let inAll: Int64

        package init(inWallet: Int64, inAll: Int64) {
            self.inWallet = inWallet
            self.inAll = inAll
        }
    }

    package func needsSecond(_ act: ApprovedAct, after alone: Alone) -> Bool {
        switch act {
        case .adjust, .grant, .writeOff:
            // Each at most 2^53 - 1 and bounded by what was let through before: the sums cannot overflow.
            alone.inWallet + act.coins.coins > coinsMax
                || alone.inAll + act.coins.coins > coinsMax * Limits.aloneWalletsFactor
        case .forfeit: true
        }
    }
}
