import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger

/// Periods: closed once, in order, opened again by two people, and every step stays.
@Suite(.serialized) struct BooksPeriodStoreTests {
    private static func month(_ text: String) throws -> BooksMonth { try #require(BooksMonth(text)) }

    private static func closing(
        _ month: String, settings: Int64 = 0, endsAt: Instant = Instant(microseconds: 0), figures: String = "figures"
    ) throws -> BooksPeriodStore.Closing {
        BooksPeriodStore.Closing(
            period: try Self.month(month), first: try Self.month("2026-09"), zone: "UTC", endsAt: endsAt,
            cut: JournalCut(beats: [1: 7, 2: 9]), settings: settings, apple: AppleBooksVersion(),
            unpriced: 3, figures: Array(figures.utf8))
    }

    private struct People {
        let first: CallerID
        let second: CallerID

        init(_ fixture: StoreFixture) async throws {
            let keys = KeyStore(fixture.database)
            first = try await keys.caller(named: "first")
            second = try await keys.caller(named: "second")
        }
    }

    @Test("A close keeps its cut, its figures byte for byte and its record; the next one follows")
    func closes() async throws {
        let fixture = try await StoreFixture()
        let store = BooksPeriodStore(fixture.database)
        let people = try await People(fixture)
        #expect(try await store.closes().isEmpty)
        let event = try await store.close(
            Self.closing("2026-09"), reason: "September", by: people.first, from: "::1"
        ).get()
        #expect(event.number == 1 && event.freeze?.beats == [1: 7, 2: 9] && event.freeze?.unpriced == 3)
        #expect(event.callerName == "first" && event.reason == "September")
        #expect(try await store.figures(of: 1) == Array("figures".utf8))
        #expect(try await store.figures(of: 2) == nil)
        let closes = try await store.closes()
        #expect(closes == [PeriodClose(lastDay: try Self.month("2026-09").lastDay, beats: [1: 7, 2: 9])])
        #expect(
            try await store.close(Self.closing("2026-11"), reason: nil, by: people.first, from: "::1")
                == .failure(.period(.notNext(try Self.month("2026-10")))))
        #expect(
            try await store.close(Self.closing("2026-09"), reason: nil, by: people.first, from: "::1")
                == .failure(.period(.alreadyClosed)))
        let records = try await fixture.texts("SELECT action || ' ' || subject FROM audit_log ORDER BY sequence")
        #expect(records == ["close_period period:2026-09"])
        #expect(fixture.faults.all == [])
    }

    @Test("A period that is not over by the database's clock is not closed, nor one whose settings changed meanwhile")
    func waits() async throws {
        let fixture = try await StoreFixture()
        let store = BooksPeriodStore(fixture.database)
        let people = try await People(fixture)
        let end = Instant(microseconds: 4_102_444_800_000_000)
        #expect(
            try await store.close(
                Self.closing("2026-09", endsAt: end), reason: nil, by: people.first, from: "::1")
                == .failure(.notOver(end)))
        let setting = try BooksSettingsStoreTests.setting(.commission(.everyOther), .rate(bp: 1_500))
        _ = try await BooksSettingsStore(fixture.database).tell(
            BooksSettingsStoreTests.change([setting], by: people.first)
        ).get()
        #expect(
            try await store.close(Self.closing("2026-09"), reason: nil, by: people.first, from: "::1")
                == .failure(.changedMeanwhile(1)))
        let closed = try await store.close(
            Self.closing("2026-09", settings: 1), reason: nil, by: people.first, from: "::1")
        #expect(try closed.get().freeze?.settings == 1)
    }

    @Test("Of many who close at once one closes")
    func atOnce() async throws {
        let fixture = try await StoreFixture()
        let people = try await People(fixture)
        let stores = [BooksPeriodStore(fixture.database), BooksPeriodStore(try await fixture.sibling())]
        let results = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<8 {
                let closing = try Self.closing("2026-09", figures: "figures of \(number)")
                let caller = number.isMultiple(of: 2) ? people.first : people.second
                group.addTask {
                    let result = try await stores[number % 2].close(closing, reason: nil, by: caller, from: "::1")
                    if case .success = result { return true }
                    #expect(result == .failure(.period(.alreadyClosed)))
                    return false
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 } == 1)
        #expect(try await fixture.texts("SELECT count(*)::text FROM books_period_events") == ["1"])
    }

    @Test("While a period is closed the rules of the books stay, and rates may be told; once none is, they may change")
    func rulesStay() async throws {
        let fixture = try await StoreFixture()
        let (store, settings) = (BooksPeriodStore(fixture.database), BooksSettingsStore(fixture.database))
        let people = try await People(fixture)
        _ = try await store.close(Self.closing("2026-09"), reason: nil, by: people.first, from: "::1").get()
        var rules = BooksRules()
        rules.policy.presentation = .net
        let change = BooksSettingsStoreTests.change([], rules: rules, by: people.first)
        #expect(try await settings.tell(change).map(\.version) == .failure(.rulesFixed))
        let rate = try BooksSettingsStoreTests.setting(.commission(.everyOther), .rate(bp: 1_500))
        let rates = BooksSettingsStoreTests.change([rate], rules: BooksRules(), by: people.first)
        #expect(try await settings.tell(rates).map(\.version) == .success(1))
        try await reopen("2026-09", store, people)
        #expect(try await settings.tell(change).map(\.version) == .success(2))
    }

    private func reopen(_ month: String, _ store: BooksPeriodStore, _ people: People) async throws {
        let asked = try await store.proposeReopening(
            of: try Self.month(month), reason: "a price was wrong", by: people.first, from: "::1"
        ).get()
        _ = try await store.decideReopening(asked.id, .approve, reason: nil, by: people.second, from: "::2").get()
    }

    @Test("Only another person opens the latest period again, once, and leaves a trace")
    func reopens() async throws {
        let fixture = try await StoreFixture()
        let store = BooksPeriodStore(fixture.database)
        let people = try await People(fixture)
        for month in ["2026-09", "2026-10"] {
            _ = try await store.close(Self.closing(month), reason: nil, by: people.first, from: "::1").get()
        }
        let october = try Self.month("2026-10")
        #expect(
            try await store.proposeReopening(
                of: try Self.month("2026-09"), reason: "x", by: people.first, from: "::1")
                == .failure(.period(.notLatest(october))))
        let asked = try await store.proposeReopening(of: october, reason: "why", by: people.first, from: "::1").get()
        let again = try await store.proposeReopening(of: october, reason: "why", by: people.first, from: "::1").get()
        #expect(asked == again && asked.state == .open)
        await #expect(throws: WalletError.secondPersonNeeded) {
            try await store.decideReopening(asked.id, .approve, reason: nil, by: people.first, from: "::1")
        }
        #expect(try await store.closes().count == 2)
        for _ in 0..<2 {
            let done = try await store.decideReopening(asked.id, .approve, reason: nil, by: people.second, from: "::2")
            #expect(try done.get().state == .done)
        }
        #expect(try await store.closes().count == 1)
        let events = try await store.history().events
        #expect(events.map(\.kind) == [.closed, .closed, .reopened])
        #expect(events[2].approval == asked.id && events[2].reason == "why" && events[2].caller == people.first)
        // Closed again: the newest close counts, the older one stays.
        _ = try await store.close(
            Self.closing("2026-10", figures: "new"), reason: nil, by: people.second, from: "::1"
        ).get()
        #expect(try await store.figures(of: 2) == Array("figures".utf8))
        #expect(try await store.figures(of: 4) == Array("new".utf8))
        let actions = try await fixture.texts("SELECT action FROM audit_log ORDER BY sequence")
        #expect(
            actions == ["close_period", "close_period", "propose_reopen_period", "reopen_period", "close_period"])
        // Support's lists know nothing of it.
        let approvals = ApprovalStore(fixture.database)
        #expect(try await approvals.list(nil, before: nil, limit: 10).isEmpty)
        #expect(try await approvals.find(asked.id) == nil)
        #expect(try await approvals.takeUp().isEmpty)
    }

    @Test("A rejected or expired proposal opens nothing")
    func rejects() async throws {
        let fixture = try await StoreFixture()
        let store = BooksPeriodStore(fixture.database)
        let people = try await People(fixture)
        _ = try await store.close(Self.closing("2026-09"), reason: nil, by: people.first, from: "::1").get()
        let month = try Self.month("2026-09")
        let asked = try await store.proposeReopening(of: month, reason: "why", by: people.first, from: "::1").get()
        let rejected = try await store.decideReopening(
            asked.id, .reject, reason: "no", by: people.second, from: "::2")
        #expect(try rejected.get().state == .rejected)
        await #expect(throws: WalletError.approvalDecided) {
            try await store.decideReopening(asked.id, .approve, reason: nil, by: people.second, from: "::2")
        }
        let late = try await store.proposeReopening(of: month, reason: "why", by: people.first, from: "::1").get()
        fixture.clock.set(seconds: 8 * 24 * 3_600)
        await #expect(throws: WalletError.approvalExpired) {
            try await store.decideReopening(late.id, .approve, reason: nil, by: people.second, from: "::2")
        }
        await #expect(throws: WalletError.approvalNotFound) {
            try await store.decideReopening(UUID(), .approve, reason: nil, by: people.second, from: "::2")
        }
        #expect(try await store.closes().count == 1)
    }
}
