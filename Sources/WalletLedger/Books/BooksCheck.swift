internal import Postgres
internal import WalletDomain

/// Tells the books of the whole database and holds them against themselves and against the rows: the equations that an
/// accountant and an auditor rely on. In the memory of one wallet, and of one figure for each account and currency.
package struct BooksCheck: Sendable {
    private let run: BooksRun
    private let namedMax: Int

    /// - Parameters:
    ///   - run: of everything: rows of wallets and lots say what is now.
    ///   - namedMax: how many places are named for each equation; the others are counted.
    package init(_ run: BooksRun, namedMax: Int = 1) {
        precondition(run.extent == .everything, "rows are compared as they are now")
        self.run = run
        self.namedMax = namedMax
    }

    package func check(
        onProgress: @escaping @Sendable (_ done: Int64, _ of: Int64) -> Void = { _, _ in }
    ) async throws -> BooksReport {
        try await BooksRun.onThread { try check(onProgress) }
    }

    private func check(_ onProgress: @escaping (Int64, Int64) -> Void) throws -> BooksReport {
        let snapshot = try run.snapshot()
        defer { snapshot.close() }
        let frame = try run.frame(snapshot)
        let tellers = BooksTellers(snapshot, frame, .everything)
        let reader = try BooksReader(snapshot, .everything)
        var sums = BooksSums(frame, ledger: run.apple?.ledgerSide)
        var report = BooksReport(namedMax: namedMax)
        var progress = BooksProgress(of: try snapshot.query(CountVerifiedEntries()).first ?? 0, onProgress)
        while let wallet = try reader.next() {
            try check(wallet, reader, tellers, &sums, &report)
            progress.show(reader.entriesTaken)
        }
        if let apple = run.apple, let ledger = sums.ledger {
            try SettlementCheck(apple, ledger).check(snapshot, &sums, &report)
        }
        sums.finish(&report)
        return report
    }

    private func check(
        _ wallet: BookedWallet, _ reader: BooksReader, _ tellers: BooksTellers, _ sums: inout BooksSums,
        _ report: inout BooksReport
    ) throws {
        let isOther = wallet.line.map { $0.environment != run.environment.code } ?? false
        var walk = WalletWalk(wallet, run.calendar)
        let before = sums.figures
        if !isOther { walk.begin(tellers, &report) }
        while let line = try reader.entry(of: wallet.key) {
            if !isOther { walk.add(line, &sums, &report) }
        }
        if !isOther { walk.finish(&sums, &report) }
        // A wallet that cannot be told is named; the sums are of the others.
        if walk.isRefused { sums.goBack(to: before) }
    }
}
