/// Free coins: a promo lot. Never meets a debt, carries no money.
package struct GrantCoins: Sendable {
    package let coins: CoinAmount
    package let expiresAt: Instant?
    /// Why; kept in `notes`, the entry holds its SHA-256.
    package let note: Note
    /// Set if a person gives them; nil: an app's back end does, by its rules.
    package let act: ActByHand?

    package static let shape: Int16 = 1

    package init(coins: CoinAmount, expiresAt: Instant?, note: Note) {
        self.coins = coins
        self.expiresAt = expiresAt
        self.note = note
        act = nil
    }

    package init(coins: CoinAmount, expiresAt: Instant?, _ act: ActByHand) {
        self.coins = coins
        self.expiresAt = expiresAt
        note = act.note
        self.act = act
    }

    package func decide(_ book: inout WalletBook, stamp: OperationStamp) throws(WalletError) -> [Entry] {
        try book.givePromo(coins, until: expiresAt, as: .granted, from: .granted, note: note, stamp: stamp)
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
