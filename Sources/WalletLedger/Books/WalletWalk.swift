internal import Crypto
import Postgres
import WalletDomain

/// One wallet while its rows go by: its chain, its books, and what both say.
struct WalletWalk {
    private let wallet: BookedWallet
    private let calendar: BooksCalendar
    /// Nil after something that cannot be posted: the rest of its books would be guesses.
    private var teller: WalletTeller?
    private(set) var isRefused = false
    private var head = Chain.origin
    private var lastSequence: Int64 = 0
    private var buffer = CanonicalBytes()
    private var tally = WalletTally()

    init(_ wallet: BookedWallet, _ calendar: BooksCalendar) {
        self.wallet = wallet
        self.calendar = calendar
    }

    private var name: String { wallet.key.text }

    mutating func begin(_ tellers: BooksTellers, _ report: inout BooksReport) {
        report.wallets += 1
        report.lots += Int64(wallet.lots.count)
        for lot in wallet.lots where lot.kind == Lot.Kind.promo.rawValue && lot.origin.price != nil {
            report.add(.freeCoins, at: "\(name)/\(lot.lot)", found: "a price in its row", expected: "none")
        }
        guard wallet.line != nil else {
            return report.add(.wallets, at: name, found: "no row", expected: "a wallet")
        }
        do {
            teller = try tellers.teller(of: wallet)
        } catch {
            refuse(error, &report)
        }
    }

    mutating func add(_ line: EntryLine, _ sums: inout BooksSums, _ report: inout BooksReport) {
        report.entries += 1
        checkChain(line, &report)
        guard teller != nil else { return }
        var told: [PostedEntry] = []
        do {
            guard let record = line.record else { throw line.refusal }
            try teller?.add(record) { told.append($0) }
        } catch {
            refuse(error, &report)
        }
        for posted in told { hear(posted, &sums, &report) }
    }

    mutating func finish(_ sums: inout BooksSums, _ report: inout BooksReport) {
        checkHead(&report)
        guard let line = wallet.line, teller != nil else { return }
        var told: [PostedEntry] = []
        do {
            try teller?.finish(takenOverAt: line.takenOverAt) { told.append($0) }
        } catch {
            refuse(error, &report)
        }
        for posted in told { hear(posted, &sums, &report) }
        guard var teller else { return }
        checkLotMoney(teller, &report)
        if line.takenOverAt != nil { teller.handOver() }
        let end = teller.atEnd
        checkWallet(line, &report)
        checkLots(end, &report)
        report.unpriced += Int64(end.books.unpriced.count)
        sums.add(end, line.balances)
    }

    private mutating func refuse(_ error: any Error, _ report: inout BooksReport) {
        (teller, isRefused) = (nil, true)
        let refusal = error as? WalletTeller.Refusal
        report.add(
            .journal, at: refusal.map { "\(WalletKey(bucket: 0, uuid: $0.wallet.uuid).text)/\($0.sequence)" } ?? name,
            found: refusal?.why ?? "\(error)", expected: "a movement that its wallet's coins allow")
    }

    private mutating func hear(_ posted: PostedEntry, _ sums: inout BooksSums, _ report: inout BooksReport) {
        report.posted += 1
        sums.add(posted)
        if !posted.entry.isBalanced {
            report.add(.balanced, at: posted.id, found: "another sum", expected: "0 of each unit")
        }
        if posted.entry.figures.contains(where: { $0.value == 0 }) {
            report.add(.lines, at: posted.id, found: "0", expected: "a debit or a credit")
        }
        checkDays(posted, &report)
        if let account = tally.add(posted.entry) {
            report.add(.notNegative, at: posted.id, found: "\(account.path) below zero", expected: "0 at least")
        }
        for (place, figure) in posted.entry.figures where place.unit != .coin {
            guard let lot = place.lot, teller?.books.lots[lot]?.kind == .promo else { continue }
            report.add(.freeCoins, at: posted.id, found: "\(figure) \(place.unit.code)", expected: "no money")
        }
    }

    private func checkDays(_ posted: PostedEntry, _ report: inout BooksReport) {
        if posted.postingDay < posted.day {
            report.add(.days, at: posted.id, found: "day \(posted.postingDay)", expected: "\(posted.day) at least")
        }
        guard let facts = posted.facts, posted.entry.kind != .priced else { return }
        let first = calendar.postingDay(of: posted.day, lane: facts.lane, beat: facts.beat)
        guard posted.postingDay < first else { return }
        report.add(.days, at: posted.id, found: "day \(posted.postingDay)", expected: "\(first) at least")
    }
}

