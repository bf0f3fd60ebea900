import WalletDomain

/// The wallets that a lane wrote lately, as it left them: for these nothing is loaded and nothing locked beforehand.
///
/// What stands here may be out of date, since other processes write too. So an effect decided on it is guarded in the
/// database (a wallet that moved on refuses the batch), and a refusal is never told before it was decided again on a
/// wallet read under its lock.
struct RecentWallets {
    /// Two generations: a wallet that is not written while one fills up is forgotten.
    private var young: [WalletID: WalletState] = [:]
    private var old: [WalletID: WalletState] = [:]
    /// Batches until the lane trusts its memory again, after it was out of date.
    private var distrustedBatches = 0

    /// How many wallets are remembered: at most `Limits.recentWalletsMax`, none twice.
    var count: Int { young.count + old.count }

    subscript(_ wallet: WalletID) -> WalletState? { young[wallet] ?? old[wallet] }

    /// Asked once a batch.
    mutating func mayBeTrusted() -> Bool {
        guard distrustedBatches > 0 else { return true }
        distrustedBatches -= 1
        return false
    }

    /// After a confirmed commit. Ownerships, refunds and spends are asked for each time.
    mutating func keep(_ book: WalletBook, head: [UInt8]) {
        var state = book.state
        state.head = head
        state.lots.removeAll { $0.remaining == 0 }
        state.ownerships = [:]
        state.refundEntries = []
        state.spends = [:]
        state.holds = state.holds.filter { $0.value.status == .open }
        // A wallet with many open lots or holds would fill the memory of hundreds. Of one that owes, the entries about
        // refunds are needed as well.
        // A wallet that is closed answers by its keys alone: those are looked up each time.
        guard state.status == .open || state.status == .frozen, state.lots.count <= Limits.recentLotsMax,
            state.holds.count <= Limits.recentHoldsMax,
            state.balances.debt == 0
        else { return forget(state.id) }
        remember(state)
    }

    /// Once, in the young generation.
    private mutating func remember(_ state: WalletState) {
        if young[state.id] == nil {
            old[state.id] = nil
            if young.count >= Limits.recentWalletsMax / 2 {
                old = young
                young = [:]
            }
        }
        young[state.id] = state
    }

    private mutating func forget(_ wallet: WalletID) {
        young[wallet] = nil
        old[wallet] = nil
    }

    /// The connection was lost: what did commit is not known.
    mutating func forgetAll() {
        young = [:]
        old = [:]
    }

    /// Another process writes the same wallets.
    mutating func wereOutOfDate() {
        forgetAll()
        distrustedBatches = Limits.distrustedBatches
    }
}
