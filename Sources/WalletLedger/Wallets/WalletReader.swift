internal import Postgres
package import WalletDomain

/// Reads of one wallet. Each is one statement, so it sees one moment; lists go by numbers that are unique and never
/// change, so pages neither skip nor repeat a row while others write (case E-3).
package struct WalletReader: Sendable {
    package enum Order: Sendable {
        case oldestFirst
        case newestFirst
    }

    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Shows every change that was acknowledged before the call (case L-5).
    package func summary(of wallet: WalletID) async throws(WalletError) -> WalletSummary {
        let read = ReadSummary(wallet: wallet, clockShiftMs: database.clockShiftMs)
        return try await database.rows(read).first ?? .empty
    }

    /// - Parameter cursor: sequence of the last entry seen; nil for the first page.
    package func entries(
        of wallet: WalletID, after cursor: Int64? = nil, order: Order, limit: Int
    ) async throws(WalletError) -> [Entry] {
        switch order {
        case .oldestFirst:
            try await database.rows(ListEntries(wallet: wallet, after: cursor ?? 0, limit: pageRows(limit)))
        case .newestFirst:
            try await database.rows(
                ListEntriesBackwards(wallet: wallet, before: cursor ?? .max, limit: pageRows(limit)))
        }
    }

    /// The last entry that was recorded at `moment` or before; nil: the wallet had none.
    package func lastEntry(of wallet: WalletID, at moment: Instant) async throws(WalletError) -> Entry? {
        try await database.rows(FindLastEntry(wallet: wallet, at: moment)).first
    }

    /// When one wallet took another one over; nil: it has not.
    package func takenOver(_ source: WalletID, by wallet: WalletID) async throws(WalletError) -> Instant? {
        try await database.rows(FindTakeover(wallet: wallet, source: source)).first?.at
    }

    /// The entries of one operation, named by its first; empty if there is none.
    package func operation(_ id: OperationID) async throws(WalletError) -> [Entry] {
        try await database.rows(FindOperation(id: id))
    }

    /// By number; those after `cursor`.
    package func lots(
        of wallet: WalletID, after cursor: Int32 = 0, openOnly: Bool = false, limit: Int
    ) async throws(WalletError) -> [LotRecord] {
        try await database.rows(
            ListLots(wallet: wallet, after: cursor, openOnly: openOnly, limit: pageRows(limit)))
    }

    package func lot(_ number: Int32, of wallet: WalletID) async throws(WalletError) -> LotRecord? {
        let found = try await lots(of: wallet, after: number - 1, limit: 1).first
        return found?.lot.number == number ? found : nil
    }

    /// What happened to one lot: the entries that touched it, the oldest first; those after sequence `cursor`.
    ///
    /// Looks at no more than `entriesMax` entries of the wallet; `next` says after which one to go on, nil at the end.
    package func uses(
        ofLot lot: Int32, of wallet: WalletID, after cursor: Int64 = 0, limit: Int,
        entriesMax: Int64 = Limits.lotUseEntriesMax
    ) async throws(WalletError) -> (entries: [Entry], next: Int64?) {
        let end = try await database.rows(FindLastSequence(wallet: wallet)).first ?? 0
        let start = min(cursor, end)
        let through = start + entriesMax
        let rows = pageRows(limit)
        let entries = try await database.rows(
            ListLotUses(wallet: wallet, lot: lot, after: start, through: through, limit: rows))
        if entries.count == rows { return (entries, entries.last?.sequence) }
        return (entries, through < end ? through : nil)
    }

    /// The undos of a spend, all entries of each, the oldest first; those whose first entry is after `cursor`.
    package func undos(
        of spend: OperationID, after cursor: Int64 = 0, limit: Int
    ) async throws(WalletError) -> [[Entry]] {
        Self.undos(try await database.rows(ListUndos(spend: spend, after: cursor, limit: pageRows(limit))))
    }

    /// Those that `wallet` made after it took over the spend's wallet.
    package func undos(
        of spend: OperationID, in wallet: WalletID, after cursor: Int64 = 0, limit: Int
    ) async throws(WalletError) -> [[Entry]] {
        let key = MovedSpendKey(wallet: wallet, spend: spend)
        return Self.undos(
            try await database.rows(ListMovedUndos(key: key, after: cursor, limit: pageRows(limit))))
    }

    private static func undos(_ entries: [Entry]) -> [[Entry]] {
        entries.reduce(into: []) { undos, entry in
            if entry.kind == .undone, entry.first != nil {
                undos.append([entry])
            } else if !undos.isEmpty {
                undos[undos.count - 1].append(entry)
            }
        }
    }

    /// How many coins of a spend came back, by lot.
    package func undone(of spend: OperationID) async throws(WalletError) -> [Int32: Int64] {
        try await database.rows(LoadUndone(spends: [spend])).map(\.part).byLot
    }

    /// By the sequence of the crediting entry; those after `cursor`.
    package func purchases(
        of wallet: WalletID, after cursor: Int64 = 0, limit: Int
    ) async throws(WalletError) -> [PurchaseRecord] {
        try await database.rows(ListPurchases(wallet: wallet, after: cursor, limit: pageRows(limit)))
    }

    /// By item; those after `cursor`.
    package func ownerships(
        of wallet: WalletID, after cursor: ItemID? = nil, limit: Int
    ) async throws(WalletError) -> [ItemOwnership] {
        try await database.rows(
            ListOwnerships(wallet: wallet, after: cursor?.text ?? "", limit: pageRows(limit)))
    }

    /// Nil if there is no such hold.
    package func hold(_ id: OperationID) async throws(WalletError) -> HoldRecord? {
        try await database.rows(FindHold(id: id, clockShiftMs: database.clockShiftMs)).first
    }

    /// By number; those after `cursor`.
    package func holds(
        of wallet: WalletID, after cursor: Int64 = 0, openOnly: Bool = false, limit: Int
    ) async throws(WalletError) -> [HoldRecord] {
        try await database.rows(
            ListHoldsOfWallet(
                wallet: wallet, after: cursor, openOnly: openOnly, limit: pageRows(limit),
                clockShiftMs: database.clockShiftMs))
    }

    /// The text of a note, unless it was erased.
    /// - Parameter digest: SHA-256, as the entry has it.
    package func note(_ digest: [UInt8], of wallet: WalletID) async throws(WalletError) -> String? {
        try await database.rows(FindNote(wallet: wallet, digest: digest)).first
    }
}
