import WalletDomain

/// One user's coins, each on its own, and what refunds did to them, coin by coin.
struct PlainPurse {
    struct Coin {
        /// Coins that came together, in the order of their coming.
        var heap: Int
        let sale: TransactionID?
        let expiry: Instant?
        /// When it was given; bought ones count by their heap alone.
        let at: Int64
    }

    var sales: Set<TransactionID> = []
    /// Whose refunds are still owed, a coin each, the oldest refund first.
    private(set) var debts: [TransactionID] = []
    var coins: [Coin] = []
    /// In the order of their placing, ended ones too.
    var holds: [PlainHold] = []
    private var heaps = 0
    private var sold: [TransactionID: Int] = [:]
    private var removed: [TransactionID: [Coin]] = [:]
    private var met: [TransactionID: [Coin]] = [:]
    /// Coins that nobody will ask for again.
    private var forgiven: [TransactionID: Int] = [:]
    /// Coins that were taken away for cause.
    private var forfeited: [TransactionID: Int] = [:]
    /// In the order of their first refund.
    private var refunded: [TransactionID] = []

    mutating func add(_ count: Int, sale: TransactionID?, expiry: Instant?, at: Int64 = 0) {
        guard count > 0 else { return }
        heaps += 1
        coins += [Coin](repeating: Coin(heap: heaps, sale: sale, expiry: expiry, at: at), count: count)
        if let sale { sold[sale, default: 0] += count }
    }

    func live(at moment: Instant) -> [Coin] { coins.filter { $0.expiry.map { moment < $0 } ?? true } }

    /// Coins of each spend that did not come back, in the order of their use, and whether some did.
    var spends: [(coins: [Coin], isTouched: Bool)] = []

    /// Coins that expire go first, the soonest first, then other free ones, then bought ones.
    mutating func spend(_ count: Int, at moment: Instant) -> Bool {
        guard let taken = take(count, at: moment) else { return false }
        spends.append((taken, false))
        return true
    }

    /// The next `count` coins to be used leave the purse; nil if there are fewer.
    mutating func take(_ count: Int, at moment: Instant) -> [Coin]? {
        var purse = live(at: moment)
        guard purse.count >= count else { return nil }
        purse.sort { left, right in
            let (mine, theirs) = (rank(left), rank(right))
            return mine != theirs ? mine < theirs : (left.at, left.heap) < (right.at, right.heap)
        }
        coins = Array(purse.dropFirst(count))
        return Array(purse.prefix(count))
    }

    /// The coins used last come back first; those whose time is over meanwhile are gone.
    /// - Returns: whether the spend had as many left; a free one is undone once.
    mutating func undo(_ spend: Int, _ count: Int?, at moment: Instant) -> Bool {
        let (paid, isTouched) = spends[spend]
        let wanted = count ?? paid.count
        guard wanted <= paid.count, wanted > 0 || (count == nil && !isTouched) else { return false }
        coins += paid.suffix(wanted).filter { $0.expiry.map { moment < $0 } ?? true }
        spends[spend] = (Array(paid.dropLast(wanted)), true)
        meetDebts()
        return true
    }

    private func rank(_ coin: Coin) -> Int64 {
        coin.sale == nil ? coin.expiry?.microseconds ?? .max - 1 : .max
    }

    /// - Returns: how many coins moved.
    @discardableResult
    mutating func refund(_ sale: TransactionID, share: Double) -> Int {
        let wanted = Int((Double(sold[sale] ?? 0) * share + 0.5).rounded(.down))
        let taken =
            (removed[sale] ?? []).count + (met[sale] ?? []).count + debts.count { $0 == sale }
            + (forgiven[sale] ?? 0)
        // Nobody owes what was taken away from him.
        let more = max(0, min(wanted - taken, (sold[sale] ?? 0) - (forfeited[sale] ?? 0) - taken))
        if more > 0, !refunded.contains(sale) { refunded.append(sale) }
        for _ in 0..<more { take(sale) }
        let given = (0..<max(0, taken - wanted)).count { _ in giveBack(sale) }
        sortDebts()
        return more + given
    }

