/// A spend that a command names, with what was undone of it so far: the sum of the undo entries that name it.
///
/// Twin: the index `entries_undone` in `Migrations/0007_undo_spends.sql`.
package struct PaidSpend: Hashable, Sendable {
    /// The operation's own entries; a captured hold's operation may hold others.
    package private(set) var entries: [Entry]
    /// Coins that came back, by lot.
    package private(set) var undone: [Int32: Int64]
    /// How often it was undone, of coins or (a free spend) of none.
    package private(set) var undos: Int

    /// - Parameters:
    ///   - entries: of the whole operation; nil comes back if that is no spend.
    ///   - undone: coins that earlier undos gave back, by lot.
    ///   - undos: how many there were.
    package init?(_ entries: [Entry], undone: [Int32: Int64] = [:], undos: Int = 0) {
        guard entries.first?.kind == .spent else { return nil }
        self.entries = entries.filter { $0.kind == .spent }
        self.undone = undone
        self.undos = undos
    }

    package var paid: Int64 { entries.reduce(0) { $0 + $1.coins } }

    package var undoneCoins: Int64 { undone.values.reduce(0, +) }

    package var isTouched: Bool { undos > 0 }

    package var isWhollyUndone: Bool { isTouched && undoneCoins == paid }

    package var item: ItemID? { entries[0].references.item }

    /// Operations under which it may have got an item's ownership: its own, or the hold that it captured.
    package var givers: [OperationID] {
        ([entries[0].operation] + [entries[0].references.refersTo].compactMap { $0 })
            .map { OperationID(wallet: entries[0].wallet, sequence: $0) }
    }

    /// Coins of these lots that it took and that did not come back.
    package func used(of lots: [Int32]) -> Int64 {
        let taken = entries.flatMap(\.lots).reduce(0) { $0 + (lots.contains($1.lot) ? $1.coins : 0) }
        return taken - lots.reduce(0) { $0 + (undone[$1] ?? 0) }
    }

    /// The next `coins` to come back: the lot that was used last gives first. Nil if the spend has no such many left.
    /// - Parameter lots: all lots that paid.
    package func returns(_ coins: Int64, lots: [Lot]) -> [LotUse]? {
        var left: [Int32: Int64] = undone.mapValues { -$0 }
        for use in entries.flatMap(\.lots) { left[use.lot, default: 0] += use.coins }
        var missing = coins
        var uses: [LotUse] = []
        for lot in lots.filter({ left[$0.number] != nil }).sorted(by: { $1.isUsedBefore($0) }) where missing > 0 {
            let back = min(missing, left[lot.number] ?? 0)
            guard back > 0 else { continue }
            uses.append(LotUse(lot: lot.number, coins: back, usedBefore: lot.consumed))
            missing -= back
        }
        return missing == 0 ? uses : nil
    }

    /// The same with the numbers that its lots have in the wallet that took them over.
    package func shifted(by lots: Int32) -> PaidSpend {
        var spend = self
        for index in spend.entries.indices {
            spend.entries[index].lots = spend.entries[index].lots.map { $0.shifted(by: lots) }
        }
        spend.undone = Dictionary(uniqueKeysWithValues: undone.map { ($0.key + lots, $0.value) })
        return spend
    }

    /// With what was undone of it elsewhere, by lot, and in how many undos.
    package func adding(undone more: [Int32: Int64], undos moreUndos: Int) -> PaidSpend {
        var spend = self
        spend.undone.merge(more, uniquingKeysWith: +)
        spend.undos += moreUndos
        return spend
    }

    package mutating func note(_ returned: [LotUse]) {
        undos += 1
        for use in returned { undone[use.lot, default: 0] += use.coins }
    }
}
