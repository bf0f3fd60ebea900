import WalletDomain

@testable import WalletLedger

/// One wallet's books, added up once more from its journal.
struct WalletJudge {
    private let wallet: WalletID
    private let file: WalletFile

    init(_ wallet: WalletID, _ file: WalletFile) {
        self.wallet = wallet
        self.file = file
    }

    func findings() -> [String] {
        var sums: [Int16: Int64] = [:]
        var held: Int64 = 0
        var lots: [Int32: LotCount] = [:]
        var head = Chain.origin
        var last: JournalLine?
        for sequence in 1...Int64(max(1, file.lines.count)) where !file.lines.isEmpty {
            guard let line = file.lines[sequence] else { return ["no entry \(sequence) of \(file.lines.count)"] }
            let entry = line.entry
            sums[entry.debit.rawValue, default: 0] -= entry.coins
            sums[entry.credit.rawValue, default: 0] += entry.coins
            for use in entry.lots {
                let before = lots[use.lot, default: LotCount()]
                guard use.usedBefore == before.consumed else {
                    return ["entry \(sequence) says what lot \(use.lot) lost"]
                }
                let after = before.after(entry, coins: use.coins)
                held += after.held - before.held
                lots[use.lot] = after
            }
            if let broken = broken(entry, sums, held: held) { return ["entry \(sequence): \(broken)"] }
            if let last, entry.at < last.entry.at || line.committedAt < last.committedAt {
                return ["entry \(sequence) is older than the one before it"]
            }
            head = Chain.hash(of: entry, after: head, lane: line.lane, beat: line.beat)
            guard head == line.hash else { return ["entry \(sequence) is not chained to the one before it"] }
            last = line
        }
        return [brokenRow(last, head: head), brokenLots(lots), brokenHolds(lots), brokenOwnerships()].compactMap { $0 }
    }

    private func broken(_ entry: Entry, _ sums: [Int16: Int64], held: Int64) -> String? {
        guard sums.values.reduce(0, +) == 0 else { return "the accounts do not sum to zero" }
        let after = [entry.after.paid, entry.after.bonus, entry.after.promo, entry.after.debt]
        let summed = [sums[9100] ?? 0, sums[9110] ?? 0, sums[9120] ?? 0, -(sums[9200] ?? 0)]
        guard after == summed else { return "figures \(after) are not the sums \(summed)" }
        guard entry.after.held == held else { return "\(entry.after.held) held, \(held) by the entries" }
        guard after.allSatisfy({ $0 >= 0 }), held >= 0, held <= after[0] + after[1] + after[2] else {
            return "below zero: \(after), held \(held)"
        }
        return nil
    }

    private func brokenRow(_ last: JournalLine?, head: [UInt8]) -> String? {
        guard file.row.sequence == Int64(file.lines.count) else { return "the row says sequence \(file.row.sequence)" }
        guard file.row.balances == last?.entry.after ?? .zero else {
            return "the row's figures are not the last entry's"
        }
        return file.row.head == head ? nil : "the row's head is not the chain's"
    }

    private func brokenLots(_ counts: [Int32: LotCount]) -> String? {
        guard counts.count == file.lots.count, Int(file.row.lotCount) == counts.count else {
            return "\(file.lots.count) lots, \(counts.count) by the entries"
        }
        for (number, lot) in file.lots {
            let stored = LotCount(issued: lot.issued, consumed: lot.consumed, removed: lot.removed, held: lot.held)
            guard counts[number] == stored else { return "lot \(number) is not what its entries say" }
            guard stored.consumed >= 0, stored.removed >= 0, lot.available >= 0 else {
                return "lot \(number) is below zero"
            }
        }
        return nil
    }

    private func brokenHolds(_ counts: [Int32: LotCount]) -> String? {
        var kept: [Int32: Int64] = [:]
        for part in file.holds.values.filter({ $0.status == .open }).flatMap(\.parts) {
            kept[part.lot, default: 0] += part.coins
        }
        for (number, count) in counts where count.held != kept[number] ?? 0 {
            return "lot \(number): \(count.held) held, \(kept[number] ?? 0) by the holds"
        }
        let placed = file.lines.values.filter { $0.entry.kind == .held && $0.entry.first != nil }.count
        return placed == file.holds.count ? nil : "\(file.holds.count) holds, \(placed) by the entries"
    }

    private func brokenOwnerships() -> String? {
        var owned: Set<ItemID> = []
        for ownership in file.ownerships where ownership.end == nil {
            guard owned.insert(ownership.item).inserted else { return "\(ownership.item.text) is owned twice" }
            guard file.lines[ownership.operation]?.entry.kind == .spent else { return "an item that nobody paid" }
        }
        return nil
    }
}

/// What entries did to one lot.
struct LotCount: Equatable {
    var issued: Int64 = 0
    var consumed: Int64 = 0
    var removed: Int64 = 0
    var held: Int64 = 0

    /// By the numbers of the kinds, as they are stored: written down here once more.
    func after(_ entry: Entry, coins: Int64) -> LotCount {
        var next = self
        switch entry.kind.rawValue {
        case 1, 2: next.issued += coins
        case 3:
            next.consumed += coins
            if entry.references.refersTo != nil { next.held -= coins }
        case 4, 6: next.removed += coins
        case 5: if entry.debit.rawValue != 9200 { next.removed += coins }
        case 7: if entry.credit.rawValue != 9200 { next.removed -= coins }
        case 9: next.held += coins
        case 10, 11: next.held -= coins
        case 12: next.consumed -= coins
        case 18: if entry.credit.rawValue == 9120 { next.issued += coins } else { next.removed += coins }
        case 19: next.removed += coins
        default: break
        }
        return next
    }
}
