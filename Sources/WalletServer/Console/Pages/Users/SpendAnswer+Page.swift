internal import WalletDomain

/// What a page shows of a spend.
extension SpendAnswer {
    /// Coins of one lot.
    struct Part: Sendable {
        let lot: Int32
        let account: Account
        let coins: Int64
        let undone: Int64
    }

    var id: OperationID { OperationID(wallet: first.wallet, sequence: first.operation) }
    var references: Entry.References { first.references }
    var at: Instant { first.at }
    var coins: Int64 { entries.reduce(0) { $0 + $1.coins } }
    var undoneCoins: Int64 { (undone ?? [:]).values.reduce(0, +) }

    var parts: [Part] {
        entries.flatMap { entry in
            entry.lots.map {
                Part(lot: $0.lot, account: entry.debit, coins: $0.coins, undone: undone?[$0.lot] ?? 0)
            }
        }
    }
}

extension UndoAnswer {
    var id: OperationID { OperationID(wallet: undone[0].wallet, sequence: undone[0].operation) }
    var at: Instant { undone[0].at }
    var coins: Int64 { undone.reduce(0) { $0 + $1.coins } }
}
