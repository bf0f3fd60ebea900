/// What a command of an admin changed: a record of the audit log, written in the transaction that does it.
///
/// Twin: table `audit_log` in `Migrations/0012_audit_changes.sql`.
package struct AuditedChange: Hashable, Sendable {
    package enum Action: String, Sendable {
        case writeOffDebt = "write_off_debt"
    }

    package let action: Action
    package let operation: OperationID
    package let caller: CallerID
    /// The address that the call came from.
    package let origin: String
    /// SHA-256 of the text in `notes`.
    package let reason: [UInt8]
    /// What the wallet owed, in coins.
    package let debtBefore: Int64
    package let debtAfter: Int64
    package let at: Instant

    init(_ writeOff: WriteOffDebt, _ entries: [Entry]) {
        guard let first = entries.first, let last = entries.last else {
            preconditionFailure("an accepted command writes at least one entry")
        }
        action = .writeOffDebt
        operation = OperationID(wallet: first.wallet, sequence: first.operation)
        caller = first.caller
        origin = writeOff.origin
        reason = writeOff.note.digest
        debtBefore = first.after.debt + first.coins
        debtAfter = last.after.debt
        at = first.at
    }
}