    /// Bought coins go for cause, those that came last first; all of them or so many.
    mutating func forfeit(_ count: Int?) -> Bool {
        let bought = coins.indices.filter { coins[$0].sale != nil }.sorted { coins[$0].heap > coins[$1].heap }
        let wanted = count ?? bought.count
        guard wanted > 0, wanted <= bought.count else { return false }
        for index in bought.prefix(wanted).sorted(by: >) {
            if let sale = coins.remove(at: index).sale { forfeited[sale, default: 0] += 1 }
        }
        return true
    }

    /// Free coins whose time is not over go, those that came last first.
    mutating func takeBack(_ count: Int, at moment: Instant) -> Bool {
        let free = coins.indices.filter { index in
            coins[index].sale == nil && coins[index].expiry.map { moment < $0 } ?? true
        }.sorted { (coins[$0].at, coins[$0].heap) > (coins[$1].at, coins[$1].heap) }
        guard count <= free.count else { return false }
        for index in free.prefix(count).sorted(by: >) { coins.remove(at: index) }
        return true
    }

    /// The first debts are owed no more, all or so many of them.
    mutating func forgive(_ count: Int?) -> Bool {
        let wanted = count ?? debts.count
        guard (1...max(1, debts.count)).contains(wanted), !debts.isEmpty else { return false }
        for sale in debts.prefix(wanted) { forgiven[sale, default: 0] += 1 }
        debts.removeFirst(wanted)
        return true
    }

    private mutating func take(_ sale: TransactionID) {
        let own = coins.indices.filter { coins[$0].sale == sale }
        guard let last = own.max(by: { coins[$0].heap < coins[$1].heap }) else { return debts.append(sale) }
        removed[sale, default: []].append(coins.remove(at: last))
    }

    /// - Returns: false if what is left was forgiven.
    private mutating func giveBack(_ sale: TransactionID) -> Bool {
        if let index = debts.firstIndex(of: sale) {
            debts.remove(at: index)
        } else if let index = met[sale]?.indices.max(by: { heap(met, sale, $0) < heap(met, sale, $1) }) {
            coins += [met[sale]?.remove(at: index)].compactMap { $0 }
        } else if let index = removed[sale]?.indices.min(by: { heap(removed, sale, $0) < heap(removed, sale, $1) }) {
            coins += [removed[sale]?.remove(at: index)].compactMap { $0 }
        } else {
            return false
        }
        return true
    }

    private func heap(_ coins: [TransactionID: [Coin]], _ sale: TransactionID, _ index: Int) -> Int {
        coins[sale]?[index].heap ?? 0
    }

    mutating func meetDebts() {
        while let sale = debts.first {
            let bought = coins.indices.filter { coins[$0].sale != nil }
            guard let oldest = bought.min(by: { coins[$0].heap < coins[$1].heap }) else { return }
            met[sale, default: []].append(coins.remove(at: oldest))
            debts.removeFirst()
        }
    }

    /// All that another purse had, behind what is here: coins, spends, sales, and what refunds did.
    mutating func absorb(_ other: PlainPurse) {
        func shifted(_ coins: [Coin]) -> [Coin] {
            coins.map { coin in
                var coin = coin
                coin.heap += heaps
                return coin
            }
        }
        // A refund that was all taken back is forgotten.
        refunded += other.refunded.filter { sale in
            !(other.removed[sale] ?? []).isEmpty || !(other.met[sale] ?? []).isEmpty || other.debts.contains(sale)
        }
        sales.formUnion(other.sales)
        debts += other.debts
        coins += shifted(other.coins)
        spends += other.spends.map { (shifted($0.coins), $0.isTouched) }
        sold.merge(other.sold) { mine, _ in mine }
        removed.merge(other.removed.mapValues(shifted)) { mine, _ in mine }
        met.merge(other.met.mapValues(shifted)) { mine, _ in mine }
        forfeited.merge(other.forfeited) { mine, _ in mine }
        heaps += other.heaps
    }

    private mutating func sortDebts() {
        debts.sort { (refunded.firstIndex(of: $0) ?? 0) < (refunded.firstIndex(of: $1) ?? 0) }
    }
}
