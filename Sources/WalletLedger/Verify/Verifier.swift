internal import Foundation
package import Postgres
internal import WalletDomain

/// Recomputes the books from the journal, in one moment of the database and in the memory of one wallet.
///
/// Six lists come out by COPY, each in the order of wallets on a session of its own; they are merged wallet by wallet.
/// What is compared is told in `docs/chain.md`; each `VerifyFinding.Rule` is one of the comparisons.
package struct Verifier: Sendable {
    private let settings: PostgresSettings
    private let scope: VerifyScope
    private let namedMax: Int
    private let anchor: [UInt8]?

    /// As for exports: some memory for sorts, no compiling.
    fileprivate static let settings: [(name: String, value: String)] = [("work_mem", "32MB"), ("jit", "off")]

    /// - Parameters:
    ///   - settings: of sessions meant for long reads (`LedgerSettings.export`).
    ///   - namedMax: how many wrong rows of each kind are named.
    ///   - anchor: a seal's root that was kept elsewhere, 32 bytes.
    package init(
        _ settings: PostgresSettings, scope: VerifyScope = .everything, namedMax: Int = 1, anchor: [UInt8]? = nil
    ) {
        self.anchor = anchor
        self.settings = settings
        self.scope = scope
        self.namedMax = namedMax
    }

    /// Runs on a thread of its own, since it blocks.
    /// - Parameter onProgress: entries read so far and how many there are, about every hundredth part.
    package func run(
        onProgress: @escaping @Sendable (_ done: Int64, _ of: Int64) -> Void = { _, _ in }
    ) async throws(PostgresError) -> VerifyReport {
        try await onThread { () throws(PostgresError) in try verify(onProgress) }
    }

    private func onThread(
        _ work: @escaping @Sendable () throws(PostgresError) -> VerifyReport
    ) async throws(PostgresError) -> VerifyReport {
        let result: Result<VerifyReport, PostgresError> = await withCheckedContinuation { continuation in
            let thread = Thread {
                do throws(PostgresError) {
                    continuation.resume(returning: .success(try work()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
            thread.name = "verify"
            thread.start()
        }
        return try result.get()
    }

    private func verify(_ onProgress: (Int64, Int64) -> Void) throws(PostgresError) -> VerifyReport {
        let snapshot = try SharedSnapshot(settings, deadlineMs: Limits.verifyFetchDeadlineMs)
        defer { snapshot.close() }
        let all = try snapshot.query(CountVerifiedEntries()).first ?? 0
        let catalogue = try VerifiedCatalogue(snapshot)
        let lists = try VerifyLists(snapshot, scope)
        var report = VerifyReport(findings: VerifyFindings(namedMax: namedMax))
        var told: Int64 = 0
        while let key = lists.nextKey {
            try lists.verify(key, catalogue, &report)
            guard lists.entries.taken - told >= max(all / 100, 1) else { continue }
            told = lists.entries.taken
            onProgress(told, max(all, told))
        }
        lists.count(in: &report)
        Self.checkSums(&report)
        if scope == .everything { Self.checkMoved(try snapshot.query(ListOpenMerges()), &report) }
        if scope == .everything {
            report.auditRecords = try AuditVerifier().run(snapshot, Self.settings, &report.findings)
            report.seals = try verifySeals(snapshot, &report.findings)
        }
        return report
    }

    /// Only the seals, and the anchor among them.
    package func runSeals() async throws(PostgresError) -> VerifyReport {
        try await onThread { () throws(PostgresError) in
            let snapshot = try SharedSnapshot(settings, deadlineMs: Limits.verifyFetchDeadlineMs)
            defer { snapshot.close() }
            var report = VerifyReport(findings: VerifyFindings(namedMax: namedMax))
            report.seals = try verifySeals(snapshot, &report.findings)
            return report
        }
    }

    private func verifySeals(
        _ snapshot: SharedSnapshot, _ findings: inout VerifyFindings
    ) throws(PostgresError) -> Int64 {
        try SealVerifier(anchor: anchor).run(
            seals: snapshot.session(Self.settings), heads: snapshot.session(Self.settings), &findings)
    }

    /// By construction it cannot be otherwise: who finds this has found a bug.
    private static func checkSums(_ report: inout VerifyReport) {
        for environment in StoreEnvironment.allCases where report.sums.total(of: environment) != 0 {
            let total = report.sums.total(of: environment)
            report.findings.add(
                .sums, "entries", environment.rawValue, stored: "\(total) over all accounts", computed: "0")
        }
    }
}

extension Verifier {
    /// What left a wallet by a merge came into another one, unless that is still to be done.
    private static func checkMoved(_ open: [ListOpenMerges.Row], _ report: inout VerifyReport) {
        for environment in StoreEnvironment.allCases {
            let moved = report.sums[environment, .moved]
            let underWay = open.first { $0.environment == environment }?.coins ?? 0
            guard moved != Int128(underWay) else { continue }
            report.findings.add(
                .moved, "entries", environment.rawValue, stored: "\(moved) on account \(Account.moved.rawValue)",
                computed: "\(underWay)")
        }
    }
}

/// The six lists, merged by wallet.
private struct VerifyLists {
    let entries: RowsByWallet<ListEntryLines>
    let wallets: RowsByWallet<ListWalletLines>
    let lots: RowsByWallet<ListLotLines>
    let purchases: RowsByWallet<ListPurchaseLines>
    let holds: RowsByWallet<ListHoldLines>
    let ownerships: RowsByWallet<ListOwnershipLines>

    init(_ snapshot: SharedSnapshot, _ scope: VerifyScope) throws(PostgresError) {
        func list<S: CopyStatement>(_ statement: S) throws(PostgresError) -> RowsByWallet<S> {
            try RowsByWallet(
                CopyRows(
                    statement, on: snapshot.session(Verifier.settings), bytesMax: Limits.verifyBatchBytes,
                    deadlineMs: Limits.verifyFetchDeadlineMs))
        }
        entries = try list(ListEntryLines(scope: scope))
        wallets = try list(ListWalletLines(scope: scope))
        lots = try list(ListLotLines(scope: scope))
        purchases = try list(ListPurchaseLines(scope: scope))
        holds = try list(ListHoldLines(scope: scope))
        ownerships = try list(ListOwnershipLines(scope: scope))
    }

    var nextKey: WalletKey? {
        let keys = [
            entries.nextKey, wallets.nextKey, lots.nextKey, purchases.nextKey, holds.nextKey, ownerships.nextKey,
        ]
        return keys.compactMap { $0 }.min()
    }

    func verify(
        _ key: WalletKey, _ catalogue: VerifiedCatalogue, _ report: inout VerifyReport
    ) throws(PostgresError) {
        guard key.bucket == key.wallet.bucket else { return try tellMisplaced(key, &report) }
        var check = WalletCheck(key, try wallets.take(key), catalogue, findings: report.findings)
        while let line = try lots.take(key) { check.lots.add(line) }
        while let line = try purchases.take(key) { check.credits.add(line) }
        while let line = try holds.take(key) { check.holds.add(line) }
        while let line = try ownerships.take(key) { check.ownerships.add(line) }
        while let line = try entries.take(key) { check.add(line) }
        check.finish()
        report.findings = check.findings
        if let environment = check.wallet.flatMap({ StoreEnvironment(code: $0.environment) }) {
            report.sums.add(check.moves, in: environment)
        }
    }

    /// Rows that stand where nobody looks for them.
    private func tellMisplaced(_ key: WalletKey, _ report: inout VerifyReport) throws(PostgresError) {
        func tell(_ table: String, _ name: String) {
            report.findings.add(
                .bucket, table, name, stored: "bucket \(key.bucket)", computed: "bucket \(key.wallet.bucket)")
        }
        while try wallets.take(key) != nil { tell("wallets", key.text) }
        while let line = try lots.take(key) { tell("lots", "\(key.text)/\(line.lot)") }
        while let line = try purchases.take(key) { tell("store_transactions", line.transaction) }
        while let line = try holds.take(key) { tell("holds", "\(key.text)/\(line.hold)") }
        while let line = try ownerships.take(key) {
            tell("ownerships", "\(key.text)/\(line.item)/\(line.operation)")
        }
        while let line = try entries.take(key) { tell("entries", "\(key.text)/\(line.sequence)") }
    }

    func count(in report: inout VerifyReport) {
        report.entries = entries.taken
        report.wallets = wallets.taken
        report.lots = lots.taken
        report.purchases = purchases.taken
        report.holds = holds.taken
        report.ownerships = ownerships.taken
    }
}
