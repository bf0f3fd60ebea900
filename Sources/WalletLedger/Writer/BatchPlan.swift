import WalletDomain

/// What a batch's commands name, each thing once and in the order in which it is locked.
struct BatchPlan {
    /// Locked and read; in key order.
    let wallets: [WalletID]
    /// Taken as the lane left them.
    let recent: [WalletID: WalletState]
    let environments: [WalletID: StoreEnvironment]
    let purchases: [StoreTransaction.Key]
    /// Wallets of which a purchase is decided: what refunds did to them is loaded, and their used up lots as well.
    let purchasing: [WalletID]
    let keys: [OperationKey]
    let items: [ItemID]
    let pairs: [(wallet: WalletID, item: ItemID)]

    init(_ commands: [WalletDomain.Command], memory: borrowing LaneMemory, trusts: Bool) {
        var environments: [WalletID: StoreEnvironment] = [:]
        var purchases: Set<StoreTransaction.Key> = []
        var purchasing: Set<WalletID> = []
        var pairs: Set<Pair> = []
        for command in commands {
            environments[command.wallet] = command.environment
            if case .spend(let spend) = command.action {
                pairs.insert(Pair(wallet: command.wallet, item: spend.item))
            }
            guard let purchase = command.action.purchase else { continue }
            purchases.insert(purchase)
            purchasing.insert(command.wallet)
        }
        // Purchases are locked after all wallets of their batch: then none may be left to be locked later.
        let recent = trusts && purchases.isEmpty ? Self.recent(environments.keys, memory) : [:]
        wallets = environments.keys.filter { recent[$0] == nil }.sorted { ($0.bucket, $0) < ($1.bucket, $1) }
        self.recent = recent
        self.environments = environments
        self.purchases = purchases.sorted()
        self.purchasing = purchasing.sorted { ($0.bucket, $0) < ($1.bucket, $1) }
        // A key used before makes an effect on a recent wallet collide, so it need not be looked up.
        keys = Array(Set(commands.compactMap { recent[$0.wallet] == nil ? OperationKey($0) : nil }))
        items = Set(pairs.map(\.item)).sorted()
        self.pairs = pairs.filter { !memory.isRepeatable($0.item) }.map { ($0.wallet, $0.item) }
    }

    private struct Pair: Hashable {
        let wallet: WalletID
        let item: ItemID
    }

    private static func recent(
        _ wallets: some Sequence<WalletID>, _ memory: borrowing LaneMemory
    ) -> [WalletID: WalletState] {
        var recent: [WalletID: WalletState] = [:]
        for wallet in wallets { recent[wallet] = memory.wallets[wallet] }
        return recent
    }
}

/// How a batch is run, from the quick way to the careful one.
struct BatchMode {
    /// Wallets that the lane remembers are neither loaded nor locked.
    var trustsMemory = true
    /// Wallets may be missing: insert them first.
    var insertsMissing = false
    /// Somebody outside holds a row: pass over it.
    var skipsLocked = false
}
