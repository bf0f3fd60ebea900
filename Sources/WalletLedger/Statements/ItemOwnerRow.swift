import Postgres
import WalletDomain

/// How a row of `ownerships` becomes an `ItemOwner`.
enum ItemOwnerRow {
    typealias Found = (wallet: WalletID, item: ItemID, owner: ItemOwner)

    /// The columns in the order of `decode`, of the table called `alias`.
    static func columns(_ alias: String) -> String {
        "\(alias).wallet, \(alias).item, \(alias).operation, \(givers(alias))"
    }

    /// Two arrays of one length; empty if the row's own operation gave the item.
    static func givers(_ alias: String) -> String {
        """
        coalesce(\(alias).giver_wallets, '{}'::uuid[]), coalesce(\(alias).giver_operations, '{}'::bigint[])
        """
    }

    static func decode(_ row: inout RowReader) throws(PostgresError) -> Found {
        let (wallet, item, operation) = (try row.walletID(), try row.itemID(), try row.int8())
        let own = OperationID(wallet: wallet, sequence: operation)
        return (wallet, item, ItemOwner(operation: operation, givers: try givers(&row) ?? [own]))
    }

    /// Nil: the row's own operation.
    static func givers(_ row: inout RowReader) throws(PostgresError) -> [OperationID]? {
        let (wallets, operations) = (try row.uuidArray(), try row.int8Array())
        guard wallets.count == operations.count else {
            throw .unexpectedShape("an item's givers differ in number")
        }
        guard !wallets.isEmpty else { return nil }
        return zip(wallets, operations).map { OperationID(wallet: WalletID($0), sequence: $1) }
    }
}
