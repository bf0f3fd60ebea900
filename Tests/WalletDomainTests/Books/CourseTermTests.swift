import Testing
import WalletDomain

/// Courses that are delivered over days.
@Suite struct CourseTermTests {
    @Test("an undo that returns a minor unit more than its spend moved leaves nothing to be earned, and the rest is")
    func undoesMore() throws {
        var books = WalletBooks(policy: BooksPolicy())
        let sale = try TransactionID("1")
        let money = try SaleMoney(price: StorePrice(milliunits: 1_000, currency: "USD"), tax: 0, commissionBP: 1_000)
        var entries = books.post(.sold(sale, paid: .init(lot: 1, coins: 3), bonus: nil, money))
        // Its coins hold 33, 33 and 34 cents.
        let spends = (1...3).map { OperationID(wallet: Samples.wallet(1), sequence: $0) }
        let coin = CoinMove.Part(lot: 1, coins: 1)
        let term = CourseTerm.Days(first: 0, count: 30)
        for spend in spends { entries += books.post(.spent(operation: spend, [coin], term: term)) }
        entries += books.post(.undone(operation: spends[0], [coin]))
        entries += [books.recogniseCourses(through: 14), books.recogniseCourses(through: 29)].compactMap { $0 }
        var balance = TrialBalance(BooksPeriod(from: 0, to: 1))
        for entry in entries {
            #expect(entry.isBalanced)
            balance.add(entry, on: 0)
        }
        let dollars = BooksUnit.money(try #require(Currency("USD")))
        func closing(_ account: BooksAccount) -> Int64? {
            balance.rows[TrialBalance.Key(account: account, unit: dollars)]?.closing
        }
        #expect(closing(.coinLiability) == -34 && closing(.courseLiability) == 0 && closing(.courses) == -66)
    }
}
