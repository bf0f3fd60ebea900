internal import FoundationEssentials
import Testing
import WalletDomain

/// The ledger's side as the books tell it: entry by entry, then the wallet with the facts of its sales.
@Suite struct AppleLedgerSideTests {
    private let wallet = WalletID(UUID())

    private func facts(_ sale: TransactionID) throws -> EntryFacts {
        EntryFacts(
            wallet: wallet, sequences: 1...1, recordedAt: Instant(microseconds: 0),
            caller: CallerID(1), transaction: sale, hash: [])
    }

    private func posted(_ entry: BookEntry, _ day: Int64, _ sale: TransactionID) throws -> PostedEntry {
        PostedEntry(
            id: "e", entry: entry, day: day, postingDay: day + 1, user: nil, lots: [:], facts: try facts(sale))
    }

    /// A purchase of three packs for 2.97 in all, at noon of day 100.
    private func sold(_ id: String, storefront: String? = "USA") throws -> (WalletBooks, [BookEntry], SaleFacts) {
        let sale = try TransactionID(id)
        let price = StorePrice(milliunits: 2_970, currency: "USD")
        let money = try SaleMoney(price: price, tax: 0, commissionBP: 3_000, commission: 87)
        var books = WalletBooks(policy: BooksPolicy())
        let entries = books.post(.sold(sale, paid: .init(lot: 1, coins: 300), bonus: nil, money))
        let facts = SaleFacts(
            transaction: sale, product: "coins.100", storefront: storefront, channel: nil, quantity: 3,
            purchasedAt: Instant(microseconds: 100 * 86_400_000_000 + 43_200_000_000),
            recordedAt: Instant(microseconds: 0), price: price)
        return (books, entries, facts)
    }

    private func atEnd(_ books: WalletBooks, _ sale: SaleFacts) throws -> WalletAtEnd {
        let price = try #require(sale.price)
        let money = LearnedMoney(
            money: try SaleMoney(price: price, tax: 0, commissionBP: 3_000, commission: 87), basis: .signed,
            isCommissionFromCatalogue: true, learnedAt: sale.recordedAt)
        return WalletAtEnd(
            wallet: wallet, user: "U1", books: books,
            lots: [
                1: .init(
                    name: "l", acquiredAt: sale.purchasedAt, acquiredDay: 100, lastDay: 100, sale: sale, money: money)
            ])
    }

    private func side() -> AppleLedgerSide { AppleLedgerSide { $0.microseconds / 86_400_000_000 } }

    @Test("a sale counts its quantity at the price of one, on Apple's day; its refund counts as returned")
    func saleAndRefund() throws {
        var (books, entries, sale) = try sold("7")
        var side = side()
        for entry in entries { side.hear(try posted(entry, 100, sale.transaction)) }
        let operation = OperationID(wallet: wallet, sequence: 2)
        for entry in books.post(.spent(operation: operation, [.init(lot: 1, coins: 5)], term: nil)) {
            side.hear(try posted(entry, 101, sale.transaction))
        }
        let refund = CoinMove.refunded(
            sale.transaction, percent: 100_000, own: [.init(lot: 1, coins: 295)], owed: 5)
        for entry in books.post(refund) { side.hear(try posted(entry, 120, sale.transaction)) }
        #expect(side.groups.isEmpty && side.unexplained == 1)
        side.hear(try atEnd(books, sale))
        #expect(side.unexplained == 0)
        let group = AppleReport.Group(
            product: "coins.100", country: "US", customerCurrency: try #require(Currency("USD")), unitPrice: 99,
            isReturn: false)
        let returned = AppleReport.Group(
            product: "coins.100", country: "US", customerCurrency: group.customerCurrency, unitPrice: 99,
            isReturn: true)
        #expect(
            side.groups == [
                group: [.init(posting: 101, apple: 100): .init(units: 3, accrued: 210)],
                returned: [.init(posting: 121, apple: 120): .init(units: 3, accrued: 210)],
            ])
    }

    @Test("a refund that Apple took back leaves nothing to wait for")
    func reversed() throws {
        var (books, entries, sale) = try sold("8", storefront: nil)
        var side = side()
        for entry in entries { side.hear(try posted(entry, 100, sale.transaction)) }
        let part = CoinMove.Part(lot: 1, coins: 300)
        for entry in books.post(.refunded(sale.transaction, percent: 100_000, own: [part], owed: 0)) {
            side.hear(try posted(entry, 110, sale.transaction))
        }
        for entry in books.post(.refundReversed(sale.transaction, percent: 0, own: [part], met: [], cancelled: 0)) {
            side.hear(try posted(entry, 111, sale.transaction))
        }
        side.hear(try atEnd(books, sale))
        let returned = try #require(side.groups.first { $0.key.isReturn })
        #expect(returned.key.country.isEmpty)
        #expect(returned.value.values.reduce(0) { $0 + $1.units } == 0)
        let month = FiscalMonth(year: 1970, number: 8, from: 98, to: 125)
        let rows = AppleReconciliation(ledger: side, settled: [month: []]).rows[month] ?? []
        #expect(rows.filter(\.group.isReturn).allSatisfy { $0.inTransitUnits == 0 })
        #expect(rows.filter { !$0.group.isReturn }.map(\.inTransitUnits) == [3])
    }

    @Test("storefronts are named by two letters as reports do")
    func storefronts() {
        let countries = ["USA", "CHN", "JPN", "DEU", "GBR", "XKS"].map(Storefronts.twoLetters)
        #expect(countries == ["US", "CN", "JP", "DE", "GB", "XK"])
        #expect(Storefronts.twoLetters("usa") == nil && Storefronts.twoLetters("") == nil)
    }
}
