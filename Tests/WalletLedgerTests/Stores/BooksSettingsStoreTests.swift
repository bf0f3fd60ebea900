import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// What accountants tell: written once, in order, and never changed.
@Suite(.serialized) struct BooksSettingsStoreTests {
    static let dayUs: Int64 = 86_400_000_000

    static func setting(
        _ key: BooksSettingKey, from day: Int64 = 0, _ value: BooksSettingValue?
    ) throws -> BooksSetting {
        try BooksSetting(key, from: Instant(microseconds: day * dayUs), value)
    }

    static func change(
        _ settings: [BooksSetting], rules: BooksRules? = nil, by caller: CallerID, expected: Int64? = nil
    ) -> BooksSettingsStore.Change {
        BooksSettingsStore.Change(
            settings: settings.enumerated().map { ($0.offset + 2, $0.element) }, rules: rules, reason: "year's rates",
            caller: caller, origin: "192.0.2.7", expected: expected)
    }

    /// One of every kind, told and taken back.
    static func all() throws -> [BooksSetting] {
        let france = try #require(StorefrontScope("FRA"))
        let price = StorePrice(milliunits: 11_990, currency: "EUR")
        let keys: [(BooksSettingKey, BooksSettingValue)] = [
            (.commission(.everyOther), .rate(bp: 3_000)), (.tax(france), .tax(.onNet(bp: 2_000))),
            (.tax(.everyOther), .tax(.ofPrice(bp: 0))), (.price(product: "coins.500", france), .price(price)),
            (.proceeds(product: nil, france, customer: price), .proceeds(milliunits: 7_000)),
            (.proceeds(product: "coins.500", .everyOther, customer: price), .proceeds(milliunits: 7_010)),
            (.term(try ItemID("course-a")), .days(90)),
            (.account(.courses), .account(code: "8400", name: "Erlöse")),
        ]
        return try keys.map { try setting($0.0, $0.1) } + keys.map { try setting($0.0, from: 30, nil) }
    }

    @Test("Everything that may be told comes back as it was told, with its record, and telling it again is nothing")
    func roundTrip() async throws {
        let fixture = try await StoreFixture()
        let store = BooksSettingsStore(fixture.database)
        let caller = try await KeyStore(fixture.database).caller(named: "accountant")
        #expect(try await store.read().version == 0)
        var rules = BooksRules()
        rules.policy.presentation = .net
        rules.policy.taxMode = .operatorAtSpend
        rules.policy.taxRateBP = 1_000
        rules.policy.bonusAllocation = .zero
        rules.zone = "Asia/Tokyo"
        rules.firstDay = 20_454
        let told = try await store.tell(Self.change(try Self.all(), rules: rules, by: caller)).get()
        #expect(told.version == 1 && told.rules == rules)
        #expect(Set(told.current.map(\.setting)) == Set(try Self.all()))
        #expect(try await store.tell(Self.change(try Self.all(), rules: rules, by: caller)).get().version == 1)
        let records = try await fixture.texts(
            "SELECT action || ' ' || subject || ' ' || remark || ' ' || (after->>'rows') FROM audit_log")
        #expect(records == ["change_books_settings books:settings year's rates 16"])
        #expect(fixture.faults.all == [])
    }

    @Test("What is told is known a little later than written, and each change later than the one before")
    func knownLater() async throws {
        let fixture = try await StoreFixture()
        let store = BooksSettingsStore(fixture.database)
        let caller = try await KeyStore(fixture.database).caller(named: "accountant")
        fixture.clock.set(seconds: 3_600)
        for bp in [100, 200] as [Int64] {
            let setting = try Self.setting(.commission(.everyOther), .rate(bp: bp))
            _ = try await store.tell(Self.change([setting], by: caller)).get()
            // The clock goes back an hour: what is known does not.
            fixture.clock.set(seconds: 0)
        }
        let history = try await store.read().history
        #expect(history.map(\.change) == [1, 2])
        #expect(history[1].knownAt > history[0].knownAt)
        #expect(try await store.read().current.map(\.setting.value) == [.rate(bp: 200)])
    }

    @Test("Of two who saw the same version one is told that it changed, and neither writes over the other")
    func atOnce() async throws {
        let fixture = try await StoreFixture()
        let stores = [BooksSettingsStore(fixture.database), BooksSettingsStore(try await fixture.sibling())]
        let caller = try await KeyStore(fixture.database).caller(named: "accountant")
        let results = try await withThrowingTaskGroup(of: Result<Int64, BooksRefusal>.self) { group in
            for (index, store) in stores.enumerated() {
                let setting = try Self.setting(.commission(.everyOther), .rate(bp: Int64(index + 1)))
                group.addTask {
                    try await store.tell(Self.change([setting], by: caller, expected: 0)).map(\.version)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.contains(.success(1)))
        #expect(results.contains(.failure(.changedMeanwhile(1))))
        #expect(try await fixture.texts("SELECT count(*)::text FROM books_settings") == ["1"])
    }

    @Test("The schema refuses what the domain does")
    func schema() async throws {
        let fixture = try await StoreFixture()
        let columns = "INSERT INTO books_settings (change, line, kind, valid_from, withdrawn"
        for sql in [
            "\(columns), storefront) VALUES (1, 1, 1, 'epoch', false, '*')",
            "\(columns), storefront, rate_bp) VALUES (1, 1, 1, 'epoch', false, '*', 10001)",
            "\(columns), storefront, rate_bp) VALUES (1, 1, 1, 'epoch', true, '*', 1)",
            "\(columns), storefront, rate_bp) VALUES (1, 1, 1, 'epoch', false, 'usa', 1)",
            "\(columns), storefront, rate_bp, tax_on_net) VALUES (1, 1, 2, 'epoch', false, '*', 10000, false)",
            "\(columns), storefront, product, currency, price_milli)"
                + " VALUES (1, 1, 3, 'epoch', false, '*', 'a', 'USD', 0)",
            "\(columns), storefront, product, currency, price_milli, proceeds_milli)"
                + " VALUES (1, 1, 4, 'epoch', false, '*', 'a', 'USD', 1, 2)",
            "\(columns), item) VALUES (1, 1, 5, 'epoch', false, 'a')",
            "\(columns), account, client_code) VALUES (1, 1, 6, 'epoch', false, 1010, '1')",
        ] { await #expect(throws: (any Error).self, "\(sql)") { try await fixture.execute(sql) } }
        let twice = "\(columns), storefront, rate_bp) VALUES (1, 1, 1, 'epoch', false, '*', 1)"
        try await fixture.execute(twice)
        await #expect(throws: (any Error).self) {
            try await fixture.execute(twice.replacing("(1, 1, 1", with: "(1, 2, 1"))
        }
    }
}
