/// The books of one wallet: a pure function of its moves, one after the other.
///
/// Every move becomes one entry, or two if it reaches coins that were taken to income. Posting rules and their reasons:
/// `docs/decisions/0040-books.md`.
package struct WalletBooks: Sendable {
    package let policy: BooksPolicy
    package internal(set) var lots: [Int32: LotBook] = [:]
    package internal(set) var sales: [TransactionID: BookedSale] = [:]
    /// Spends whose items are delivered over days, by operation.
    package internal(set) var terms: [OperationID: CourseTerm] = [:]
    package internal(set) var debt: Int64 = 0
    /// What was owed when the wallet was closed.
    var debtOnTheWay: Int64 = 0
    /// It is closed: its lots are on their way into another wallet.
    package internal(set) var hasLeft = false

    /// Sales whose money nobody knows yet, with their lots.
    package internal(set) var unpriced: [TransactionID: [Int32]] = [:]
    /// What happened since the first of these; empty if there is none.
    var past: [BooksPast] = []

    package init(policy: BooksPolicy) { self.policy = policy }

    package mutating func post(_ move: CoinMove) -> [BookEntry] {
        if case .priced(let sale, let money) = move { return price(sale, money) }
        remember(.move(move))
        return apply(move)
    }

    mutating func apply(_ move: CoinMove) -> [BookEntry] {
        switch move {
        case .sold(let sale, let paid, let bonus, let money): [sell(sale, paid, bonus, money)]
        case .priced(let sale, let money): price(sale, money)
        case .left: [leave()]
        case .arrived(let books, let offset): [arrive(books, offset)]
        case .granted(let part): [issue(part, .granted, from: .coinsGranted)]
        case .spent(let operation, let parts, let term): spend(operation, parts, term)
        case .undone(let operation, let parts): [undo(operation, parts)]
        case .refunded(let sale, let percent, let own, let owed): [refund(sale, percent, own, owed)]
        case .refundReversed(let sale, let percent, let own, let met, let cancelled):
            [reverse(sale, percent, own: own, met: met, cancelled: cancelled)]
        case .debtSettled(let parts): settle(parts)
        case .expired(let parts): [take(parts, .expired, to: .coinsExpired)]
        case .adjustedUp(let part): [issue(part, .adjusted, from: .coinsAdjusted)]
        case .adjustedDown(let parts): [take(parts, .adjusted, to: .coinsAdjusted)]
        case .forfeited(let parts): [forfeit(parts)]
        case .debtWrittenOff(let coins): [writeOff(coins)]
        }
    }

    // Steps that the rules are made of.

    mutating func open(_ lot: Int32, _ book: LotBook) {
        precondition(lots[lot] == nil, "a lot is opened once")
        lots[lot] = book
    }

    /// Changes one lot, and notes what left its two accounts.
    mutating func move(
        _ lot: Int32, as use: WritableKeyPath<PrepaidFigures, Int64>, in entry: inout BookEntry,
        _ change: (inout LotBook) -> LotBook.Release
    ) -> (release: LotBook.Release, currency: Currency?) {
        guard var book = lots[lot] else { preconditionFailure("a move names a lot that was opened") }
        let release = change(&book)
        lots[lot] = book
        if let currency = book.currency {
            entry.debit(.coinLiability, release.liability, .money(currency), lot: lot)
            entry.credit(.deferredCommission, release.commission, .money(currency), lot: lot)
            entry.prepaid[currency, default: .init()][keyPath: use] += release.prepaid
        }
        return (release, book.currency)
    }

    /// Several lots; what they released together, by currency.
    mutating func move(
        _ parts: [CoinMove.Part], as use: WritableKeyPath<PrepaidFigures, Int64>, in entry: inout BookEntry,
        _ change: (inout LotBook, Int64) -> LotBook.Release
    ) -> [Currency: LotBook.Release] {
        var sums: [Currency: LotBook.Release] = [:]
        for part in parts {
            let moved = move(part.lot, as: use, in: &entry) { change(&$0, part.coins) }
            if let currency = moved.currency { sums[currency] = (sums[currency] ?? .init()) + moved.release }
        }
        return sums
    }

    /// Coins out of the lots' accounts (negative: into them), and the other side.
    func moveCoins(_ parts: [CoinMove.Part], to house: BooksAccount, in entry: inout BookEntry, sign: Int64 = 1) {
        for part in parts {
            entry.debit(account(of: part.lot), sign * part.coins, .coin, lot: part.lot)
            entry.credit(house, sign * part.coins, .coin)
        }
    }

    func account(of lot: Int32) -> BooksAccount {
        guard let book = lots[lot] else { preconditionFailure("a move names a lot that was opened") }
        return book.kind.booksAccount
    }

    /// What the user owes grows by `coins`; the other side is the caller's.
    mutating func owe(_ coins: Int64, in entry: inout BookEntry) {
        debt += coins
        precondition(debt >= 0, "nobody owes less than nothing")
        entry.debit(.coinDebt, coins, .coin)
    }

    mutating func owe(_ coins: Int64, _ house: BooksAccount, in entry: inout BookEntry) {
        owe(coins, in: &entry)
        entry.credit(house, coins, .coin)
    }

    // Moves without a rule of their own.

    private mutating func issue(
        _ part: CoinMove.Part, _ kind: BookEntry.Kind, from house: BooksAccount
    ) -> BookEntry {
        var entry = BookEntry(kind)
        open(part.lot, LotBook(kind: .promo, coins: part.coins))
        moveCoins([part], to: house, in: &entry, sign: -1)
        return entry
    }

    private mutating func take(
        _ parts: [CoinMove.Part], _ kind: BookEntry.Kind, to house: BooksAccount
    ) -> BookEntry {
        var entry = BookEntry(kind)
        moveCoins(parts, to: house, in: &entry)
        _ = move(parts, as: \.other, in: &entry) { $0.remove($1) }
        return entry
    }

    private mutating func forfeit(_ parts: [CoinMove.Part]) -> BookEntry {
        var entry = BookEntry(.forfeited)
        moveCoins(parts, to: .coinsAdjusted, in: &entry)
        for (currency, release) in move(parts, as: \.other, in: &entry, { $0.remove($1) }) {
            entry.credit(.forfeited, release.liability, .money(currency))
            entry.debit(.commission, release.commission, .money(currency))
        }
        return entry
    }

    private mutating func writeOff(_ coins: Int64) -> BookEntry {
        var entry = BookEntry(.debtWrittenOff)
        owe(-coins, .debtWrittenOff, in: &entry)
        return entry
    }
}
