/// Promo coins whose time is over leave the wallet, at the moment of use.
package enum ExpireCoins {
    package static let shape: Int16 = 1

    /// Writes the expiry that is due as an operation of its own, before the accepted command's.
    package static func settle(_ book: inout WalletBook, stamp: OperationStamp) {
        let due = LotPicker.expired(book.state.lots, at: stamp.at)
        guard !due.isEmpty else { return }
        let posting = Posting(
            kind: .expired, debit: .promo, credit: .expired, coins: due.reduce(0) { $0 + $1.coins }, lots: due)
        book.remove(due)
        let ownStamp = OperationStamp(caller: stamp.caller, idempotency: nil, shape: shape, at: stamp.at)
        _ = book.post([posting], as: ownStamp)
    }
}
