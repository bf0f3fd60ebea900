import WalletDomain

/// What a batch's commands name, each thing once and in the order in which it is locked.
struct BatchPlan {
    let wallets: [WalletID]
    let environments: [WalletID: StoreEnvironment]
    let purchases: [StoreTransaction.Key]
    let keys: [OperationKey]
    let items: [ItemID]
    let pairs: [(wallet: WalletID, item: ItemID)]

    init(_ commands: [WalletDomain.Command]) {
        var environments: [WalletID: StoreEnvironment] = [:]
        var purchases: Set<StoreTransaction.Key> = []
        var keys: Set<OperationKey> = []
        var pairs: Set<Pair> = []
        for command in commands {
            environments[command.wallet] = command.environment
            if let key = OperationKey(command) { keys.insert(key) }
            switch command.action {
            case .credit(let credit): purchases.insert(credit.key)
            case .spend(let spend): pairs.insert(Pair(wallet: command.wallet, item: spend.item))
            case .grant: break
            }
        }
        wallets = environments.keys.sorted { ($0.bucket, $0) < ($1.bucket, $1) }
        self.environments = environments
        self.purchases = purchases.sorted()
        self.keys = Array(keys)
        items = Set(pairs.map(\.item)).sorted()
        self.pairs = pairs.map { ($0.wallet, $0.item) }
    }

    private struct Pair: Hashable {
        let wallet: WalletID
        let item: ItemID
    }
}

/// How the wallets are locked, from the usual way to the careful one.
struct LockingMode {
    /// Wallets may be missing: insert them first.
    var insertsMissing = false
    /// Somebody outside holds a row: pass over it.
    var skipsLocked = false
}
