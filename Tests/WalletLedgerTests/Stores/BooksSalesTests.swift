import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// Sales as the books read them, and what waits before a period may be closed.
@Suite(.serialized) struct BooksSalesTests {
    private static let wallet = "'00000000-0000-4000-8000-000000000001'"

    /// Credited purchases of one wallet, bought on the days of January 2026 that are named.
    private static func sell(_ fixture: StoreFixture, days: [Int], environment: Int = 1) async throws {
        for day in days {
            let number = environment * 100 + day
            try await fixture.execute(
                """
                INSERT INTO lots (bucket, wallet, lot, kind, open, issued, consumed, removed, held, acquired_at,
                    transaction_id, product, price_milli, price_currency, storefront)
                VALUES (1, \(wallet), \(number), 1, true, 500, 0, 0, 0, 'epoch', '\(number)', 'coins', 9990, 'EUR',
                    'FRA');
                INSERT INTO store_transactions (environment, transaction_id, bucket, wallet, credited_by, lot, product,
                    quantity, purchased_at, credited_at)
                VALUES (\(environment), '\(number)', 1, \(wallet), \(number), \(number), 'coins', 1,
                    '2026-01-\(day)', '2026-02-01');
                """)
        }
    }

    private static func settings(_ telling: Bool) throws -> BooksSettings {
        let rates: [(BooksSettingKey, BooksSettingValue)] = [
            (.tax(.everyOther), .tax(.ofPrice(bp: 0))), (.commission(.everyOther), .rate(bp: 1_500)),
        ]
        let told = try rates.map { key, value in
            KnownSetting(
                try BooksSetting(key, from: Instant(microseconds: 0), value), knownAt: Instant(microseconds: 1),
                change: 1)
        }
        return BooksSettings(version: 1, telling ? told : [])
    }

    @Test("Every production sale without money is counted, up to a moment of purchase, and the first are named")
    func unpriced() async throws {
        let fixture = try await StoreFixture()
        try await Self.sell(fixture, days: [10, 20, 30])
        try await Self.sell(fixture, days: [11], environment: 2)
        let reader = SalesReader(fixture.database)
        let all = try await reader.unpriced(try Self.settings(false), limit: 2)
        #expect(all.count == 3 && all.sales.map(\.sale.transaction.text) == ["110", "120"])
        #expect(all.sales.first?.reason == .taxMissing)
        #expect(all.groups.count == 1 && all.groups.first?.value.count == 3)
        #expect(all.groups.first?.value.firstAt.text == "2026-01-10T00:00:00.000000Z")
        #expect(all.groups.first?.value.lastAt.text == "2026-01-30T00:00:00.000000Z")
        let end = try #require(Instant(text: "2026-01-20T00:00:00Z"))
        #expect(try await reader.unpriced(try Self.settings(false), before: end).count == 1)
        #expect(try await reader.unpriced(try Self.settings(true)).count == 0)
        #expect(fixture.faults.all == [])
    }

    private static func period(_ end: String) throws -> ClosingPeriod {
        ClosingPeriod(
            month: try #require(BooksMonth("2026-01")), zone: "UTC", startsAt: Instant(microseconds: 0),
            endsAt: try #require(Instant(text: end)), cut: .origin, settings: BooksSettings(),
            apple: AppleBooksVersion(), closes: [])
    }

    @Test("What came before the period's end and waits is found, each by its name; later work and sandbox are not")
    func waiting() async throws {
        let fixture = try await StoreFixture()
        let check = ClosingCheck.nothingWaits(fixture.database)
        #expect(try await check.run(try Self.period("2026-02-01T00:00:00Z")).isEmpty)
        let at = "'2026-01-31T23:59:59Z'"
        try await fixture.execute(
            """
            INSERT INTO notifications (notification, version, environment, type, signed_at, received_at, road, state,
                attempts, next_attempt_at, payload)
            SELECT gen_random_uuid(), 2, n, 'REFUND', \(at), \(at), 1, 1, 0, \(at), '' FROM generate_series(1, 2) n;
            INSERT INTO proofs (bucket, wallet, digest, kind, state, attempts, received_at, next_attempt_at, bytes)
            VALUES (1, \(Self.wallet), sha256('a'), 1, 2, 1, \(at), \(at), ''),
                (2, '00000000-0000-4000-8000-000000000002', sha256('b'), 1, 2, 1, \(at), \(at), '');
            INSERT INTO user_wallets VALUES ('tester', 2, 'coin', 2, '00000000-0000-4000-8000-000000000002', \(at));
            INSERT INTO notification_sweeps (bundle, environment, seen_until, attempts, next_run_at)
            VALUES ('a', 1, \(at), 0, \(at)), ('a', 2, \(at), 0, \(at));
            INSERT INTO wallets VALUES (1, \(Self.wallet), 1, 'coin', 1, 1, 0, 0, 5, 0, 0, 1, \(at), sha256('h'));
            INSERT INTO lots (bucket, wallet, lot, kind, open, issued, consumed, removed, held, acquired_at, expires_at)
            VALUES (1, \(Self.wallet), 1, 3, true, 5, 0, 0, 0, 'epoch', \(at));
            """)
        let found = try await check.run(try Self.period("2026-02-01T00:00:00Z"))
        #expect(
            found.map(\.check) == [
                "notifications_waiting", "proofs_pending", "history_not_swept", "coins_not_expired",
            ])
        #expect(found.allSatisfy { $0.count == 1 })
        #expect(found.filter(\.mayBeAccepted).map(\.check) == ["history_not_swept"])
        #expect(try await check.run(try Self.period("2026-01-31T00:00:00Z")).isEmpty)
        #expect(fixture.faults.all == [])
    }
}
