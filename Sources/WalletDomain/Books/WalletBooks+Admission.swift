/// Whether a move fits the books: what the journal of a sound wallet says always does. A journal that somebody changed
/// is told apart here, before anything is posted.
extension WalletBooks {
    /// Nil, or what does not fit, in words.
    package func objection(to move: CoinMove) -> String? {
        switch move {
        case .sold(let sale, let paid, let bonus, _):
            if sales[sale] != nil || unpriced[sale] != nil { return "purchase \(sale.text) was sold before" }
            return newness([paid] + [bonus].compactMap { $0 })
        case .granted(let part), .adjustedUp(let part): return newness([part])
        case .spent(_, let parts, _), .expired(let parts), .adjustedDown(let parts), .forfeited(let parts):
            return shortage(parts) { $0.live }
        case .debtSettled(let parts):
            let coins = parts.reduce(0) { $0 + $1.coins }
            return coins > debt ? "\(coins) coins meet a debt of \(debt)" : shortage(parts) { $0.live }
        case .undone(_, let parts): return shortage(parts) { $0.consumed }
        case .refunded(let sale, _, let own, _): return unknown(sale) ?? shortage(own) { $0.live }
        case .refundReversed(let sale, _, let own, let met, let cancelled):
            if cancelled > debt { return "\(cancelled) coins of a debt of \(debt) are cancelled" }
            return unknown(sale) ?? shortage(own) { $0.removed } ?? shortage(met) { $0.consumed }
        case .debtWrittenOff(let coins): return coins > debt ? "\(coins) coins of a debt of \(debt) are given up" : nil
        case .priced(let sale, _): return unpriced[sale] == nil ? "purchase \(sale.text) has its price" : nil
        case .left: return nil
        case .arrived(let books, let offset):
            return newness(books.lots.map { CoinMove.Part(lot: $0.key + offset, coins: $0.value.coins) })
        }
    }

    private func unknown(_ sale: TransactionID) -> String? {
        sales[sale] == nil && unpriced[sale] == nil ? "purchase \(sale.text) was never sold here" : nil
    }

    private func newness(_ parts: [CoinMove.Part]) -> String? {
        parts.first { lots[$0.lot] != nil || $0.coins <= 0 }.map { "lot \($0.lot) is issued twice, or holds nothing" }
    }

    private func shortage(_ parts: [CoinMove.Part], _ most: (LotBook) -> Int64) -> String? {
        var sums: [Int32: Int64] = [:]
        for part in parts { sums[part.lot, default: 0] &+= part.coins }
        for (lot, coins) in sums.sorted(by: { $0.key < $1.key }) {
            guard let book = lots[lot] else { return "lot \(lot) was never issued" }
            guard coins > most(book) else { continue }
            return "\(coins) coins of lot \(lot), which has \(most(book)) of them"
        }
        return nil
    }
}
