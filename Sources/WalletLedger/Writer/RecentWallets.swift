import WalletDomain

/// The wallets that a lane wrote lately, as it left them: for these nothing is loaded and nothing locked beforehand.
///
/// What stands here may be out of date, since other processes write too. So an effect decided on it is guarded in the
/// database (a wallet that moved on refuses the batch), and a refusal is never told before it was decided again on a
/// wallet read under its lock.
struct RecentWallets {
    /// A wallet that is not written while others fill up a generation is forgotten; to read it does not help.
    private var kept = Self.nothing
    private static let nothing = RecentValues<WalletID, Kept>(countMax: Limits.recentWalletsMax)
    /// Batches until the lane trusts its memory again, after it was out of date.
    private var distrustedBatches = 0

    /// How many wallets are remembered: at most `Limits.recentWalletsMax`, none twice.
    var count: Int { kept.count }

    subscript(_ wallet: WalletID) -> WalletState? { kept.peek(wallet)?.state }

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
        else {
            kept[state.id] = nil
            return
        }
        kept[state.id] = Kept(state)
    }

    /// The connection was lost: what did commit is not known.
    mutating func forgetAll() { kept = Self.nothing }

    /// Another process writes the same wallets.
    mutating func wereOutOfDate() {
        forgetAll()
        distrustedBatches = Limits.distrustedBatches
    }
}

/// A state in a room of its own: a hash table has about as many empty places as full ones, and a state of 300 bytes in
/// each of them was a fifth of the service's memory.
private final class Kept: Sendable {
    let state: WalletState

    init(_ state: WalletState) { self.state = state }
}
