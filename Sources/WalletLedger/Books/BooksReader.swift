import Postgres
import WalletDomain

/// One wallet's rows beside its entries.
struct BookedWallet {
    let key: WalletKey
    /// Nil: it has none.
    let line: BookedWalletLine?
    let lots: [BookedLotLine]
    let takeovers: [BookedTakeoverLine]
}

/// Reads what the books are made of in one moment of the database: four lists by COPY, merged wallet by wallet, in the
/// memory of one wallet. As `Verifier` reads it.
final class BooksReader {
    private let entries: RowsByWallet<ListEntryLines>
    private let wallets: RowsByWallet<ListBookedWallets>
    private let lots: RowsByWallet<ListBookedLots>
    private let takeovers: RowsByWallet<ListBookedTakeovers>

    /// As for exports: some memory for sorts, no compiling.
    private static let settings: [(name: String, value: String)] = [("work_mem", "32MB"), ("jit", "off")]

    init(_ snapshot: SharedSnapshot, _ extent: BooksExtent) throws(PostgresError) {
        func list<S: CopyStatement>(_ statement: S) throws(PostgresError) -> RowsByWallet<S> {
            try RowsByWallet(
                CopyRows(
                    statement, on: snapshot.session(Self.settings), bytesMax: Limits.verifyBatchBytes,
                    deadlineMs: Limits.verifyFetchDeadlineMs))
        }
        let scope = VerifyScope.everything
        entries = try list(ListEntryLines(scope: scope, extent: extent))
        wallets = try list(ListBookedWallets(scope: scope, extent: extent))
        lots = try list(ListBookedLots(scope: scope))
        takeovers = try list(ListBookedTakeovers(scope: scope, extent: extent))
    }

    var entriesTaken: Int64 { entries.taken }

    /// Nil after the last one. All entries of the one before must be taken.
    func next() throws(PostgresError) -> BookedWallet? {
        let keys = [entries.nextKey, wallets.nextKey, lots.nextKey, takeovers.nextKey].compactMap { $0 }
        guard let key = keys.min() else { return nil }
        let line = try wallets.take(key)
        var owned: [BookedLotLine] = []
        while let lot = try lots.take(key) { owned.append(lot) }
        var taken: [BookedTakeoverLine] = []
        while let takeover = try takeovers.take(key) { taken.append(takeover) }
        return BookedWallet(key: key, line: line, lots: owned, takeovers: taken)
    }

    /// The wallet's next entry.
    func entry(of key: WalletKey) throws(PostgresError) -> EntryLine? { try entries.take(key) }
}
