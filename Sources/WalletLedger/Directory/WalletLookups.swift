internal import Synchronization
internal import WalletDomain

/// Gathers look-ups of wallets: while one query runs, those that come meanwhile wait together for the next.
///
/// After a start the cache is empty and every user is looked up once: one query for many costs a fraction of one each.
final class WalletLookups: Sendable {
    private typealias Answer = CheckedContinuation<Result<WalletID?, WalletError>, Never>
    private typealias Found = [Directory.Key: Result<WalletID?, WalletError>]

    private struct State {
        var waiting: [Directory.Key: [Answer]] = [:]
        var isRunning = false
    }

    private let database: LedgerDatabase
    private let pseudonyms: Pseudonyms
    private let state = Mutex(State())

    init(_ database: LedgerDatabase, _ pseudonyms: Pseudonyms) {
        self.database = database
        self.pseudonyms = pseudonyms
    }

    /// The user's wallet; nil if there is none.
    func find(_ key: Directory.Key) async throws(WalletError) -> WalletID? {
        let result = await withCheckedContinuation { answer in
            let isFirst = state.withLock { state in
                state.waiting[key, default: []].append(answer)
                defer { state.isRunning = true }
                return !state.isRunning
            }
            // It ends when nobody waits any more.
            if isFirst { Task { await run() } }
        }
        return try result.get()
    }

    private func run() async {
        while let batch = takeBatch() {
            let result = await look(up: Array(batch.keys))
            Self.tell(batch, result)
            // Whoever has come meanwhile would wait as long, and for the same: a database that does not answer.
            if case .failure = result, let others = takeWaiting() { Self.tell(others, result) }
        }
    }

    private static func tell(
        _ batch: [Directory.Key: [Answer]], _ result: Result<Found, WalletError>
    ) {
        for (key, answers) in batch {
            let own = result.flatMap { $0[key] ?? .success(nil) }
            for answer in answers { answer.resume(returning: own) }
        }
    }

    private func takeWaiting() -> [Directory.Key: [Answer]]? {
        state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.isEmpty ? nil : state.waiting
        }
    }

    private func takeBatch() -> [Directory.Key: [Answer]]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.isRunning = false
                return nil
            }
            defer { state.waiting = [:] }
            return state.waiting
        }
    }

    private func look(up keys: [Directory.Key]) async -> Result<Found, WalletError> {
        let named = keys.map { (key: $0, pseudonym: pseudonyms.name(of: $0.user)) }
        do throws(WalletError) {
            let rows = try await database.rows(FindWallets(keys: named), deadlineMs: Limits.commandDeadlineMs)
            var found: Found = [:]
            for row in rows { found[row.key] = row.isErased ? .failure(.userErased) : .success(row.wallet) }
            return .success(found)
        } catch {
            return .failure(error)
        }
    }
}
