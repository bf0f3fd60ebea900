/// What is wanted, for exactly one wallet.
package struct Command: Sendable {
    package let wallet: WalletID
    package let environment: StoreEnvironment
    package let caller: CallerID
    package let idempotency: Idempotency?
    package let action: Action

    package enum Action: Sendable {
        case spend(SpendItem)
        case grant(GrantCoins)
        case credit(CreditPurchase)
        case refund(RefundPurchase)
        case undo(UndoSpend)
        case hold(PlaceHold)
        case capture(CaptureHold)
        case release(ReleaseHold)
        case expire(ExpireDue)
        case writeOff(WriteOffDebt)
        case adjust(AdjustCoins)
        case forfeit(ForfeitCoins)
        case freeze(FreezeWallet)
        case close(CloseWallet)
        case takeOver(TakeOver)
        case erase(EraseWallet)
        /// All of them or none.
        case all([Step])

        /// The purchase that is decided on, if any.
        package var purchase: StoreTransaction.Key? {
            switch self {
            case .credit(let credit): credit.key
            case .refund(let refund): refund.key
            case .spend, .grant, .undo, .hold, .capture, .release, .expire, .writeOff, .adjust, .forfeit, .freeze,
                .close, .takeOver, .erase, .all:
                nil
            }
        }

        /// Purchases that change hands.
        package var movedPurchases: [StoreTransaction.Key] {
            if case .takeOver(let taking) = self { taking.estate.purchases.map(\.key) } else { [] }
        }

        /// The item that the wallet may own already.
        package var item: ItemID? {
            switch self {
            case .spend(let spend): spend.item
            case .hold(let hold): hold.item
            case .grant, .credit, .refund, .undo, .capture, .release, .expire, .writeOff, .adjust, .forfeit, .freeze,
                .close, .takeOver, .erase, .all:
                nil
            }
        }

        /// The spends of the command's own wallet that are undone, or may be.
        package var spends: [Int64] {
            switch self {
            case .undo(let undo): undo.moved == nil ? [undo.spend] : []
            case .refund(let refund): refund.revocable
            case .spend, .grant, .credit, .hold, .capture, .release, .expire, .writeOff, .adjust, .forfeit, .freeze,
                .close, .takeOver, .erase, .all:
                []
            }
        }

        /// The hold that is to end.
        package var hold: Int64? {
            switch self {
            case .capture(let capture): capture.hold
            case .release(let release): release.hold
            case .spend, .grant, .credit, .refund, .undo, .hold, .expire, .writeOff, .adjust, .forfeit, .freeze, .close,
                .takeOver, .erase, .all:
                nil
            }
        }

        /// What to say if the wallet does not exist: set for commands about something in it, which make no wallet.
        package var errorWithoutWallet: WalletError? {
            switch self {
            case .undo: .spendNotFound
            case .capture, .release, .expire: .holdNotFound
            case .writeOff: .moreThanOwed(debt: .zero)
            case .adjust(let adjustment): adjustment.refusalByEmptyWallet
            case .forfeit(let forfeit): forfeit.refusalByEmptyWallet
            // A user who never did anything is merged, frozen and erased too.
            case .spend, .grant, .credit, .refund, .hold, .freeze, .close, .takeOver, .erase: nil
            // One step that makes a wallet is enough.
            case .all(let steps):
                steps.contains { $0.action.errorWithoutWallet == nil } ? nil : steps.first?.action.errorWithoutWallet
            }
        }
    }

    package init(
        wallet: WalletID, environment: StoreEnvironment, caller: CallerID, idempotency: Idempotency?, action: Action
    ) {
        self.wallet = wallet
        self.environment = environment
        self.caller = caller
        self.idempotency = idempotency
        self.action = action
    }
}

extension Command {
    func stamp(_ shape: Int16, at moment: Instant) -> OperationStamp {
        OperationStamp(caller: caller, idempotency: idempotency, shape: shape, at: moment)
    }
}

/// How a command ended.
package enum Outcome: Sendable {
    /// The operation's entries; `replayed` if they were written before, under the same key.
    case done([Entry], replayed: Bool)
    /// The purchase was credited before, by this operation in this wallet.
    case alreadyCredited(OperationID)
    /// The purchase is another wallet's: route again, or refuse.
    case ownedElsewhere(WalletID)
    /// Nobody has the purchase's coins: there is nothing to take back.
    case notCredited
    /// All of it is refunded: nothing is credited unless Apple takes the refund back.
    case refunded
    /// The word was no news, or changes no coins.
    case unchanged
    /// The wallet was merged: the command is to be carried out there.
    case merged(into: WalletID)

    /// Whether the command's effect stood there already; nil if it has none.
    package var wasDoneBefore: Bool? {
        switch self {
        case .done(_, let replayed): replayed
        case .alreadyCredited, .unchanged: true
        case .ownedElsewhere, .notCredited, .refunded, .merged: nil
        }
    }
}
