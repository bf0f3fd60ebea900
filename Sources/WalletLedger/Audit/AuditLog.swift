internal import Crypto
internal import Postgres
package import WalletDomain

internal import struct FoundationEssentials.UUID

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
        _ action: String, about key: StoreTransaction.Key, of wallet: WalletID?, by caller: CallerID, reason: String
    ) async throws(WalletError) {
        let digest = SHA256.hash(Array(reason.utf8))
        let record = InsertAuditRecord(
            record: UUID(), caller: caller, action: action, wallet: wallet, transaction: key,
            reason: wallet.map { _ in digest }, clockShiftMs: database.clockShiftMs)
        try await database.transaction("AuditLog.note") { step throws(PostgresError) in
            if let wallet { try step.change(InsertNote(wallet: wallet, digest: digest, text: reason)) }
            try step.change(record)
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
}
