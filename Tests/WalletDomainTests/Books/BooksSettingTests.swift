import Testing
import WalletDomain

/// What an accountant may tell, and what is refused before it is written.
@Suite struct BooksSettingTests {
    private func fault(_ key: BooksSettingKey, _ value: BooksSettingValue?) -> BooksSetting.Fault? {
        do throws(BooksSetting.Fault) {
            _ = try BooksSetting(key, from: Instant(microseconds: 0), value)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "A storefront is a country as Apple writes it, or all others",
        arguments: [
            ("USA", true), ("*", true), ("XKS", true), ("usa", false), ("US", false), ("CHX", false), ("", false),
        ])
    func storefronts(text: String, isOne: Bool) { #expect((StorefrontScope(text) != nil) == isOne) }

    @Test(
        "Rates go from nothing to all of it, tax of the price to less",
        arguments: [
            (-1, false, false), (0, true, true), (9_999, true, true), (10_000, true, false), (10_001, false, false),
        ]
            as [(Int64, Bool, Bool)])
    func rates(bp: Int64, isCommission: Bool, isTax: Bool) {
        #expect((fault(.commission(.everyOther), .rate(bp: bp)) == nil) == isCommission)
        #expect((fault(.tax(.everyOther), .tax(.onNet(bp: bp))) == nil) == isCommission)
        #expect((fault(.tax(.everyOther), .tax(.ofPrice(bp: bp))) == nil) == isTax)
    }

    @Test(
        "A price is a positive whole number of minor units of a currency that is known",
        arguments: [
            (990, "USD", nil), (995, "USD", .fraction), (160_000, "JPY", nil), (160_500, "JPY", .fraction),
            (1_505, "KWD", nil), (0, "USD", .notPositive), (-990, "USD", .notPositive), (990, "XXX", .currencyUnknown),
            (.max, "USD", .notPositive),
        ] as [(Int64, String, BooksSetting.Fault?)])
    func prices(milliunits: Int64, currency: String, fault expected: BooksSetting.Fault?) {
        let price = StorePrice(milliunits: milliunits, currency: currency)
        #expect(fault(.price(product: "coins", .everyOther), .price(price)) == expected)
        let point = BooksSettingKey.proceeds(product: nil, .everyOther, customer: price)
        #expect(fault(point, .proceeds(milliunits: milliunits)) == expected)
    }

    @Test("Proceeds are at most the price, and both are money of one kind")
    func proceeds() {
        let customer = StorePrice(milliunits: 990, currency: "USD")
        let key = BooksSettingKey.proceeds(product: "coins", .everyOther, customer: customer)
        #expect(fault(key, .proceeds(milliunits: 1_000)) == .proceedsMoreThanPrice)
        #expect(fault(key, .proceeds(milliunits: 695)) == .fraction)
        #expect(fault(key, .rate(bp: 1)) == .valueOfOtherKind)
        #expect(fault(key, nil) == nil)
        #expect(fault(.price(product: "*", .everyOther), nil) == .productMalformed)
    }

    @Test("Terms and the client's accounts are bounded")
    func bounds() throws {
        let item = try ItemID("a")
        #expect(fault(.term(item), .days(0)) == .daysOutOfRange)
        #expect(fault(.term(item), .days(Limits.courseDaysMax)) == nil)
        #expect(fault(.term(item), .days(Limits.courseDaysMax + 1)) == .daysOutOfRange)
        #expect(fault(.account(.bank), .account(code: "", name: "x")) == .codeMalformed)
        #expect(fault(.account(.bank), .account(code: "1", name: "x\n")) == .nameMalformed)
        #expect(fault(.account(.bank), .account(code: "1200", name: "Bank")) == nil)
    }
}
