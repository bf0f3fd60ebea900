internal import Foundation
package import WalletDomain

/// Plays the events of one worked example: coins by the plain model, money by the books.
package struct BooksPlay {
    package struct Place: Hashable {
        package let account: Int16
        package let unit: String
        package let lot: String?

        package init(account: Int16, unit: String, lot: String?) {
            self.account = account
            self.unit = unit
            self.lot = lot
        }
    }

    private struct User {
        var coins: PlainCoins
        var books: WalletBooks
        /// What the example calls the lot: its event and kind.
        var names: [Int32: String] = [:]
        var lastMove = ""
    }

    /// Spends are named by their wallet; one will do.
    private static let wallet = WalletID(UUID())

    private let vector: BooksVectors.Vector
    private var users: [String: User] = [:]
    private var owners: [String: String] = [:]
    private var soldOn: [String: [Int32: String]] = [:]
    private var breakage: [String: ProportionalBreakage] = [:]
    /// By event.
    package private(set) var figures: [String: [Place: Int64]] = [:]
    package private(set) var kinds: [String: [String]] = [:]
    package private(set) var posted: [PostedEntry] = []
    private var calendar = BooksCalendar()

    package init(_ vector: BooksVectors.Vector) { self.vector = vector }

    package mutating func run() throws {
        for event in vector.events { try play(event) }
    }

    /// Counters and money of each lot, by name.
    package var lots: [String: LotBook] {
        var all: [String: LotBook] = [:]
        for user in users.values {
            for (number, book) in user.books.lots { all[user.names[number] ?? "?"] = book }
        }
        return all
    }

    /// Each user's books at the end, and what his lots are called.
    package var wallets: [(user: String, books: WalletBooks, lots: [Int32: String])] {
        users.sorted { $0.key < $1.key }.map { ($0.key, $0.value.books, $0.value.names) }
    }

    package var debts: [String: Int64] { users.mapValues { $0.books.debt } }

    private mutating func play(_ event: BooksVectors.Event) throws {
        switch event.type {
        case "period_closed": calendar.close(through: Self.day(event.through ?? "", 0))
        case "expire_due": for name in users.keys.sorted() { expire(name, event) }
        case "breakage_remote": for name in users.keys.sorted() { breakRemote(name, event) }
        case "breakage_proportional": try breakProportionally(event)
        case "recognise_courses":
            let today = day(event.at)
            for name in users.keys.sorted() {
                let entry = users[name]?.books.recogniseCourses(through: today)
                note(entry.map { [$0] } ?? [], event, name)
            }
        case "settled": try settle(event)
        case "paid": try pay(event)
        default: try playOfUser(event)
        }
    }

    private mutating func playOfUser(_ event: BooksVectors.Event) throws {
        guard let name = event.user ?? event.txn.flatMap({ owners[$0] }) else { return }
        var user = users[name] ?? User(coins: PlainCoins(), books: WalletBooks(policy: vector.policy.books))
        user.coins.paidFirst = vector.policy.spendOrder == "paid_first"
        for move in try moves(of: event, name, &user) { note(user.books.post(move), event, name, user) }
        users[name] = user
    }

    private mutating func moves(
        of event: BooksVectors.Event, _ name: String, _ user: inout User
    ) throws -> [CoinMove] {
        let coins = event.coins ?? 0
        if event.type == "sold" || event.type == "spent" { user.lastMove = event.at }
        switch event.type {
        case "sold": return try sell(event, name, &user)
        case "granted":
            let part = user.coins.open(.promo, coins, expiresAt: event.expiresAt)
            user.names[part.lot] = "\(event.id)-promo"
            return [.granted(part)]
        case "spent":
            let term = event.accessDays.map { CourseTerm.Days(first: day(event.at), count: $0) }
            let operation = OperationID(wallet: Self.wallet, sequence: Int64(kinds.count))
            return [.spent(operation: operation, user.coins.spend(coins), term: term)]
        case "refunded": return try refund(event, &user)
        case "refund_reversed":
            let sale = try id(event.txn)
            guard let back = user.coins.reverse(event.txn ?? "") else { return [] }
            return [.refundReversed(sale, percent: 0, own: back.own, met: back.met, cancelled: back.cancelled)]
                + debts(&user)
        case "adjusted" where coins > 0:
            let part = user.coins.open(.promo, coins)
            user.names[part.lot] = "\(event.id)-promo"
            return [.adjustedUp(part)]
        case "adjusted": return [.adjustedDown(user.coins.adjustDown(-coins))]
        case "forfeited": return [.forfeited(user.coins.forfeit(coins))]
        case "debt_written_off":
            user.coins.writeOff(coins)
            return [.debtWrittenOff(coins)]
        default: throw CocoaError(.featureUnsupported)
        }
    }

    private mutating func sell(
        _ event: BooksVectors.Event, _ name: String, _ user: inout User
    ) throws -> [CoinMove] {
        guard let sale = event.txn, owners[sale] == nil, let price = event.priceMilli, let currency = event.currency
        else {
            return []
        }
        owners[sale] = name
        let money = try SaleMoney(
            price: StorePrice(milliunits: price, currency: currency), tax: event.taxMinor ?? 0,
            commissionBP: event.commissionBp ?? 0, commission: event.commissionMinor)
        let paid = user.coins.open(.paid, event.coins ?? 0, sale: sale)
        user.names[paid.lot] = "\(event.id)-paid"
        let bonus = event.bonusCoins.map { user.coins.open(.bonus, $0, sale: sale) }
        if let bonus { user.names[bonus.lot] = "\(event.id)-bonus" }
        user.coins.sell(sale, paid.coins + (bonus?.coins ?? 0), lots: [paid.lot] + [bonus?.lot].compactMap { $0 })
        for part in [paid, bonus].compactMap({ $0 }) {
            soldOn[name, default: [:]][part.lot] = String(event.at.prefix(10))
        }
        return [.sold(try id(sale), paid: paid, bonus: bonus, money)] + debts(&user)
    }

    private func refund(_ event: BooksVectors.Event, _ user: inout User) throws -> [CoinMove] {
        let percent = event.revocationPercentage ?? 100_000
        guard let taken = user.coins.refund(event.txn ?? "", percent: percent) else { return [] }
        return [.refunded(try id(event.txn), percent: percent, own: taken.own, owed: taken.owed)]
            + debts(&user)
    }

    private func debts(_ user: inout User) -> [CoinMove] {
        let parts = user.coins.meetDebts()
        return parts.isEmpty ? [] : [.debtSettled(parts)]
    }

    private mutating func expire(_ name: String, _ event: BooksVectors.Event) {
        guard var user = users[name] else { return }
        let parts = user.coins.expire(at: event.at)
        if !parts.isEmpty { note(user.books.post(.expired(parts)), event, name, user) }
        users[name] = user
    }

    private mutating func breakRemote(_ name: String, _ event: BooksVectors.Event) {
        guard let last = users[name]?.lastMove, let months = event.inactiveMonths else { return }
        let limit = (Int64(event.at.prefix(4)) ?? 0) * 12 + (Int64(event.at.dropFirst(5).prefix(2)) ?? 0)
        let moved = (Int64(last.prefix(4)) ?? 0) * 12 + (Int64(last.dropFirst(5).prefix(2)) ?? 0)
        guard limit - moved >= months else { return }
        note(users[name]?.books.breakRemote().map { [$0] } ?? [], event, name)
    }

    private mutating func breakProportionally(_ event: BooksVectors.Event) throws {
        guard let code = event.currency, let currency = Currency(code), let rate = event.expectedBreakageBp,
            let from = event.from, let to = event.to
        else { throw CocoaError(.coderValueNotFound) }
        var cohort: [LotBook] = []
        for (name, lots) in soldOn {
            for (lot, day) in lots where day >= from && day <= to {
                if let book = users[name]?.books.lots[lot], book.currency == currency { cohort.append(book) }
            }
        }
        var method = breakage[from] ?? ProportionalBreakage(currency: currency, rateBP: rate)
        note(method.post(cohort).map { [$0] } ?? [], event, nil)
        breakage[from] = method
    }

    private mutating func settle(_ event: BooksVectors.Event) throws {
        let rows = try (event.rows ?? []).map { row in
            let sale = try id(row.txn)
            guard let name = owners[row.txn], let money = users[name]?.books.sales[sale]?.money else {
                throw CocoaError(.coderValueNotFound)
            }
            let accrued = money.price - money.tax - money.commission
            return Settlement.Row(currency: money.currency, accrued: accrued, proceeds: row.proceedsMinor)
        }
        note([Settlement.settled(rows)], event, nil)
    }

    private mutating func pay(_ event: BooksVectors.Event) throws {
        guard let bank = event.bankCurrency.flatMap({ Currency($0) }), let amount = event.bankMinor else {
            throw CocoaError(.coderValueNotFound)
        }
        let clearing = (event.cleared ?? []).compactMap { cleared in
            Currency(cleared.currency).map {
                Settlement.Cleared(currency: $0, amount: cleared.minor, withheld: cleared.withheldMinor ?? 0)
            }
        }
        note([Settlement.paid(bank, amount, clearing: clearing)], event, nil)
    }

    private mutating func note(
        _ entries: [BookEntry], _ event: BooksVectors.Event, _ name: String?, _ user: User? = nil
    ) {
        let names = user?.names ?? name.flatMap { users[$0]?.names } ?? [:]
        for entry in entries {
            kinds[event.id, default: []].append(entry.kind.rawValue)
            let day = day(event.at)
            posted.append(
                PostedEntry(
                    id: "\(event.id).\(posted.count + 1)", entry: entry, day: day,
                    postingDay: calendar.postingDay(of: day), user: name, lots: names))
            for (place, figure) in entry.figures {
                let lot = place.lot.map { names[$0] ?? "?" }
                let key = Place(account: place.account.rawValue, unit: place.unit.code, lot: lot)
                figures[event.id, default: [:]][key, default: 0] += figure
            }
        }
    }

    /// "T1": Apple's are numbers.
    private func id(_ text: String?) throws -> TransactionID { try TransactionID(String((text ?? "").dropFirst())) }

    private func day(_ moment: String) -> Int64 { Self.day(moment, vector.policy.tzOffsetMinutes ?? 0) }

    /// - Parameter moment: a time in UTC, or a day.
    package static func day(_ moment: String, _ offsetMinutes: Int64) -> Int64 {
        let full = moment.count > 10 ? moment : moment + "T00:00:00Z"
        let date = (try? Date(full, strategy: .iso8601)) ?? .distantPast
        return Int64(((date.timeIntervalSince1970 + Double(offsetMinutes) * 60) / 86_400).rounded(.down))
    }
}
