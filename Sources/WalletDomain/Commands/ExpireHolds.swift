/// Holds whose time is over end: by a job, and at the moment of use, before whatever is decided on the wallet.
package enum ExpireHolds {
    package static let shape: Int16 = 1

    package static func isDue(_ book: WalletBook, at moment: Instant) -> Bool {
        book.state.holds.values.contains { $0.isDue(at: moment) }
    }

    /// Writes each hold's end as an operation of its own, the oldest hold first.
    package static func settle(_ book: inout WalletBook, stamp: OperationStamp) {
        let due = book.state.holds.values.filter { $0.isDue(at: stamp.at) }.sorted { $0.number < $1.number }
        guard !due.isEmpty else { return }
        let ownStamp = OperationStamp(caller: stamp.caller, idempotency: nil, shape: shape, at: stamp.at)
        // Coins that were free have left before those that a hold gives back.
        ExpireCoins.settle(&book, stamp: ownStamp)
        for hold in due { _ = ReleaseHold.end(hold, as: .holdExpired, in: &book, stamp: ownStamp) }
    }
}

/// What the time alone does to a wallet: due holds end, then due promo coins leave. Asked for by a job.
package struct ExpireDue: Sendable {
    package init() {}

    /// Due holds were ended before, as before any command.
    package func decide(_ book: inout WalletBook, stamp: OperationStamp, entriesBefore: Int) -> Outcome {
        ExpireCoins.settle(&book, stamp: stamp)
        let written = Array(book.entries[entriesBefore...])
        return written.isEmpty ? .unchanged : .done(written, replayed: false)
    }
}
