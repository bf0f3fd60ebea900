import Testing
import WalletDomain

/// What a sale brought, by what an accountant had told when.
@Suite struct BooksSettingsTests {
    /// Days since 1970, at midnight UTC.
    private static func day(_ day: Int64) -> Instant { Instant(microseconds: day * 86_400_000_000) }

    private static func known(
        _ key: BooksSettingKey, from validFrom: Int64, _ value: BooksSettingValue?, told: Int64
    ) throws -> KnownSetting {
        KnownSetting(try BooksSetting(key, from: day(validFrom), value), knownAt: day(told), change: told)
    }

    private static let everywhere = StorefrontScope.everyOther
    private static let usd = StorePrice(milliunits: 9_990, currency: "USD")

    private static func sale(
        bought: Int64 = 100, recorded: Int64 = 101, storefront: String? = "USA", price: StorePrice? = usd,
        quantity: Int32 = 1
    ) throws -> SaleFacts {
        SaleFacts(
            transaction: try TransactionID("2000000000000001"), product: "coins.500", storefront: storefront,
            channel: nil, quantity: quantity, purchasedAt: day(bought), recordedAt: day(recorded), price: price)
    }

    /// A commission of 15 % and no tax, told on day 10 from day 0 on.
    private static func rates() throws -> [KnownSetting] {
        [
            try known(.commission(everywhere), from: 0, .rate(bp: 1_500), told: 10),
            try known(.tax(everywhere), from: 0, .tax(.ofPrice(bp: 0)), told: 10),
        ]
    }

    @Test("The newest version known when the sale was recorded decides; later ones never touch it")
    func newestKnown() throws {
        var told = try Self.rates()
        let first = try #require(BooksSettings(told).money(of: Self.sale()))
        #expect(first.money.commission == 150 && first.learnedAt == Self.day(10) && first.basis == .signed)
        told.append(try Self.known(.commission(Self.everywhere), from: 0, .rate(bp: 3_000), told: 101))
        #expect(try BooksSettings(told).money(of: Self.sale())?.money.commission == 300)
        told.append(try Self.known(.commission(Self.everywhere), from: 0, .rate(bp: 9_000), told: 102))
        #expect(try BooksSettings(told).money(of: Self.sale())?.money.commission == 300)
        #expect(try BooksSettings(told).money(of: Self.sale(recorded: 102))?.money.commission == 899)
    }

    @Test("A rate begins with the moment of purchase, not of recording, and a storefront's own goes before all others")
    func validity() throws {
        let china = try #require(StorefrontScope("CHN"))
        var told = try Self.rates()
        told.append(try Self.known(.commission(china), from: 100, .rate(bp: 2_500), told: 20))
        let settings = BooksSettings(told)
        func commission(_ bought: Int64, _ storefront: String?) throws -> Int64? {
            try settings.money(of: Self.sale(bought: bought, recorded: 200, storefront: storefront))?.money.commission
        }
        #expect(try commission(99, "CHN") == 150)
        #expect(try commission(100, "CHN") == 250)
        #expect(try commission(100, "USA") == 150)
        #expect(try commission(100, nil) == 150)
    }

    @Test("What was not known at the sale is learnt when the first version that covers it is told")
    func learntLater() throws {
        #expect(try BooksSettings().money(of: Self.sale()) == nil)
        #expect(try BooksSettings().learn(Self.sale()) == .failure(.taxMissing))
        var told = [try Self.known(.tax(Self.everywhere), from: 0, .tax(.ofPrice(bp: 0)), told: 10)]
        #expect(try BooksSettings(told).learn(Self.sale()) == .failure(.commissionMissing))
        // Told, but not for that moment.
        told.append(try Self.known(.commission(Self.everywhere), from: 150, .rate(bp: 1_000), told: 160))
        #expect(try BooksSettings(told).money(of: Self.sale()) == nil)
        told.append(try Self.known(.commission(Self.everywhere), from: 50, .rate(bp: 2_000), told: 170))
        told.append(try Self.known(.commission(Self.everywhere), from: 50, .rate(bp: 3_000), told: 180))
        let learnt = try #require(BooksSettings(told).money(of: Self.sale()))
        #expect(learnt.money.commission == 200 && learnt.learnedAt == Self.day(170))
    }

