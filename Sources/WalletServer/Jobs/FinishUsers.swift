internal import WalletDomain
internal import WalletLedger

/// Finishes what a crash cut: merges whose halves are not both done, erasures that closed only some wallets.
struct FinishUsers: Sendable {
    let merges: MergeDesk
    let erasures: ErasureDesk
    let log: ServiceLog

    init(_ rooms: Rooms) {
        merges = rooms.merges
        erasures = rooms.erasures
        log = rooms.log
    }

    /// One bounded batch.
    /// - Returns: true if there may be more.
    func run() async throws -> Bool {
        let begun = try await merges.merges.takeUp()
        try await Together.run(begun) { merge in
            do throws(WalletError) {
                _ = try await merges.run(merge)
                log.add(LogEvent(.info, "merge finished"))
            } catch .holdsOpen, .walletFrozen {
                // Given up, or tried again when the lease is over.
            }
        }
        guard erasures.erasures.isAvailable else { return false }
        let leaving = try await erasures.erasures.unfinished()
        try await Together.run(leaving) { left in
            _ = try await erasures.run(left.account, by: left.caller)
            log.add(LogEvent(.info, "erasure finished"))
        }
        return false
    }
}
