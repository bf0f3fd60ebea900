/// A person freezes a wallet, or takes that back. Frozen, it spends and reserves nothing; it is still credited, and
/// what was promised before is kept. Moves no coins, so the journal has nothing to say: the audit log tells of it.
package struct FreezeWallet: Sendable {
    package let isFrozen: Bool
    package let act: ActByHand

    package init(_ isFrozen: Bool, _ act: ActByHand) {
        self.isFrozen = isFrozen
        self.act = act
    }

    package func decide(_ book: inout WalletBook) -> Outcome {
        let isAsWanted = isFrozen ? book.state.status == .suspended : book.state.status == .open
        guard !isAsWanted else { return .unchanged }
        book.suspend(isFrozen)
        return .done([], replayed: false)
    }
}

extension WalletState.Status {
    /// The word of ours in records; what users are told is another matter.
    package var name: String {
        switch self {
        case .open: "open"
        case .frozen: "frozen_by_debt"
        case .merged: "merged"
        case .erased: "erased"
        case .suspended: "frozen_by_hand"
        }
    }
}