    @Test("A receipt has no price: the list of its pack gives it, times the quantity")
    func priceList() throws {
        let japan = try #require(StorefrontScope("JPN"))
        let yen = StorePrice(milliunits: 160_000, currency: "JPY")
        var told = try Self.rates()
        let receipt = try Self.sale(storefront: "JPN", price: nil, quantity: 3)
        #expect(BooksSettings(told).learn(receipt) == .failure(.priceMissing))
        told.append(try Self.known(.price(product: "coins.500", japan), from: 0, .price(yen), told: 300))
        let learnt = try #require(BooksSettings(told).money(of: receipt))
        #expect(learnt.money.price == 480 && learnt.money.commission == 72)
        #expect(learnt.basis == .priceList && learnt.learnedAt == Self.day(300))
        #expect(try BooksSettings(told).money(of: Self.sale(storefront: nil, price: nil)) == nil)
    }

    @Test("A price point pays what the catalogue says: 0.70 of 0.99 USD, which 30 % does not give")
    func pricePoint() throws {
        let customer = StorePrice(milliunits: 990, currency: "USD")
        let point = BooksSettingKey.proceeds(product: nil, Self.everywhere, customer: customer)
        var told = [try Self.known(.tax(Self.everywhere), from: 0, .tax(.ofPrice(bp: 0)), told: 10)]
        told.append(try Self.known(.commission(Self.everywhere), from: 0, .rate(bp: 3_000), told: 10))
        let computed = try #require(BooksSettings(told).money(of: Self.sale(price: customer)))
        #expect(computed.money.commission == 30 && !computed.isCommissionFromCatalogue)
        told.append(try Self.known(point, from: 0, .proceeds(milliunits: 700), told: 11))
        let one = try #require(BooksSettings(told).money(of: Self.sale(price: customer)))
        #expect(one.money.commission == 29 && one.isCommissionFromCatalogue)
        let three = StorePrice(milliunits: 2_970, currency: "USD")
        let all = try #require(BooksSettings(told).money(of: Self.sale(price: three, quantity: 3)))
        #expect(all.money.commission == 87)
        // Told only later, and no rate: it is learnt then.
        let late = [told[0], try Self.known(point, from: 0, .proceeds(milliunits: 700), told: 400)]
        #expect(try BooksSettings(late).money(of: Self.sale(price: customer))?.learnedAt == Self.day(400))
    }

    @Test("Tax may be stated of the price or on net, and has to be told where Apple does not leave it to us")
    func tax() throws {
        let france = try #require(StorefrontScope("FRA"))
        var told = try Self.rates()
        told.append(try Self.known(.tax(france), from: 0, .tax(.onNet(bp: 2_000)), told: 10))
        let sale = try Self.sale(storefront: "FRA", price: StorePrice(milliunits: 11_990, currency: "EUR"))
        let money = try #require(BooksSettings(told).money(of: sale)).money
        // 11.99 ÷ 6 = 1.998, and 15 % of 9.99 = 1.4985.
        #expect(money.tax == 200 && money.commission == 150)
        #expect(TaxRate.ofPrice(bp: 1_667).tax(in: 1_199) == 200)
        var rules = BooksRules()
        rules.policy.taxMode = .operatorAtSpend
        #expect(BooksSettings(rules: rules, [told[0]]).money(of: sale)?.money.tax == 0)
        #expect(BooksSettings([told[0]]).money(of: sale) == nil)
    }

    @Test("What cannot be booked says why, and a price that cannot be one is looked for in the list")
    func unbookable() throws {
        var told = try Self.rates()
        func learn(_ milliunits: Int64, _ currency: String) throws -> BooksSettings.Unknown? {
            let price = StorePrice(milliunits: milliunits, currency: currency)
            guard case .failure(let reason) = try BooksSettings(told).learn(Self.sale(price: price)) else { return nil }
            return reason
        }
        #expect(try learn(9_995, "USD") == .fraction)
        #expect(try learn(160_500, "JPY") == .fraction)
        #expect(try learn(-990, "USD") == .fraction)
        #expect(try learn(1_000, "XXX") == .currencyUnknown)
        #expect(try learn(0, "USD") == .free)
        #expect(try learn(1_505, "KWD") == nil)
        let list = BooksSettingKey.price(product: "coins.500", Self.everywhere)
        told.append(try Self.known(list, from: 0, .price(Self.usd), told: 500))
        #expect(try learn(9_995, "USD") == nil)
        #expect(try learn(0, "USD") == .free)
    }

