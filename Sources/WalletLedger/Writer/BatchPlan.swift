import WalletDomain

/// What a batch's commands name, each thing once and in the order in which it is locked.
struct BatchPlan {
    /// Locked and read; in key order.
    let wallets: [WalletID]
    /// Of `wallets` those that are made if they do not exist, and where.
    let environments: [WalletID: StoreEnvironment]
    /// Taken as the lane left them.
    let recent: [WalletID: WalletState]
    let purchases: [StoreTransaction.Key]
    /// Wallets of which a purchase or a write-off is decided: their used up lots are loaded.
    let purchasing: [WalletID]
    /// Wallets of which a purchase, a write-off, an undo or a merge is decided: what refunds did to them is loaded.
    let refunding: [WalletID]
    /// Spends that are undone, or may be.
    let spends: [OperationID]
    /// Those of wallets that were merged into the command's.
    let movedSpends: [MovedSpendKey: PaidSpend]
    /// Holds that are to end.
    let holds: [OperationID]
    let keys: [OperationKey]
    let items: [ItemID]
    let pairs: [(wallet: WalletID, item: ItemID)]

    init(_ commands: [WalletDomain.Command], memory: borrowing LaneMemory, trusts: Bool) {
        var named: Set<WalletID> = []
        var environments: [WalletID: StoreEnvironment] = [:]
        var purchases: Set<StoreTransaction.Key> = []
        var purchasing: Set<WalletID> = []
        var pairs: Set<Pair> = []
        var spends: Set<OperationID> = []
        var movedSpends: [MovedSpendKey: PaidSpend] = [:]
        var changing: Set<WalletID> = []
        var holds: Set<OperationID> = []
        let commands = WalletDomain.Command.flattened(commands)
        for command in commands {
            named.insert(command.wallet)
            if command.action.errorWithoutWallet == nil { environments[command.wallet] = command.environment }
            spends.formUnion(command.action.spends.map { OperationID(wallet: command.wallet, sequence: $0) })
            switch command.action {
            case .undo(let undo):
                if let moved = undo.moved {
                    if let item = moved.item { pairs.insert(Pair(wallet: command.wallet, item: item)) }
                    movedSpends[MovedSpendKey(wallet: command.wallet, spend: undo.id(in: command.wallet))] = moved
                }
                changing.insert(command.wallet)
            case .close, .writeOff:
                changing.insert(command.wallet)
                purchasing.insert(command.wallet)
            case .takeOver(let taking):
                changing.insert(command.wallet)
                purchases.formUnion(command.action.movedPurchases)
                for item in taking.estate.ownerships.keys { pairs.insert(Pair(wallet: command.wallet, item: item)) }
            case .erase, .freeze: changing.insert(command.wallet)
            case .spend, .grant, .credit, .refund, .hold, .capture, .release, .expire, .adjust, .forfeit, .all: break
            }
            if let item = command.action.item { pairs.insert(Pair(wallet: command.wallet, item: item)) }
            if let hold = command.action.hold { holds.insert(OperationID(wallet: command.wallet, sequence: hold)) }
            guard let purchase = command.action.purchase else { continue }
            purchases.insert(purchase)
            purchasing.insert(command.wallet)
        }
        // Purchases are locked after all wallets of their batch: then none may be left to be locked later.
        let recent = trusts && purchases.isEmpty ? Self.recent(named.subtracting(changing), memory) : [:]
        wallets = WalletID.inKeyOrder(named.filter { recent[$0] == nil })
        self.recent = recent
        self.environments = environments
        self.purchases = purchases.sorted()
        self.purchasing = WalletID.inKeyOrder(purchasing)
        refunding = WalletID.inKeyOrder(purchasing.union(changing))
        self.spends = Array(spends)
        self.movedSpends = movedSpends
        self.holds = holds.filter { recent[$0.wallet] == nil }
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