/// Rows against the books.
extension WalletWalk {
    private mutating func checkChain(_ line: EntryLine, _ report: inout BooksReport) {
        let place = "\(name)/\(line.sequence)"
        let isNext = line.sequence == lastSequence + 1
        if !isNext { report.add(.chain, at: place, found: "\(line.sequence)", expected: "\(lastSequence + 1)") }
        lastSequence = line.sequence
        guard let facts = line.facts else { return }
        if isNext {
            let computed = Chain.hash(of: line, facts, after: head, &buffer)
            report.compare(.chain, hexadecimal(facts.hash), hexadecimal(computed), at: place)
        }
        head = facts.hash
    }

    private func checkHead(_ report: inout BooksReport) {
        guard let line = wallet.line else { return }
        report.compare(.chain, line.sequence, lastSequence, at: "\(name), its last sequence")
        report.compare(.chain, hexadecimal(line.head), hexadecimal(head), at: "\(name), its head")
    }

    private func checkWallet(_ line: BookedWalletLine, _ report: inout BooksReport) {
        let row = line.balances
        report.compare(
            .wallets, "paid \(row.paid), bonus \(row.bonus), promo \(row.promo), debt \(row.debt)",
            "paid \(tally[.paidCoins]), bonus \(tally[.bonusCoins]), promo \(tally[.promoCoins]), "
                + "debt \(tally[.coinDebt])", at: name)
    }

    private func checkLots(_ end: WalletAtEnd, _ report: inout BooksReport) {
        var missing = Set(end.books.lots.keys).union(tally.coins.keys)
        for row in wallet.lots {
            let place = "\(name)/\(row.lot)"
            missing.remove(row.lot)
            report.compare(.lots, row.remaining, tally.coins[row.lot] ?? 0, at: place)
            guard let book = end.books.lots[row.lot] else { continue }
            report.compare(.lots, row.kind, book.kind.rawValue, at: "\(place), its kind")
            report.compare(.lots, row.issued, book.coins, at: "\(place), issued")
        }
        for lot in missing.sorted() { report.add(.lots, at: "\(name)/\(lot)", found: "no row", expected: "a lot") }
    }

    /// The lines' sum, and the formula: of lots that came by a merge, what they held was posted elsewhere.
    private func checkLotMoney(_ teller: WalletTeller, _ report: inout BooksReport) {
        for (number, lot) in teller.books.lots.sorted(by: { $0.key < $1.key }) {
            let before = teller.arrived[number]
            let lines = tally.money[number] ?? (0, 0)
            let place = "\(name)/\(number)"
            report.compare(.lotMoney, lines.liability + (before?.liability ?? 0), lot.liability, at: place)
            report.compare(
                .lotMoney, lines.commission + (before?.deferredCommission ?? 0), lot.deferredCommission,
                at: "\(place), commission")
        }
    }
}

/// What one wallet's entries add up to.
struct WalletTally {
    private var accounts: [BooksAccount: Int64] = [:]
    /// Coins by lot.
    private(set) var coins: [Int32: Int64] = [:]
    private(set) var money: [Int32: (liability: Int64, commission: Int64)] = [:]

    /// Of an account of the user's; coins that he has, or owes, are positive.
    subscript(_ account: BooksAccount) -> Int64 { accounts[account] ?? 0 }

    /// - Returns: a coin account that is below zero now.
    mutating func add(_ entry: BookEntry) -> BooksAccount? {
        var touched: [BooksAccount] = []
        for (place, figure) in entry.figures {
            switch (place.account, place.unit) {
            case (.paidCoins, .coin), (.bonusCoins, .coin), (.promoCoins, .coin):
                accounts[place.account, default: 0] -= figure
                if let lot = place.lot { coins[lot, default: 0] -= figure }
                touched.append(place.account)
            case (.coinDebt, .coin):
                accounts[.coinDebt, default: 0] += figure
                touched.append(.coinDebt)
            case (.coinLiability, .money):
                if let lot = place.lot { money[lot, default: (0, 0)].liability -= figure }
            case (.deferredCommission, .money):
                if let lot = place.lot { money[lot, default: (0, 0)].commission += figure }
            default: continue
            }
        }
        return touched.first { self[$0] < 0 }
    }
}
