internal import WalletDomain

/// The coins of one user, moved about by the worked examples' own rules: a plain model that shares no code with the
/// wallet's decisions and knows nothing of money.
struct PlainCoins {
    struct PlainLot {
        let number: Int32
        let kind: Lot.Kind
        let order: Int
        let expiresAt: String?
        let sale: String?
        var left: Int64
    }

    struct PlainSale {
        let coins: Int64
        let lots: [Int32]
        var own: [Int32: Int64] = [:]
        var met: [(lot: Int32, coins: Int64)] = []
        var owed: Int64 = 0
        var writtenOff: Int64 = 0
        /// Forfeited or otherwise gone for good.
        var gone: Int64 = 0

        var taken: Int64 { own.values.reduce(0, +) + met.reduce(0) { $0 + $1.coins } + owed + writtenOff }
    }

    private(set) var lots: [PlainLot] = []
    private(set) var sales: [String: PlainSale] = [:]
    private var refunded: [String] = []
    var paidFirst = false

    mutating func open(_ kind: Lot.Kind, _ coins: Int64, expiresAt: String? = nil, sale: String? = nil) -> CoinMove.Part
    {
        let number = Int32(lots.count + 1)
        lots.append(
            PlainLot(number: number, kind: kind, order: lots.count, expiresAt: expiresAt, sale: sale, left: coins))
        return .init(lot: number, coins: coins)
    }

    mutating func sell(_ sale: String, _ coins: Int64, lots: [Int32]) {
        sales[sale] = PlainSale(coins: coins, lots: lots)
    }

    private mutating func take(_ coins: Int64, from lots: [PlainLot]) -> [CoinMove.Part] {
        var missing = coins
        var parts: [CoinMove.Part] = []
        for lot in lots where missing > 0 && lot.left > 0 {
            let count = min(missing, lot.left)
            missing -= count
            self.lots[Int(lot.number) - 1].left -= count
            parts.append(.init(lot: lot.number, coins: count))
        }
        return parts
    }

    private func promo() -> [PlainLot] {
        lots.filter { $0.kind == .promo }.sorted { ($0.expiresAt ?? "~", $0.order) < ($1.expiresAt ?? "~", $1.order) }
    }

    private func purchased() -> [PlainLot] { lots.filter { $0.kind != .promo } }

    mutating func spend(_ coins: Int64) -> [CoinMove.Part] {
        take(coins, from: paidFirst ? purchased() + promo() : promo() + purchased())
    }

    mutating func expire(at moment: String) -> [CoinMove.Part] {
        promo().filter { lot in lot.expiresAt.map { $0 <= moment } ?? false && lot.left > 0 }
            .flatMap { take($0.left, from: [$0]) }
    }

    mutating func adjustDown(_ coins: Int64) -> [CoinMove.Part] {
        take(coins, from: lots.filter { $0.kind == .promo }.reversed())
    }

    mutating func forfeit(_ coins: Int64) -> [CoinMove.Part] {
        let parts = take(coins, from: purchased().reversed())
        for part in parts {
            if let sale = lots[Int(part.lot) - 1].sale { sales[sale]?.gone += part.coins }
        }
        return parts
    }

    /// - Returns: what leaves the sale's own lots, bonus before paid, and what is owed then; nil: nothing new.
    mutating func refund(_ id: String, percent: Int64) -> (own: [CoinMove.Part], owed: Int64)? {
        guard var sale = sales[id] else { return nil }
        let all = (2 * sale.coins * percent + 100_000) / 200_000
        let coins = min(all, sale.coins - sale.gone) - sale.taken
        guard coins > 0 else { return nil }
        let own = take(coins, from: sale.lots.reversed().map { lots[Int($0) - 1] })
        for part in own { sale.own[part.lot, default: 0] += part.coins }
        let owed = coins - own.reduce(0) { $0 + $1.coins }
        sale.owed += owed
        sales[id] = sale
        if !refunded.contains(id) { refunded.append(id) }
        return (own, owed)
    }

    mutating func reverse(_ id: String) -> (own: [CoinMove.Part], met: [CoinMove.Part], cancelled: Int64)? {
        guard var sale = sales[id], sale.taken > 0 else { return nil }
        let own = sale.own.filter { $0.value > 0 }.map { CoinMove.Part(lot: $0.key, coins: $0.value) }
        let met = sale.met.map { CoinMove.Part(lot: $0.lot, coins: $0.coins) }
        for part in own + met { lots[Int(part.lot) - 1].left += part.coins }
        let cancelled = sale.owed
        (sale.own, sale.met, sale.owed) = ([:], [], 0)
        sales[id] = sale
        return (own, met, cancelled)
    }

    mutating func meetDebts() -> [CoinMove.Part] {
        var all: [CoinMove.Part] = []
        for id in refunded {
            guard let owed = sales[id]?.owed, owed > 0 else { continue }
            let parts = take(owed, from: purchased())
            sales[id]?.owed -= parts.reduce(0) { $0 + $1.coins }
            sales[id]?.met += parts.map { (lot: $0.lot, coins: $0.coins) }
            all += parts
        }
        return all
    }

    mutating func writeOff(_ coins: Int64) {
        var missing = coins
        for id in refunded {
            let part = min(missing, sales[id]?.owed ?? 0)
            missing -= part
            sales[id]?.owed -= part
            sales[id]?.writtenOff += part
        }
    }
}
