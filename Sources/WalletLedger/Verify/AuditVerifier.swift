import Crypto
import Postgres
import WalletDomain

/// Recomputes the chain of the audit log. A record that is wrong is named; those after it are compared with the hash
/// that it says, so that one change is one finding.
struct AuditVerifier {
    /// - Returns: how many records there are.
    func run(
        _ snapshot: SharedSnapshot, _ settings: [(name: String, value: String)], _ findings: inout VerifyFindings
    ) throws(PostgresError) -> Int64 {
        let list = try CopyRows(
            ListAuditLines(), on: snapshot.session(settings), bytesMax: Limits.verifyBatchBytes,
            deadlineMs: Limits.verifyFetchDeadlineMs)
        var count: Int64 = 0
        var last = AuditHead(sequence: 0, hash: AuditChain.origin)
        while let record = try list.next() {
            count += 1
            check(record, after: last, &findings)
            last = AuditHead(sequence: record.sequence, hash: record.hash)
        }
        let head = try snapshot.query(ReadAuditHead()).first
        if head != last {
            findings.add(
                .auditHead, "audit_head", "", stored: head.map { Self.text($0) } ?? "no row", computed: Self.text(last))
        }
        return count
    }

    private func check(_ record: AuditRecord, after last: AuditHead, _ findings: inout VerifyFindings) {
        guard record.sequence == last.sequence + 1 else {
            // Chained to a record that is not there: its own hash cannot be judged.
            return findings.add(
                .auditMissing, "audit_log", String(last.sequence + 1), stored: "no row", computed: "a record")
        }
        let computed = AuditChain.hash(of: record, after: last.hash)
        guard computed != record.hash else { return }
        findings.add(
            .auditHash, "audit_log", String(record.sequence), stored: hexadecimal(record.hash),
            computed: hexadecimal(computed))
    }

    private static func text(_ head: AuditHead) -> String { "record \(head.sequence), \(hexadecimal(head.hash))" }
}
