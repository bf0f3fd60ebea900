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
    private let lots: Ticket<LoadOpenLots>
    private var operations: Ticket<LoadOperations>?
    private var offers: Ticket<LoadOffers>?
    private var ownerships: Ticket<LoadOwnerships>?

    init(_ plan: BatchPlan, _ connection: LaneConnection, _ mode: LockingMode) {
        pipeline.add(Begin())
        beat = pipeline.add(connection.beat)
        if mode.insertsMissing {
            let missing = plan.wallets.map { (id: $0, environment: plan.environments[$0] ?? .production) }
            pipeline.add(InsertMissingWallets(wallets: missing))
        }
        if mode.skipsLocked {
            free = pipeline.add(LockFreeWallets(wallets: plan.wallets))
        } else {
            locked = pipeline.add(LockWallets(wallets: plan.wallets))
        }
        if !plan.purchases.isEmpty {
            pipeline.add(InsertMissingStoreTransactions(keys: plan.purchases))
            purchases = pipeline.add(LockStoreTransactions(keys: plan.purchases))
        }
        clock = pipeline.add(ReadClock())
        lots = pipeline.add(LoadOpenLots(wallets: plan.wallets))
        if !plan.keys.isEmpty { operations = pipeline.add(LoadOperations(keys: plan.keys)) }
        if !plan.items.isEmpty {
            offers = pipeline.add(LoadOffers(items: plan.items, notOverAt: connection.lastTime))
            ownerships = pipeline.add(LoadOwnerships(pairs: plan.pairs))
        }
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
        let batch = LoadedBatch(
            at: now, wallets: wallets(), operations: knownOperations(), offers: knownOffers(),
            transactions: Dictionary(uniqueKeysWithValues: transactions))
        return Loaded(batch: batch, beat: beat)
    }

    private func wallets() -> [WalletID: WalletState] {
        let states = locked?.rows ?? free?.rows ?? []
        var wallets = Dictionary(uniqueKeysWithValues: states.map { ($0.id, $0) })
        for row in lots.rows { wallets[row.wallet]?.lots.append(row.lot) }
        for row in ownerships?.rows ?? [] { wallets[row.wallet]?.ownerships[row.item] = row.operation }
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
