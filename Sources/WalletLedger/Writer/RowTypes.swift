import Postgres
import WalletDomain

/// The types of the rows that a lane writes, by the numbers that they have in this database. Twin: the types in
/// `Migrations/0003_add_row_types.sql`, `0010_hold_coins.sql` and `0011_merge_wallets.sql`.
struct RowTypes: Sendable {
    let entry: RowType
    let walletChange: RowType
    let lotChange: RowType
    let hold: RowType
    let holdChange: RowType

    init(_ session: any LaneSession) throws(PostgresError) {
        func find(_ name: String) throws(PostgresError) -> RowType {
            try session.rowType(named: name, deadlineMs: Limits.commandDeadlineMs)
        }
        entry = try find("entry_row_3")
        walletChange = try find("wallet_change")
        lotChange = try find("lot_change")
        hold = try find("hold_row")
        holdChange = try find("hold_change")
    }
}
