internal import WalletDomain
internal import WalletLedger

/// Seals the heads of the chains that moved, every minute at most, whichever process comes first.
struct SealJournal: Sendable {
    let sealer: Sealer

    /// A journal from before there were seals is sealed piece by piece.
    /// - Returns: false: it keeps its beat.
    func run() async throws -> Bool {
        var hasMore = try await sealer.seal(everyMs: Limits.sealEveryMs)?.hasMore ?? false
        while hasMore, !Task.isCancelled { hasMore = try await sealer.seal()?.hasMore ?? false }
        return false
    }
}
