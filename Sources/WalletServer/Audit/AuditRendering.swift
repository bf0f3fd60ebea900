internal import Crypto
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

extension JSONWriter {
    mutating func audit(_ entry: AuditEntry) {
        let record = entry.record
        member("sequence", record.sequence)
        member("record", "aud_" + record.record.lowercased)
        member("at", record.at.text)
        member("actor", entry.actor)
        member("action", record.action)
        member("subject", record.subject)
        member("item", record.item)
        member("pack", record.pack)
        member("publication", record.publication)
        member("wallet", record.wallet?.uuid.lowercased)
        member("environment", record.environmentName)
        member("transaction_id", record.transaction)
        member("operation", record.operation)
        member("approval", record.approval?.lowercased)
        member("reason", entry.reason)
        member("remark", record.remark)
        facts("before", record.before)
        facts("after", record.after)
        member("origin", record.origin)
        member("hash", hexadecimal(record.hash))
    }

    /// What the database keeps as JSON comes out as JSON; what cannot be read (somebody changed it) as its text.
    private mutating func facts(_ name: String, _ text: String?) {
        guard let text else { return }
        guard let object = try? JSONObject(parsing: Array(text.utf8)) else { return member(name, text) }
        self.name(name)
        value(.object(object))
    }
}

extension AuditRecord {
    /// `Production` or `Sandbox`; nil for none, or one that there is not.
    var environmentName: String? { environment.flatMap { StoreEnvironment(code: $0) }?.rawValue }
}
