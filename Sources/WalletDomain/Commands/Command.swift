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

/// How a command ended.
package enum Outcome: Sendable {
    /// The operation's entries; `replayed` if they were written before, under the same key.
    case done([Entry], replayed: Bool)
    /// The purchase was credited before, by this operation in this wallet.
    case alreadyCredited(OperationID)
    /// The purchase is another wallet's: route again, or refuse.
    case ownedElsewhere(WalletID)
}
