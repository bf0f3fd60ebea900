import WalletDomain

import struct FoundationEssentials.UUID

/// What is committed in the simulated database.
struct SimulatedTables {
    var wallets: [WalletID: WalletFile] = [:]
    var purchases: [StoreTransaction.Key: StoreTransaction] = [:]
    var lanes: [Int16: LaneRow] = [:]
    var offers: [ItemID: Offer] = [:]

    /// The whole journal, the oldest commit first.
    var lines: [JournalLine] {
        wallets.values.flatMap(\.lines.values).sorted {
            ($0.committedAt, $0.entry.wallet, $0.entry.sequence) < ($1.committedAt, $1.entry.wallet, $1.entry.sequence)
        }
    }
}

/// A row of `lanes`.
struct LaneRow {
    var beat: Int64
    var holder: UUID
    var leasedUntil: Instant
}

/// One line of the journal.
struct JournalLine {
    let entry: Entry
    let hash: [UInt8]
    let lane: Int16
    let beat: Int64
    /// When its transaction committed, in steps of the run; 0 before.
    var committedAt = 0
}

/// A wallet's row and all that is keyed by it.
struct WalletFile {
    /// Only the figures of the row itself.
    var row: WalletState
    var lots: [Int32: Lot] = [:]
    /// By sequence.
    var lines: [Int64: JournalLine] = [:]
    /// The entries that carry a key, by sequence.
    var keys: [OperationKey: Int64] = [:]
    /// Sequences of the entries about refunds, and of undos by the spend that they take back.
    var refunds: [Int64] = []
    var undos: [Int64: [Int64]] = [:]
    var holds: [Int64: Hold] = [:]
    var ownerships: [ItemOwnership] = []
    /// Lots with coins left.
    var openLots: Set<Int32> = []

    init(_ row: WalletState) { self.row = row }

    /// All entries of the operation whose first one is `sequence`; none if that is not a first one.
    func operation(_ sequence: Int64) -> [Entry] {
        guard let count = lines[sequence]?.entry.first?.entryCount else { return [] }
        return (sequence..<sequence + Int64(count)).compactMap { lines[$0]?.entry }
    }

    func owned(_ item: ItemID) -> ItemOwnership? { ownerships.first { $0.item == item && $0.end == nil } }

    mutating func apply(_ draft: WalletDraft, at step: Int) {
        if let row = draft.row { self.row = row }
        for var line in draft.lines {
            line.committedAt = step
            add(line)
        }
        for (number, lot) in draft.lots {
            lots[number] = lot
            if lot.remaining > 0 { openLots.insert(number) } else { openLots.remove(number) }
        }
        holds.merge(draft.holds) { $1 }
        for end in draft.endedOwnerships { endOwnership(end) }
        ownerships += draft.ownerships
    }

    private mutating func add(_ line: JournalLine) {
        let entry = line.entry
        lines[entry.sequence] = line
        if let key = entry.operationKey { keys[key] = entry.sequence }
        if (5...8).contains(entry.kind.rawValue) { refunds.append(entry.sequence) }
        if entry.kind == .undone, let spend = entry.references.refersTo {
            undos[spend, default: []].append(entry.sequence)
        }
    }

    private mutating func endOwnership(_ end: OwnershipEnd) {
        let given = ownerships.firstIndex { $0.item == end.item && $0.operation == end.given }
        if let given { ownerships[given].end = end.end }
    }
}

/// What a transaction has written about one wallet and not yet committed.
struct WalletDraft {
    var row: WalletState?
    /// The row is the transaction's own: nobody else sees that there is one.
    var isNew = false
    var lines: [JournalLine] = []
    var lots: [Int32: Lot] = [:]
    var holds: [Int64: Hold] = [:]
    var ownerships: [ItemOwnership] = []
    var endedOwnerships: [OwnershipEnd] = []
}

extension Entry {
    /// The key under which the unique index `entries_key` has it.
    var operationKey: OperationKey? {
        first?.idempotency.map { OperationKey(wallet: wallet, caller: caller, key: $0.key) }
    }
}
