internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// What people decided by hand, for ever: insert only.
package struct AuditLog: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Written before what it tells of is done.
    /// - Parameters:
    ///   - action: one of our constant names.
    ///   - wallet: whose purchase it is. The reason's text stands beside a wallet, where erasing its user finds it; a
    ///     purchase that is nobody's gets a record without one.
    package func note(
        _ action: String, about key: StoreTransaction.Key?, of wallet: WalletID?, by caller: CallerID, _ act: ActByHand
    ) async throws(WalletError) {
        var record = InsertAuditRecord(
            record: UUID(), caller: caller, action: action, wallet: wallet, transaction: key,
            reason: wallet.map { _ in act.note.digest }, clockShiftMs: database.clockShiftMs)
        record.origin = act.origin
        let insert = record
        try await database.transaction("AuditLog.note") { step throws(PostgresError) in
            try step.record(insert, act.note)
        }
    }

    /// Something that changes nothing else: a call that was not allowed.
    package func note(
        _ action: String, about subject: AuditSubject, by caller: CallerID, from origin: String
    ) async throws(WalletError) {
        try await database.change(
            InsertAuditRecord(
                caller: caller, action: action, subject: subject, origin: origin,
                clockShiftMs: database.clockShiftMs))
    }

    /// What was done by hand about a wallet, the newest first.
    /// - Parameter cursor: the last one seen; nil from the newest.
    package func records(
        of wallet: WalletID, before cursor: (at: Instant, record: UUID)?, limit: Int
    ) async throws(WalletError) -> [ActRecord] {
        try await database.rows(ListActs(wallet: wallet, before: cursor, limit: pageRows(limit)))
    }
}

extension LedgerTransaction {
    /// A record, and its reason's text where erasing the user finds it.
    func record(_ record: InsertAuditRecord, _ note: Note) throws(PostgresError) {
        if let wallet = record.wallet {
            try change(InsertNote(wallet: wallet, digest: note.digest, text: note.text))
        }
        try change(record)
    }
}
