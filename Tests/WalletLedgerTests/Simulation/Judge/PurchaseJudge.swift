import WalletDomain

/// Each purchase is credited once in the world, to whom its row says, because somebody brought it there.
struct PurchaseJudge {
    private let tables: SimulatedTables
    private let requests: [SimulatedRequest]

    init(_ tables: SimulatedTables, _ requests: [SimulatedRequest]) {
        self.tables = tables
        self.requests = requests
    }

    func findings() -> [String] {
        var credits: [TransactionID: JournalLine] = [:]
        for line in tables.lines where line.entry.credit.rawValue == 9100 {
            guard line.entry.kind.rawValue == 1 else { continue }
            guard let id = line.entry.references.transaction else { return ["a sale without its purchase"] }
            guard credits.updateValue(line, forKey: id) == nil else { return ["purchase \(id.text) is credited twice"] }
        }
        return rows(credits) + brought(credits)
    }

    private func rows(_ credits: [TransactionID: JournalLine]) -> [String] {
        for row in tables.purchases.values {
            let line = credits[row.key.id]
            guard row.credit?.sequence == line?.entry.sequence, line == nil || row.owner == line?.entry.wallet else {
                return ["purchase \(row.key.id.text): its row and the journal differ"]
            }
        }
        let known = Set(tables.purchases.keys.map(\.id))
        return credits.keys.allSatisfy { known.contains($0) } ? [] : ["a credited purchase has no row"]
    }

    private func brought(_ credits: [TransactionID: JournalLine]) -> [String] {
        let asked = Dictionary(grouping: requests.filter { $0.purchase != nil }) { $0.purchase?.id }
        for (id, line) in credits {
            let isBrought = (asked[id] ?? []).flatMap(\.attempts).contains { attempt in
                attempt.wallet == line.entry.wallet && attempt.sentAt <= line.committedAt && attempt.mayHaveHappened
                    && (attempt.isOpen || line.committedAt <= attempt.toldAt ?? 0)
            }
            guard isBrought else { return ["purchase \(id.text) is credited, and whoever brought it was told no"] }
        }
        return []
    }
}
