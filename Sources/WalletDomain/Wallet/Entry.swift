package import struct FoundationEssentials.UUID

/// One line of the journal: `coins` leave the debit account and enter the credit account. Append only.
///
/// An entry knows everything its operation's answer needs: a repeat of a call is rendered from its entries alone.
/// Twin: table `entries` in `Migrations/0001_create_wallet.sql`.
package struct Entry: Hashable, Sendable {
    package var wallet: WalletID
    package var sequence: Int64
    package var kind: EntryKind
    package var debit: Account
    package var credit: Account
    package var coins: Int64
    /// The wallet's figures after this entry.
    package var after: Balances
    package var lots: [LotUse]
    /// Sequence of the operation's first entry.
    package var operation: Int64
    package var caller: CallerID
    /// Stands in the operation's first entry only.
    package var first: OperationHead?
    package var references: References
    package var at: Instant
    /// Apple's time of the event, where there is one.
    package var storeAt: Instant?

    /// What an entry refers to. No user id and no free text: an entry can be neither renamed nor erased.
    package struct References: Hashable, Sendable {
        package var item: ItemID?
        package var quantity: Int32?
        /// Of a refund and of its reversal: what Apple has refunded of the purchase after it, all refunds together, in
        /// thousandths of a percent: 100000 is all, 0 none. Nil in entries of before it was kept.
        package var revocationMilli: Int32?
        package var unitPrice: Int64?
        package var priceVersion: Int32?
        package var transaction: TransactionID?
        package var product: String?
        /// SHA-256 of the text in `notes`.
        package var note: [UInt8]?
        /// The operation of the same wallet that this entry is about, by its first entry: the hold that a capture or a
        /// release ends, the spend that an undo takes back.
        package var refersTo: Int64?
        /// When a hold ends by itself.
        package var expiresAt: Instant?
        /// The merged wallet in which that operation stands; nil: this very one.
        package var refersWallet: WalletID?

        package init(
            item: ItemID? = nil, quantity: Int32? = nil, revocationMilli: Int32? = nil, unitPrice: Int64? = nil,
            priceVersion: Int32? = nil, transaction: TransactionID? = nil, product: String? = nil,
            note: [UInt8]? = nil, refersTo: Int64? = nil, expiresAt: Instant? = nil, refersWallet: WalletID? = nil
        ) {
            precondition(quantity == nil || revocationMilli == nil, "an entry keeps one of them, in one place")
            self.item = item
            self.quantity = quantity
            self.revocationMilli = revocationMilli
            self.unitPrice = unitPrice
            self.priceVersion = priceVersion
            self.transaction = transaction
            self.product = product
            self.note = note
            self.refersTo = refersTo
            self.expiresAt = expiresAt
            self.refersWallet = refersWallet
        }

        /// What the journal's column `quantity` holds and the chain covers: of refunds, which have no quantity, Apple's
        /// percentage.
        package var keptNumber: Int32? { quantity ?? revocationMilli }
    }

    package init(
        wallet: WalletID, sequence: Int64, kind: EntryKind, debit: Account, credit: Account, coins: Int64,
        after: Balances, lots: [LotUse], operation: Int64, caller: CallerID, first: OperationHead?,
        references: References, at: Instant, storeAt: Instant?
    ) {
        self.wallet = wallet
        self.sequence = sequence
        self.kind = kind
        self.debit = debit
        self.credit = credit
        self.coins = coins
        self.after = after
        self.lots = lots
        self.operation = operation
        self.caller = caller
        self.first = first
        self.references = references
        self.at = at
        self.storeAt = storeAt
    }
}

/// What the first entry of an operation carries besides: how a repeat finds it and how its answer is rendered.
package struct OperationHead: Hashable, Sendable {
    package var idempotency: Idempotency?
    /// How many entries the operation's answer is rendered from, one after the other: its own, and those of what
    /// followed from it at once (coins that expired, debts that were met).
    package var entryCount: Int16
    /// Version of the answer's shape.
    package var shape: Int16

    package init(idempotency: Idempotency?, entryCount: Int16, shape: Int16) {
        self.idempotency = idempotency
        self.entryCount = entryCount
        self.shape = shape
    }
}

/// Who called: the number of an API key's name. Rotation of the key keeps it.
package struct CallerID: Hashable, Sendable {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }
}

/// The client's key and what it is bound to, 16 bytes each (SHA-256, truncated), kept as UUIDs for their fixed width.
package struct Idempotency: Hashable, Sendable {
    package let key: UUID
    package let fingerprint: UUID

    package init(key: UUID, fingerprint: UUID) {
        self.key = key
        self.fingerprint = fingerprint
    }
}
