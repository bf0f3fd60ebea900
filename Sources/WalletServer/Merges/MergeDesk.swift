internal import WalletDomain
internal import WalletLedger

/// Merges one user into another: plan, close, take over, plan again until nothing is left to move.
///
/// Each step bears being done twice, so a merge that was cut anywhere is finished by doing it again.
struct MergeDesk: Sendable {
    let merges: MergeStore
    let leads: WalletLeads
    let reader: WalletReader
    let writer: Writer

    func run(_ wanted: UserMerge) async throws(WalletError) -> UserMerge {
        for _ in 0...Limits.mergeRoundsMax {
            switch try await merges.plan(wanted) {
            case .done(let merge): return merge
            case .refused(let error): throw error
            case .after(let others): try await finish(others)
            case .move(let pairs, let merge): try await move(pairs, merge)
            }
        }
        throw .ledgerUnavailable
    }

    /// What others began. One that cannot end because of its holds or a person's freeze is given up or waits: that is
    /// its own affair.
    func finish(_ others: [UserMerge]) async throws(WalletError) {
        for other in others {
            do throws(WalletError) {
                _ = try await run(other)
            } catch .holdsOpen, .walletFrozen {
                continue
            }
        }
    }

    private func move(_ pairs: [WalletPair], _ merge: UserMerge) async throws(WalletError) {
        do throws(WalletError) {
            // Nothing is begun while it is known that it could not be ended.
            for pair in pairs where try await !reader.holds(of: pair.source, openOnly: true, limit: 1).isEmpty {
                throw .holdsOpen
            }
            for pair in pairs where try await reader.summary(of: pair.source).status == .suspended {
                throw .walletFrozen
            }
            for pair in pairs { try await move(pair, merge) }
        } catch {
            if Self.isRefusal(error), try await hasMovedNothing(merge) { try await merges.giveUp(merge) }
            throw error
        }
    }

    private func move(_ pair: WalletPair, _ merge: UserMerge) async throws(WalletError) {
        let command = Command(
            wallet: pair.source, environment: pair.environment, caller: merge.caller, idempotency: merge.idempotency,
            action: .close(CloseWallet(into: pair.target)))
        switch try await writer.run(command) {
        case .done: break
        case .merged(let other) where other == pair.target: break
        case .merged, .alreadyCredited, .ownedElsewhere, .notCredited, .refunded, .unchanged: throw .internalError
        }
        _ = try await leads.follow(pair.source, to: pair.target)
    }

    /// Answers that the same request gets again, as long as nobody changes anything.
    private static func isRefusal(_ error: WalletError) -> Bool {
        [.holdsOpen, .walletFrozen, .tooManyLots, .idempotencyKeyReused, .userErased].contains(error)
    }

    private func hasMovedNothing(_ merge: UserMerge) async throws(WalletError) -> Bool {
        for wallet in try await merges.wallets(of: merge.user).values {
            if case .merged = try await leads.directory.standing(of: wallet) { return false }
        }
        return true
    }
}
