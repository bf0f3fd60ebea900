import Testing
import WalletDomain

/// The books of generated histories: what the wallet's own decisions wrote, read as moves and posted.
@Suite struct JournalBooksTests {
    private static let histories = 3_000

    @Test("the books of a wallet follow from its journal, and agree with its coins to the last one")
    func agree() throws {
        var read = 0
        for seed in 0..<UInt64(Self.histories) {
            var history = GeneratedHistory(seed: seed)
            #expect(history.run() == nil)
            let journal = history.journal
            guard !journal.contains(where: \.kind.isAboutMerges) else { continue }
            for (id, state) in history.states {
                let books = try Self.books(of: journal.filter { $0.wallet == id }, seed: seed)
                try Self.compare(books, state, "seed \(seed)")
                read += 1
            }
        }
        #expect(read > Self.histories)
    }

    private struct Told {
        var books = WalletBooks(policy: BooksPolicy())
        var balance = TrialBalance(BooksPeriod(from: 0, to: 1))
    }

    private static func books(of journal: [Entry], seed: UInt64) throws -> Told {
        var told = Told()
        var moves = JournalMoves(try facts(journal))
        for run in runs(journal) {
            guard let move = try moves.move(run) else { continue }
            for entry in told.books.post(move) {
                #expect(entry.isBalanced, "seed \(seed): \(move)")
                told.balance.add(entry, on: 0)
            }
        }
        return told
    }

    /// Entries of one operation and kind, one after the other.
    private static func runs(_ journal: [Entry]) -> [[Entry]] {
        var runs: [[Entry]] = []
        for entry in journal {
            if let last = runs.last?.last, last.operation == entry.operation, last.kind == entry.kind {
                runs[runs.count - 1].append(entry)
            } else {
                runs.append([entry])
            }
        }
        return runs
    }

    /// An odd price for each sale; Apple's percentage as the coins tell it.
    private static func facts(_ journal: [Entry]) throws -> JournalMoves.Facts {
        let price = StorePrice(milliunits: 9_990, currency: "USD")
        let money = try SaleMoney(price: price, tax: 77, commissionBP: 1_500)
        var sold: [TransactionID: Int64] = [:]
        var taken: [TransactionID: Int64] = [:]
        var percents: [OperationID: Int64] = [:]
        for entry in journal {
            guard let sale = entry.references.transaction else { continue }
            switch entry.kind {
            case .sold: sold[sale, default: 0] += entry.coins
            case .refunded: taken[sale, default: 0] += entry.coins
            case .refundReversed: taken[sale, default: 0] -= entry.coins
            default: continue
            }
            let id = OperationID(wallet: entry.wallet, sequence: entry.operation)
            percents[id] = (taken[sale] ?? 0) * 100_000 / max(1, sold[sale] ?? 1)
        }
        let known = percents
        return JournalMoves.Facts(money: { _ in money }, percent: { known[$0] ?? 0 })
    }

    private static func compare(_ told: Told, _ state: WalletState, _ name: Comment) throws {
        func closing(_ account: BooksAccount, _ unit: BooksUnit) -> Int64 {
            told.balance.rows[TrialBalance.Key(account: account, unit: unit)]?.closing ?? 0
        }
        let coins = [
            -closing(.paidCoins, .coin), -closing(.bonusCoins, .coin), -closing(.promoCoins, .coin),
            closing(.coinDebt, .coin),
        ]
        let balances = state.balances
        #expect(coins == [balances.paid, balances.bonus, balances.promo, balances.debt], name)
        let dollars = BooksUnit.money(try #require(Currency("USD")))
        #expect(-closing(.coinLiability, dollars) == told.books.lots.values.reduce(0) { $0 + $1.liability }, name)
        let deferred = told.books.lots.values.reduce(0) { $0 + $1.deferredCommission }
        #expect(closing(.deferredCommission, dollars) == deferred, name)
        for lot in state.lots { #expect(told.books.lots[lot.number]?.live == lot.remaining, name) }
    }
}
