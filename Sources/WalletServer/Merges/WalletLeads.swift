internal import Crypto
internal import FoundationEssentials
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// Leads whoever names a merged wallet on to the one that took it over, and sees to it that it did.
///
/// The merge itself may have been cut between its halves: then whoever comes by first does the second one.
final class WalletLeads: Sendable {
    let merges: MergeStore
    let estates: EstateReader
    let directory: Directory
    private let writer: Writer
    private let policy: RefundPolicy
    /// By the closed wallet: what is here never changes.
    private let known = Mutex(RecentValues<WalletID, WalletTakeover>(countMax: Limits.walletCacheMax))

    init(_ ledger: LedgerParts, policy: RefundPolicy) {
        merges = ledger.merges
        estates = ledger.estates
        directory = ledger.directory
        writer = ledger.writer
        self.policy = policy
    }

    /// What `target` has from `source`, which was merged into it.
    func follow(_ source: WalletID, to target: WalletID) async throws(WalletError) -> WalletTakeover {
        if let takeover = known.withLock({ $0[source] }) { return takeover }
        if let takeover = try await estates.takeover(of: source, by: target) { return keep(takeover) }
        guard let merge = try await merges.underWay(closing: source) else { throw .ledgerUnavailable }
        try await takeOver(source, by: target, merge)
        guard let takeover = try await estates.takeover(of: source, by: target) else { throw .ledgerUnavailable }
        return keep(takeover)
    }

    private func keep(_ takeover: WalletTakeover) -> WalletTakeover {
        known.withLock { $0[takeover.source] = takeover }
        return takeover
    }

    /// The second half of a merge. Its key is the merge's id, so that it happens once, whoever comes first.
    func takeOver(_ source: WalletID, by target: WalletID, _ merge: UserMerge) async throws(WalletError) {
        let estate = try await estates.estate(of: source)
        let command = Command(
            wallet: target, environment: estate.environment, caller: merge.caller,
            idempotency: Idempotency(key: merge.merge, fingerprint: source.uuid),
            action: .takeOver(TakeOver(estate: estate, merge: merge.merge, policy: policy)))
        guard case .done = try await writer.run(command) else { throw .internalError }
    }

    /// Carries a command out where the wallet that it names was merged into, however often.
    /// - Parameters:
    ///   - command: that ended with `.merged(into: other)`.
    func goOn(_ command: Command, into other: WalletID) async -> Result<Outcome, WalletError> {
        var (command, target) = (command, other)
        do throws(WalletError) {
            for _ in 0...Limits.mergeDepthMax {
                let takeover = try await follow(command.wallet, to: target)
                command = Command(
                    wallet: target, environment: command.environment, caller: command.caller,
                    idempotency: command.idempotency.map { Self.led($0, from: command.wallet) },
                    action: try await moved(command.action, from: command.wallet, by: takeover))
                let outcome = try await writer.run(command)
                guard case .merged(let next) = outcome else { return .success(outcome) }
                target = next
            }
            throw .internalError
        } catch {
            return .failure(error)
        }
    }

    /// Keys that came by a merged wallet stay apart from those of the wallet that took over: both users may have called
    /// two intents alike.
    private static func led(_ idempotency: Idempotency, from source: WalletID) -> Idempotency {
        let key = UUID(truncating: SHA256.hash(idempotency.key.bytes + source.uuid.bytes))
        return Idempotency(key: key, fingerprint: idempotency.fingerprint)
    }

    /// The same in the words of the wallet that took over: an undo brings its spend along.
    private func moved(
        _ action: Command.Action, from source: WalletID, by takeover: WalletTakeover
    ) async throws(WalletError) -> Command.Action {
        switch action {
        case .undo(let undo): return .undo(try await moved(undo, from: source, by: takeover))
        case .all(let steps):
            var all: [Command.Step] = []
            for step in steps {
                let action = try await moved(step.action, from: source, by: takeover)
                all.append(Command.Step(idempotency: Self.led(step.idempotency, from: source), action: action))
            }
            return .all(all)
        case .spend, .grant, .credit, .refund, .hold, .capture, .release, .expire, .writeOff, .adjust, .forfeit,
            .freeze,
            .close, .takeOver, .erase:
            return action
        }
    }

    private func moved(
        _ undo: UndoSpend, from source: WalletID, by takeover: WalletTakeover
    ) async throws(WalletError) -> UndoSpend {
        let id = undo.id(in: source)
        let spend: PaidSpend
        if let moved = undo.moved {
            spend = try await estates.spend(moved, id, in: source)
        } else {
            guard let own = try await estates.spend(id) else { throw .spendNotFound }
            spend = own
        }
        return UndoSpend(
            spend: undo.spend, coins: undo.coins, note: undo.note, moved: spend.shifted(by: takeover.lotOffset))
    }

    /// A wallet and all that it was merged into, one after the other; what a lot's number grew by on the way to each.
    /// - Throws: `userErased`.
    func lineage(of wallet: WalletID) async throws(WalletError) -> [(wallet: WalletID, lotOffset: Int32)] {
        var places: [(wallet: WalletID, lotOffset: Int32)] = [(wallet, 0)]
        for _ in 0...Limits.mergeDepthMax {
            let last = places[places.count - 1]
            switch try await directory.standing(of: last.wallet) {
            case .current: return places
            case .erased: throw .userErased
            case .merged(let other):
                places.append((other, last.lotOffset + (try await follow(last.wallet, to: other)).lotOffset))
            }
        }
        throw .internalError
    }
}
