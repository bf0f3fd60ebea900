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

    /// What happened to one lot: the entries that touched it, the oldest first; those after sequence `cursor`.
    package func uses(
        ofLot lot: Int32, of wallet: WalletID, after cursor: Int64 = 0, limit: Int
    ) async throws(WalletError) -> [Entry] {
        try await database.rows(ListLotUses(wallet: wallet, lot: lot, after: cursor, limit: pageRows(limit)))
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

    /// The text of a note, unless it was erased.
    /// - Parameter digest: SHA-256, as the entry has it.
    package func note(_ digest: [UInt8], of wallet: WalletID) async throws(WalletError) -> String? {
        try await database.rows(FindNote(wallet: wallet, digest: digest)).first
    }
}
