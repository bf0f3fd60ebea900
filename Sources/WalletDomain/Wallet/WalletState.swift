/// Everything decisions need to know about one wallet, as loaded under its lock.
package struct WalletState: Sendable {
    package enum Status: Int16, Sendable {
        case open = 1
        case frozen = 2
        case merged = 3
        case erased = 4
        /// Frozen by a person, until a person takes it back.
        case suspended = 5
    }

    package let id: WalletID
    package let environment: StoreEnvironment
    package var status: Status
    /// Who took over what a merged wallet had.
    package var mergedInto: WalletID?
    package var balances: Balances
    /// Sequence of the last entry; 0 for a wallet without any.
    package var sequence: Int64
    /// How many lots there ever were: the next one's number is one higher.
    package var lotCount: Int32
    package var lastAt: Instant
    /// Head of the hash chain: 32 bytes.
    package var head: [UInt8]
    /// Lots with coins left; those that paid the spends below; all lots where a refund is decided. In no order.
    package var lots: [Lot]
    /// Where a purchase or an undo is decided: all entries about refunds, in order.
    package var refundEntries: [Entry] = []
    /// The spends that the batch names; those of merged wallets with the lots' numbers in this one.
    package var spends: [OperationID: PaidSpend] = [:]
    /// By number: all open ones, and those that the batch names.
    package var holds: [Int64: Hold] = [:]
    /// Of the items that the batch names: which are owned.
    package var ownerships: [ItemID: ItemOwner]

    package var openHolds: Int { holds.values.count { $0.status == .open } }

    package init(
        id: WalletID, environment: StoreEnvironment, status: Status = .open, balances: Balances = .zero,
        sequence: Int64 = 0, lotCount: Int32 = 0, lastAt: Instant = Instant(microseconds: 0), head: [UInt8],
        lots: [Lot] = [], ownerships: [ItemID: ItemOwner] = [:]
    ) {
        self.id = id
        self.environment = environment
        self.status = status
        self.balances = balances
        self.sequence = sequence
        self.lotCount = lotCount
        self.lastAt = lastAt
        self.head = head
        self.lots = lots
        self.ownerships = ownerships
    }
}
