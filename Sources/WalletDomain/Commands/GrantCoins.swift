/// Free coins: a promo lot. Never meets a debt, carries no money.
package struct GrantCoins: Sendable {
    package let coins: CoinAmount
    package let expiresAt: Instant?
    /// Why; kept in `notes`, the entry holds its SHA-256.
    package let note: Note

    package static let shape: Int16 = 1

    package init(coins: CoinAmount, expiresAt: Instant?, note: Note) {
        self.coins = coins
        self.expiresAt = expiresAt
        self.note = note
    }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        guard coins > .zero else { throw .amountOutOfRange(0) }
        if let expiresAt, expiresAt <= stamp.at { throw .malformed("expires_at") }
        _ = try CoinAmount(book.state.balances.total).adding(coins)
        ExpireCoins.settle(&book, stamp: stamp)
        let lot = book.open(
            LotOpening(kind: .promo, coins: coins.coins, acquiredAt: stamp.at, expiresAt: expiresAt, sale: nil))
        let posting = Posting(
            kind: .granted, debit: .granted, credit: .promo, coins: coins.coins,
            lots: [LotUse(lot: lot, coins: coins.coins, usedBefore: 0)], references: .init(note: note.digest))
        return book.post([posting], as: stamp)
    }
}

/// Free text about a user and its SHA-256. The text can be erased, the digest stays in the journal.
package struct Note: Hashable, Sendable {
    package let text: String
    /// 32 bytes.
    package let digest: [UInt8]

    package init(text: String, digest: [UInt8]) {
        self.text = text
        self.digest = digest
    }
}
