import Postgres
import Testing
import WalletDomain
import WalletLedger

/// Drafts: changes gathered, looked at, published together, and never over somebody else's work.
@Suite(.serialized) struct CatalogueDraftTests {
    let admin = CallerID(3)

    private func shop(_ items: [(String, Int64)]) async throws -> (StoreFixture, Catalogue) {
        let fixture = try await StoreFixture()
        for (item, price) in items { try await fixture.addItem(item, price: price) }
        return (fixture, fixture.catalogue())
    }

    @Test("A draft changes nothing until it is published; then everything at one moment")
    func publishes() async throws {
        let (_, catalogue) = try await shop([("a", 100), ("b", 200)])
        let draft = try await catalogue.makeDraft("spring", by: admin).get()
        var changes = [try Changes.price("a", 120), try Changes.price("b", 150)]
        var new = ItemChange()
        (new.title, new.kind, new.status) = ("New", .once, .published)
        new.prices = [NewPrice(layer: .regular, price: try CoinAmount(50), isFree: false, from: nil, to: nil)]
        changes.append(DraftedChange(item: try ItemID("c"), change: new))
        let put = try await catalogue.put(changes, into: draft.number, expected: draft.version, by: admin).get()
        #expect(put.version == draft.version + 1)
        #expect(try await Changes.prices(catalogue) == ["a": 100, "b": 200])
        let done = try await catalogue.publish(
            draft: draft.number, at: nil, expected: put.version, .careful()
        ).get()
        #expect(done.differences.map(\.item.text) == ["a", "b", "c"])
        #expect(try await Changes.prices(catalogue) == ["a": 120, "b": 150, "c": 50])
        let closed = try #require(try await catalogue.draft(draft.number))
        #expect(closed.status == .published && closed.publication == done.publication.number)
        let again = try await catalogue.publish(draft: draft.number, at: nil, expected: closed.version, .careful())
        #expect(again.refusal == .draftClosed(publication: done.publication.number))
    }

    @Test("At a time: nothing before, everything from then on, with nobody awake")
    func schedules() async throws {
        let (fixture, catalogue) = try await shop([("a", 100)])
        var change = try Changes.price("a", 120).change
        change.title = "Better"
        let draft = try await Changes.draft([DraftedChange(item: ItemID("a"), change: change)], catalogue)
        let at = try await catalogue.database.time().adding(milliseconds: 3_600_000)
        _ = try await catalogue.publish(draft: draft.number, at: at, expected: draft.version, .careful()).get()
        let before = try await catalogue.items()
        #expect(before.items.map(\.title) == ["Title"] && before.items[0].nextChange(after: before.at) == at)
        #expect(try await Changes.prices(catalogue) == ["a": 100])
        let edit = try await catalogue.putItem(
            ItemID("a"), title: "Other", kind: .repeatable, status: .published, by: admin)
        #expect(edit.refusal == .changeScheduled(at: at))
        fixture.clock.set(seconds: 3_601)
        #expect(try await catalogue.items().items.map(\.title) == ["Better"])
        #expect(try await Changes.prices(catalogue) == ["a": 120])
        _ = try await catalogue.putItem(
            ItemID("a"), title: "Other", kind: .repeatable, status: .published, by: admin
        ).get()
        #expect(try await catalogue.items().items.map(\.title) == ["Other"])
    }

    @Test("P-4: of two who publish upon the same version one is told what the other changed")
    func conflicts() async throws {
        let (fixture, catalogue) = try await shop([("a", 120)])
        let first = try await Changes.draft([Changes.price("a", 150)], catalogue)
        let second = try await Changes.draft([Changes.price("a", 130)], catalogue)
        let sibling = try await fixture.siblingCatalogue()
        async let one = catalogue.publish(draft: first.number, at: nil, expected: first.version, .careful())
        async let two = sibling.publish(draft: second.number, at: nil, expected: second.version, .careful())
        let results = [try await one, try await two]
        #expect(results.count { (try? $0.get()) != nil } == 1)
        guard case .changedMeanwhile(let traces, _)? = results.compactMap(\.refusal).first else {
            Issue.record("nobody was told what changed")
            return
        }
        #expect(traces.map(\.item.text) == ["a"])
        let won = try #require(results.compactMap { try? $0.get() }.first)
        #expect(traces.first?.after == won.differences.first?.after)
        #expect(traces.first?.publication == won.publication.number)
        let loser = results[0].refusal == nil ? second : first
        let rebased = try await catalogue.rebase(loser.number, expected: loser.version, by: admin).get()
        let done = try await catalogue.publish(
            draft: loser.number, at: nil, expected: rebased.version, .careful())
        #expect(done.refusal == nil)
    }

