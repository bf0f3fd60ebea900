import Postgres
import WalletDomain

/// The one round trip that locks and reads what the commands name, each step its own statement.
struct BatchLoad {
    private let pipeline = Pipeline()
    private let beat: Ticket<CountBeat>
    private var locked: Ticket<LockWallets>?
    private var free: Ticket<LockFreeWallets>?
    private var purchases: Ticket<LockStoreTransactions>?
    private let clock: Ticket<ReadClock>
    private var lots: Ticket<LoadOpenLots>?
    private var usedLots: Ticket<LoadUsedLots>?
    private var refunds: Ticket<LoadRefunds>?
    private var spends: SpendTickets?
    private var holds: HoldTickets?
    private var operations: Ticket<LoadOperations>?
    private var offers: Ticket<LoadOffers>?
    private var ownerships: Ticket<LoadOwnerships>?
    /// Wallets that the lane remembers.
    private let recent: [WalletID: WalletState]

    init(_ plan: BatchPlan, _ connection: LaneConnection, _ mode: BatchMode) {
        recent = plan.recent
        pipeline.add(Begin())
        beat = pipeline.add(connection.beat)
        if !plan.wallets.isEmpty { (locked, free) = Self.lock(plan, mode, in: pipeline) }
        if !plan.purchases.isEmpty {
            pipeline.add(InsertMissingStoreTransactions(keys: plan.purchases))
            purchases = pipeline.add(LockStoreTransactions(keys: plan.purchases))
        }
        clock = pipeline.add(ReadClock())
        addReading(plan, connection)
    }

    private static func lock(
        _ plan: BatchPlan, _ mode: BatchMode, in pipeline: Pipeline
    ) -> (Ticket<LockWallets>?, Ticket<LockFreeWallets>?) {
        if mode.insertsMissing {
            let missing = plan.wallets.compactMap { wallet in
                plan.environments[wallet].map { (id: wallet, environment: $0) }
            }
            if !missing.isEmpty { pipeline.add(InsertMissingWallets(wallets: missing)) }
        }
        if mode.skipsLocked { return (nil, pipeline.add(LockFreeWallets(wallets: plan.wallets))) }
        return (pipeline.add(LockWallets(wallets: plan.wallets)), nil)
    }

    private mutating func addReading(_ plan: BatchPlan, _ connection: LaneConnection) {
        if !plan.wallets.isEmpty { lots = pipeline.add(LoadOpenLots(wallets: plan.wallets)) }
        if !plan.purchasing.isEmpty { usedLots = pipeline.add(LoadUsedLots(wallets: plan.purchasing)) }
        if !plan.refunding.isEmpty { refunds = pipeline.add(LoadRefunds(wallets: plan.refunding)) }
        if !plan.spends.isEmpty || !plan.movedSpends.isEmpty {
            spends = SpendTickets(plan.spends, moved: plan.movedSpends, in: pipeline)
        }
        holds = HoldTickets(plan, in: pipeline)
        if !plan.keys.isEmpty { operations = pipeline.add(LoadOperations(keys: plan.keys)) }
        if !plan.items.isEmpty {
            offers = pipeline.add(LoadOffers(items: plan.items, notOverAt: connection.lastTime))
        }
        if !plan.pairs.isEmpty { ownerships = pipeline.add(LoadOwnerships(pairs: plan.pairs)) }
    }

    struct Loaded {
        var batch: LoadedBatch
        let beat: Int64
    }

    func run(_ connection: LaneConnection, deadlineMs: Int) throws(BatchFailure) -> Loaded {
        do throws(PostgresError) {
            try connection.session.run(pipeline, deadlineMs: deadlineMs)
        } catch {
            throw .database(error)
        }
        guard let beat = beat.rows.first, let now = clock.rows.first else { throw .leaseLost }
        connection.sawTime(now)
        let transactions = (purchases?.rows ?? []).map { ($0.key, $0) }
        var batch = LoadedBatch(
            at: now, wallets: wallets(), operations: knownOperations(), offers: knownOffers(),
            transactions: Dictionary(uniqueKeysWithValues: transactions))
        batch.isComplete = free == nil
        return Loaded(batch: batch, beat: beat)
    }

    private func wallets() -> [WalletID: WalletState] {
        var wallets = recent
        for state in locked?.rows ?? free?.rows ?? [] { wallets[state.id] = state }
        for row in lots?.rows ?? [] { wallets[row.wallet]?.lots.append(row.lot) }
        for row in usedLots?.rows ?? [] { wallets[row.wallet]?.lots.append(row.lot) }
        for entry in refunds?.rows ?? [] { wallets[entry.wallet]?.refundEntries.append(entry) }
        for row in ownerships?.rows ?? [] { wallets[row.wallet]?.ownerships[row.item] = row.owner }
        spends?.add(to: &wallets)
        holds?.add(to: &wallets)
        return wallets
    }

    private func knownOperations() -> [OperationKey: [Entry]] {
        var known: [OperationKey: [Entry]] = [:]
        var current: OperationKey?
        for entry in operations?.rows ?? [] {
            if let idempotency = entry.first?.idempotency {
                current = OperationKey(wallet: entry.wallet, caller: entry.caller, key: idempotency.key)
            }
            if let current { known[current, default: []].append(entry) }
        }
        return known
    }

    private func knownOffers() -> [ItemID: Offer] {
        var known: [ItemID: Offer] = [:]
        for row in offers?.rows ?? [] {
            var offer = known[row.offer.item] ?? row.offer
            if let version = row.version { offer.versions.append(version) }
            known[offer.item] = offer
        }
        return known
    }
}
