internal import Postgres
package import WalletDomain

/// A hold as it is read, at one moment of the database's clock.
package struct HoldRecord: Hashable, Sendable {
    package let wallet: WalletID
    package let hold: Hold
    /// What it is for, unless that was erased.
    package let note: String?
    /// Its time is over, although no entry says so yet.
    package let isDue: Bool
}

extension HoldRecord {
    /// The columns of `HoldRow`, then the clock, then the note's text.
    init(_ row: inout RowReader) throws(PostgresError) {
        (wallet, hold) = try HoldRow.decode(&row)
        isDue = hold.isDue(at: try row.instant())
        note = try row.optionalText()
    }
}