    @Test("Two who change one draft: the second must look first")
    func editors() async throws {
        let (_, catalogue) = try await shop([("a", 120)])
        let draft = try await Changes.draft([Changes.price("a", 150)], catalogue)
        let stale = try await catalogue.put(
            [Changes.price("a", 130)], into: draft.number, expected: draft.version - 1, by: admin)
        #expect(stale.refusal == .changedMeanwhile([], version: draft.version))
        let emptied = try await catalogue.put(
            [DraftedChange(item: ItemID("a"), change: ItemChange())], into: draft.number, expected: draft.version,
            by: admin
        ).get()
        #expect(try await catalogue.changes(of: draft.number) == [])
        let nothing = try await catalogue.publish(
            draft: draft.number, at: nil, expected: emptied.version, .careful())
        #expect(nothing.refusal == .nothingToPublish)
        let gone = try await catalogue.discard(draft.number, expected: emptied.version, by: admin).get()
        #expect(gone.status == .discarded)
    }

    @Test("P-4: a large change, a free price and one hidden below a sale ask for confirmation")
    func confirms() async throws {
        let (_, catalogue) = try await shop([("a", 130), ("b", 100)])
        let draft = try await Changes.draft([Changes.price("a", 13), Changes.price("b", 0)], catalogue)
        let asked = try await catalogue.publish(draft: draft.number, at: nil, expected: draft.version, .careful())
        guard case .confirmLargeChange(let items)? = asked.refusal else {
            Issue.record("was not asked")
            return
        }
        #expect(items.map(\.item.text) == ["a", "b"])
        #expect(try await Changes.prices(catalogue) == ["a": 130, "b": 100])
        _ = try await catalogue.publish(draft: draft.number, at: nil, expected: draft.version, .confirmed()).get()
        #expect(try await Changes.prices(catalogue) == ["a": 13, "b": 0])
    }

    @Test("One item that cannot be changed so keeps all of them as they are")
    func allOrNone() async throws {
        let (fixture, catalogue) = try await shop([("a", 100), ("b", 100)])
        let until = try await catalogue.database.time().adding(milliseconds: 7_200_000)
        try await fixture.execute(
            """
            INSERT INTO item_prices VALUES ('b', 2, 2, 80, false, clock_timestamp() + interval '1 hour',
                clock_timestamp() + interval '2 hours', 'epoch', 1)
            """)
        let sale = NewPrice(layer: .sale, price: try CoinAmount(70), isFree: false, from: nil, to: until)
        var change = ItemChange()
        change.prices = [sale]
        let draft = try await Changes.draft(
            [Changes.price("a", 120), DraftedChange(item: ItemID("b"), change: change)], catalogue)
        let refused = try await catalogue.publish(draft: draft.number, at: nil, expected: draft.version, .careful())
        #expect(refused.refusal == .inItem(try ItemID("b"), .windowsOverlap))
        #expect(try await Changes.prices(catalogue) == ["a": 100, "b": 100])
        #expect(try await catalogue.version() == 0)
        let previews = try await catalogue.preview(try await catalogue.changes(of: draft.number))
        #expect(previews.map(\.refusal) == [nil, .windowsOverlap])
    }

    @Test("The database itself refuses windows that overlap, whoever writes them")
    func databaseRefuses() async throws {
        let (fixture, _) = try await shop([("a", 100)])
        let state = try await fixture.serviceIsRefused(
            """
            INSERT INTO coffer.item_prices (item, version, layer, price, free, valid_from, created_at, created_by)
            VALUES ('a', 2, 1, 5, false, '2026-01-01', 'epoch', 1)
            """)
        #expect(state == .exclusionViolation)
    }
}

/// Pieces of drafts.
enum Changes {
    static func price(_ item: String, _ coins: Int64) throws -> DraftedChange {
        var change = ItemChange()
        change.prices = [
            NewPrice(layer: .regular, price: try CoinAmount(coins), isFree: coins == 0, from: nil, to: nil)
        ]
        return DraftedChange(item: try ItemID(item), change: change)
    }

    static func draft(_ changes: [DraftedChange], _ catalogue: Catalogue) async throws -> CatalogueDraft {
        let draft = try await catalogue.makeDraft("draft", by: CallerID(3)).get()
        return try await catalogue.put(changes, into: draft.number, expected: draft.version, by: CallerID(3)).get()
    }

    /// What published items cost now.
    static func prices(_ catalogue: Catalogue) async throws -> [String: Int64] {
        let page = try await catalogue.items()
        return Dictionary(
            uniqueKeysWithValues: page.items.compactMap { item in
                item.offer.version(at: page.at).map { (item.offer.item.text, $0.price.coins) }
            })
    }
}

extension Result where Failure == CatalogueRefusal {
    var refusal: CatalogueRefusal? { if case .failure(let refusal) = self { refusal } else { nil } }
}

extension StoreFixture {
    /// An item with one price since ever.
    func addItem(_ item: String, price: Int64) async throws {
        try await execute(
            """
            INSERT INTO items VALUES ('\(item)', 'Title', 2, 2, 'epoch', 1);
            INSERT INTO item_prices VALUES ('\(item)', 1, 1, \(price), \(price == 0), 'epoch', NULL, 'epoch', 1)
            """)
    }
}
