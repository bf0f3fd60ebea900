internal import Foundation
package import Postgres
package import WalletDomain

/// Tells the books of one environment from the database: one moment of it, wallet by wallet in the journal's order, in
/// the memory of one wallet. Every report listens to it.
package struct BooksRun: Sendable {
    private let settings: PostgresSettings
    let environment: StoreEnvironment
    let extent: BooksExtent
    private let policy: BooksPolicy
    private let facts: any BooksFacts
    let calendar: BooksCalendar
    private let days: BooksDays
    private let end: Instant?
    let apple: AppleBooks?

    /// - Parameters:
    ///   - settings: of sessions meant for long reads (`LedgerSettings.export`).
    ///   - environment: sandbox coins never reach an accountant's books, unless he asks.
    ///   - end: what happens from then on is left out: prices that are learnt, days that end. Nil: of a moment itself,
    ///     else the database's clock. It is not before an entry that the extent holds.
    ///   - apple: what Apple reported and paid; nil: nothing, or not asked for.
    package init(
        _ settings: PostgresSettings, environment: StoreEnvironment = .production,
        extent: BooksExtent = .everything, policy: BooksPolicy = BooksPolicy(), facts: any BooksFacts,
        calendar: BooksCalendar = BooksCalendar(), days: BooksDays = .utc, end: Instant? = nil,
        apple: AppleBooks? = nil
    ) {
        self.settings = settings
        self.environment = environment
        self.extent = extent
        self.policy = policy
        self.facts = facts
        self.calendar = calendar
        self.days = days
        self.end = end
        self.apple = apple
    }

    /// Blocks: for a thread of its own (`onThread`).
    /// - Parameter onProgress: entries read so far and how many there are, about every hundredth part.
    /// - Throws: `PostgresError`; `WalletTeller.Refusal` for a journal that somebody changed; what the audience throws.
    package func tell(
        _ audience: inout some BooksAudience,
        onProgress: @escaping (_ done: Int64, _ of: Int64) -> Void = { _, _ in }
    ) throws {
        let snapshot = try snapshot()
        defer { snapshot.close() }
        let tellers = BooksTellers(snapshot, try frame(snapshot), extent)
        let reader = try BooksReader(snapshot, extent)
        var progress = BooksProgress(of: try snapshot.query(CountVerifiedEntries()).first ?? 0, onProgress)
        var ledger = apple?.ledgerSide
        while let wallet = try reader.next() {
            try tell(wallet, reader, tellers, &audience, &ledger)
            progress.show(reader.entriesTaken)
        }
        guard let apple, let ledger else { return }
        for entry in apple.entries(ledger) { try audience.hear(entry) }
        try audience.hear(AppleAtEnd(apple, ledger))
    }

    private func tell(
        _ wallet: BookedWallet, _ reader: BooksReader, _ tellers: BooksTellers, _ audience: inout some BooksAudience,
        _ ledger: inout AppleLedgerSide?
    ) throws {
        func hear(_ posted: PostedEntry) throws {
            ledger?.hear(posted)
            try audience.hear(posted)
        }
        guard wallet.line?.environment == environment.code else {
            while try reader.entry(of: wallet.key) != nil {}
            return
        }
        var teller = try tellers.teller(of: wallet)
        while let line = try reader.entry(of: wallet.key) {
            guard let record = line.record else { throw line.refusal }
            try teller.add(record, hear)
        }
        try teller.finish(takenOverAt: wallet.line?.takenOverAt, hear)
        if wallet.line?.takenOverAt != nil { teller.handOver() }
        ledger?.hear(teller.atEnd)
        try audience.hear(teller.atEnd)
    }

    func frame(_ snapshot: SharedSnapshot) throws(PostgresError) -> BooksFrame {
        var end = end
        if case .before(let moment) = extent { end = end ?? moment }
        if end == nil { end = try snapshot.query(ReadClock()).first }
        guard let end else { throw .unexpectedShape("the database has no clock") }
        return BooksFrame(policy: policy, facts: facts, calendar: calendar, days: days, end: end)
    }

    /// Opens the moment of the database that a run or a check looks at.
    func snapshot() throws(PostgresError) -> SharedSnapshot {
        try SharedSnapshot(settings, deadlineMs: Limits.verifyFetchDeadlineMs)
    }

    /// For work that blocks.
    package static func onThread<Result: Sendable>(
        _ work: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            let thread = Thread { continuation.resume(with: Swift.Result { try work() }) }
            thread.name = "books"
            thread.start()
        }
    }
}

/// Tells how far it is, about a hundred times.
struct BooksProgress {
    private let all: Int64
    private let onProgress: (Int64, Int64) -> Void
    private var told: Int64 = 0

    init(of all: Int64, _ onProgress: @escaping (Int64, Int64) -> Void) {
        self.all = all
        self.onProgress = onProgress
    }

    mutating func show(_ done: Int64) {
        guard done - told >= max(all / 100, 1) else { return }
        told = done
        onProgress(done, max(all, done))
    }
}
