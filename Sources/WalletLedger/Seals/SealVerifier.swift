internal import Crypto
import Postgres
import WalletDomain

/// Recomputes every seal from the journal: whoever rewrote a wallet's history with a chain that fits, or removed a
/// wallet with all its rows, did not rewrite the roots that somebody keeps elsewhere.
struct SealVerifier {
    /// A root that was kept elsewhere and must be among the seals.
    let anchor: [UInt8]?

    /// - Parameter sessions: two of one moment, for two lists.
    /// - Returns: how many seals there are.
    func run(
        seals: PostgresSession, heads: PostgresSession, _ findings: inout VerifyFindings
    ) throws(PostgresError) -> Int64 {
        let list = try CopyRows(
            ListSeals(), on: seals, bytesMax: Limits.verifyBatchBytes, deadlineMs: Limits.verifyFetchDeadlineMs)
        var count: Int64 = 0
        var last: Seal?
        var isAnchored = anchor == nil
        while let seal = try list.next() {
            count += 1
            isAnchored = isAnchored || seal.root == anchor
            try check(seal, after: last, on: heads, &findings)
            try checkAudit(seal, on: heads, &findings)
            last = seal
        }
        if let anchor, !isAnchored {
            findings.add(
                .seal, "seals", hexadecimal(anchor), stored: "no seal has this root", computed: "\(count) seals")
        }
        return count
    }

    private func check(
        _ seal: Seal, after last: Seal?, on session: PostgresSession, _ findings: inout VerifyFindings
    ) throws(PostgresError) {
        let number = (last?.number ?? 0) + 1
        if seal.number != number {
            findings.add(.seal, "seals", String(number), stored: "no row", computed: "a seal")
        }
        var heads = SealedHeads()
        let moved = try CopyRows(
            ListSealedHeads(after: last?.cut ?? .origin, upTo: seal.cut), on: session,
            bytesMax: Limits.verifyBatchBytes, deadlineMs: Limits.verifyFetchDeadlineMs)
        while let head = try moved.next() { heads.add(head) }
        let computed = Seal(
            number: seal.number, sealedAt: seal.sealedAt, cut: seal.cut, heads: heads, audit: seal.audit,
            after: last?.root ?? Seal.originRoot)
        guard computed.root != seal.root || computed.wallets != seal.wallets else { return }
        findings.add(
            .seal, "seals", String(seal.number), stored: "\(seal.wallets) wallets, root \(seal.rootText)",
            computed: "\(computed.wallets) wallets, root \(computed.rootText)")
    }

    /// The audit log had this record at the time of the seal: whoever wrote its chain anew did not rewrite the root.
    private func checkAudit(
        _ seal: Seal, on session: PostgresSession, _ findings: inout VerifyFindings
    ) throws(PostgresError) {
        guard let audit = seal.audit, audit.sequence > 0 else { return }
        let found = try CopyRows(
            FindAuditHash(sequence: audit.sequence), on: session, bytesMax: Limits.verifyBatchBytes,
            deadlineMs: Limits.verifyFetchDeadlineMs)
        var hash: [UInt8]?
        while let row = try found.next() { hash = row }
        guard hash != audit.hash else { return }
        findings.add(
            .seal, "seals", String(seal.number),
            stored: "audit record \(audit.sequence), \(hexadecimal(audit.hash))",
            computed: hash.map { hexadecimal($0) } ?? "no record")
    }
}
