import Postgres

/// A list in the order of wallets, with a look at the next row: lists are merged wallet by wallet.
final class RowsByWallet<S: CopyStatement> where S.Row: WalletOwned {
    private let rows: CopyRows<S>
    private var ahead: S.Row?
    private(set) var taken: Int64 = 0

    init(_ rows: CopyRows<S>) throws(PostgresError) {
        self.rows = rows
        ahead = try rows.next()
    }

    var nextKey: WalletKey? { ahead?.key }

    /// The next row if it is of this wallet.
    func take(_ key: WalletKey) throws(PostgresError) -> S.Row? {
        guard let row = ahead, row.key == key else { return nil }
        ahead = try rows.next()
        taken += 1
        return row
    }
}
