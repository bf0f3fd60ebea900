internal import WalletDomain
internal import WalletLedger

/// Erases users: their ids mean nobody, then their wallets are closed, then nothing personal stands anywhere.
struct ErasureDesk: Sendable {
    let erasures: ErasureStore
    let merges: MergeDesk
    let writer: Writer

    /// - Returns: when it was done, now or before.
    func run(_ user: UserID, by caller: CallerID) async throws(WalletError) -> Instant {
        for _ in 0...Limits.mergeRoundsMax {
            switch try await erasures.begin(user, by: caller) {
            case .done(let at): return at
            case .after(let others): try await merges.finish(others)
            case .close(let wallets, let erasure):
                for place in wallets { try await close(place.wallet, place.environment, by: caller) }
                return try await erasures.finish(erasure)
            }
        }
        throw .holdsOpen
    }

    private func close(
        _ wallet: WalletID, _ environment: StoreEnvironment, by caller: CallerID
    ) async throws(WalletError) {
        let command = Command(
            wallet: wallet, environment: environment, caller: caller, idempotency: nil, action: .erase(EraseWallet()))
        _ = try await writer.run(command)
    }
}
