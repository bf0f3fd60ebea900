/// A wallet becomes another one: only coins move, through 9580. A lot keeps its money and its counters, so what it
/// holds in money is the same before and after.
extension WalletBooks {
    /// Its lots stay known until somebody takes them over.
    mutating func leave() -> BookEntry {
        var entry = BookEntry(.merged)
        moveCoins(liveParts, to: .coinsMoved, in: &entry)
        hasLeft = true
        debtOnTheWay = debt
        owe(-debt, .coinsMoved, in: &entry)
        return entry
    }

    /// Another wallet has its lots now.
    package mutating func handOver() { self = WalletBooks(policy: policy) }

    mutating func arrive(_ other: WalletBooks, _ offset: Int32) -> BookEntry {
        var entry = BookEntry(.merged)
        for (lot, book) in other.lots { open(lot + offset, book) }
        for (id, sale) in other.sales { sales[id] = sale.shifted(by: offset) }
        for (id, lots) in other.unpriced { unpriced[id] = lots.map { $0 + offset } }
        terms.merge(other.terms) { mine, _ in mine }
        let parts = other.liveParts.map { CoinMove.Part(lot: $0.lot + offset, coins: $0.coins) }
        moveCoins(parts, to: .coinsMoved, in: &entry, sign: -1)
        owe(other.debtOnTheWay, .coinsMoved, in: &entry)
        return entry
    }

    private var liveParts: [CoinMove.Part] {
        lots.filter { $0.value.live > 0 }.map { CoinMove.Part(lot: $0.key, coins: $0.value.live) }
            .sorted { $0.lot < $1.lot }
    }
}