    @Test("What is taken back is told no more, and a storefront's own rate gives way to the others'")
    func takenBack() throws {
        let china = try #require(StorefrontScope("CHN"))
        var told = try Self.rates()
        told.append(try Self.known(.commission(china), from: 0, .rate(bp: 2_500), told: 20))
        told.append(try Self.known(.commission(china), from: 90, nil, told: 30))
        let settings = BooksSettings(told)
        #expect(try settings.money(of: Self.sale(bought: 89, storefront: "CHN"))?.money.commission == 250)
        #expect(try settings.money(of: Self.sale(bought: 90, storefront: "CHN"))?.money.commission == 150)
    }

    @Test("A course's term counts from when it was told; before anything was closed, for earlier spends too")
    func terms() throws {
        let item = try ItemID("course-a")
        let told = [
            try Self.known(.term(item), from: 0, .days(90), told: 100),
            try Self.known(.term(item), from: 60, .days(30), told: 210),
        ]
        let open = BooksSettings(told)
        #expect(open.termDays(of: item, spentAt: Self.day(50)) == 90)
        #expect(open.termDays(of: item, spentAt: Self.day(60)) == 30)
        let closed = BooksSettings(told, firstFrozen: 200)
        #expect(closed.termDays(of: item, spentAt: Self.day(60)) == 90)
        #expect(closed.termDays(of: item, spentAt: Self.day(209)) == 90)
        #expect(closed.termDays(of: item, spentAt: Self.day(210)) == 30)
        #expect(closed.termDays(of: try ItemID("course-b"), spentAt: Self.day(210)) == nil)
    }

    @Test("An account of the client's is told as it was known at a moment")
    func accounts() throws {
        let told = [
            try Self.known(.account(.courses), from: 0, .account(code: "8400", name: "Sales"), told: 10),
            try Self.known(.account(.courses), from: 0, .account(code: "8401", name: "Courses"), told: 20),
        ]
        let settings = BooksSettings(told)
        #expect(settings.clientAccount(of: .courses, at: Self.day(5))?.code == "8401")
        #expect(settings.clientAccount(of: .courses, at: Self.day(5), known: Self.day(15))?.code == "8400")
        #expect(settings.clientAccount(of: .refunds, at: Self.day(5)) == nil)
    }

    @Test("A setting's effect is told before it is made, and what is told twice changes nothing")
    func effects() throws {
        let settings = BooksSettings(try Self.rates())
        func effect(_ from: Int64, _ bp: Int64) throws -> BooksSettings.Effect {
            settings.effect(of: try BooksSetting(.commission(Self.everywhere), from: Self.day(from), .rate(bp: bp)))
        }
        #expect(try effect(0, 1_500) == .unchanged)
        #expect(try effect(0, 1_501) == .changed(from: .rate(bp: 1_500)))
        #expect(try effect(1, 1_500) == .added)
    }

    @Test("Look-ups among many versions find the same as looking at all of them")
    func manyVersions() throws {
        var random = SeededRandom(seed: 7)
        var told: [KnownSetting] = []
        for change in 1...400 as ClosedRange<Int64> {
            let bp = Int64.random(in: 0...10_000, using: &random)
            let from = Int64.random(in: 0...60, using: &random)
            told.append(try Self.known(.commission(Self.everywhere), from: from, .rate(bp: bp), told: change))
        }
        told.append(try Self.known(.tax(Self.everywhere), from: 0, .tax(.ofPrice(bp: 0)), told: 1))
        let settings = BooksSettings(told.shuffled(using: &random))
        let price = StorePrice(milliunits: 100_000, currency: "USD")
        for _ in 0..<500 {
            let bought = Int64.random(in: 0...60, using: &random)
            let recorded = Int64.random(in: 1...400, using: &random)
            let held = told.dropLast().filter {
                $0.setting.validFrom <= Self.day(bought) && $0.knownAt <= Self.day(recorded)
            }
            let best = held.max { ($0.setting.validFrom, $0.change) < ($1.setting.validFrom, $1.change) }
            guard let best, case .rate(let bp) = best.setting.value else { continue }
            let money = settings.money(of: try Self.sale(bought: bought, recorded: recorded, price: price))?.money
            #expect(money?.commission == bp)
        }
    }
}
