/// What went wrong, in the domain's words. It knows no HTTP: `WalletServer/Problem.swift` maps each case once.
package enum WalletError: Error, Equatable, Sendable {
    /// A value of the request is not what it must be; names the member.
    case malformed(String)
    case amountOutOfRange(Int64)

    // Spending
    case itemNotFound
    case notForSale
    /// The price now, for one; nothing happened.
    case priceChanged(current: CoinAmount)
    /// Refers to the spend (or hold) that gave the ownership.
    case alreadyOwned(by: OperationID)
    case insufficientCoins(balance: CoinAmount, required: CoinAmount)
    case walletInDebt(debt: CoinAmount)
    case spendNotFound
    /// An undo asks for more than is left of the spend; `undone` of what was paid is back already.
    case moreThanPaid(paid: CoinAmount, undone: CoinAmount)
    /// The spend was undone in as many parts as it may be.
    case tooManyUndos
    /// More is to be forgiven than is owed.
    case moreThanOwed(debt: CoinAmount)
    // Holds
    /// Refers to the open hold that keeps the item.
    case alreadyHeld(by: OperationID)
    case holdNotFound
    case holdCaptured
    case holdReleased
    case holdExpired
    case moreThanHeld(held: CoinAmount)
    /// The wallet has as many open holds as it may have.
    case tooManyHolds

    // Wallets
    case walletFrozen
    case userErased
    /// What is reserved must be captured or released first.
    case holdsOpen
    /// More lots than can be moved at once.
    case tooManyLots
    /// The user is another account's since a merge, or is about to be.
    case userMerged
    case sandboxNotAllowed

    // Acts by hand
    case approvalNotFound
    /// Somebody has approved or rejected it already.
    case approvalDecided
    case approvalExpired
    /// Nobody decides about what he proposed himself.
    case secondPersonNeeded

    // Several at once
    /// The step, from 1, that was refused, and why: none of them was done.
    indirect case refusedStep(Int, WalletError)

    // Idempotency
    case idempotencyKeyReused

    // Ledger
    /// Too much is waiting; nothing was tried.
    case overloaded
    /// The commit was sent and no answer came in time: ask again with the same key.
    case outcomeUnknown
    /// The database did not answer or refused; nothing was written.
    case ledgerUnavailable
    /// Only a bug can do this; details are in the log.
    case internalError
}
