internal import Crypto
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// The audit log as CSV for spreadsheets: text that would run as a formula, or be rounded as a number, is guarded.
struct AuditCSV {
    private(set) var buffer = CSVBuffer(.spreadsheet)

    static let columns = [
        "sequence", "at", "actor", "action", "subject", "item", "pack", "publication", "wallet", "environment",
        "transaction_id", "operation", "approval", "reason", "remark", "before", "after", "origin", "hash",
    ]

    mutating func header() {
        buffer.mark()
        for column in Self.columns { buffer.word(column) }
        buffer.endRow()
    }

    mutating func append(_ entry: AuditEntry) {
        let record = entry.record
        buffer.number(record.sequence)
        buffer.word(record.at.text)
        text(entry.actor)
        text(record.action)
        text(record.subject)
        text(record.item)
        text(record.pack)
        number(record.publication)
        text(record.wallet?.uuid.lowercased)
        text(record.environmentName)
        text(record.transaction)
        number(record.operation)
        text(record.approval?.lowercased)
        text(entry.reason)
        text(record.remark)
        text(record.before)
        text(record.after)
        text(record.origin)
        text(hexadecimal(record.hash))
        buffer.endRow()
    }

    /// The bytes so far; the next ones follow them.
    mutating func take() -> [UInt8] {
        defer { buffer.removeAll() }
        return buffer.bytes
    }

    private mutating func text(_ text: String?) {
        if let text { buffer.text(text) } else { buffer.empty() }
    }

    private mutating func number(_ number: Int64?) {
        if let number { buffer.number(number) } else { buffer.empty() }
    }
}
