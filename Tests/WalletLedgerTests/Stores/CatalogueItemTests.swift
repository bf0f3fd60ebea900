import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct CatalogueItemTests {
    let admin = CallerID(3)

    private func put(
        _ catalogue: Catalogue, _ id: String, title: String = "Title", kind: Offer.Kind = .once,
        status: Offer.Status = .published
    ) async throws -> Result<CatalogueItem, CatalogueRefusal> {
        try await catalogue.putItem(try ItemID(id), title: title, kind: kind, status: status, by: admin)
    }

    @Test("Published items are listed; drafts and archived ones only for admins")
    func lists() async throws {
        let catalogue = try await StoreFixture().catalogue()
        _ = try await put(catalogue, "a").get()
        _ = try await put(catalogue, "b", status: .draft).get()
        _ = try await put(catalogue, "c", status: .archived).get()
        #expect(try await catalogue.items().items.map(\.offer.item.text) == ["a"])
        #expect(try await catalogue.allItems().items.map(\.offer.item.text) == ["a", "b", "c"])
        #expect(try await catalogue.item(try ItemID("b")).items.first?.offer.status == .draft)
        #expect(try await catalogue.item(try ItemID("d")).items.isEmpty)
    }

    @Test("P-2: an item without a price is listed and not for sale")
    func withoutPrice() async throws {
        let catalogue = try await StoreFixture().catalogue()
        let item = try await put(catalogue, "a").get()
        let page = try await catalogue.items()
        #expect(page.items == [item])
        #expect(item.offer.version(at: page.at) == nil && item.nextChange(after: page.at) == nil)
    }

    @Test("Title and state may change; the kind is settled once users may own the item")
    func changes() async throws {
        let catalogue = try await StoreFixture().catalogue()
        #expect(try await put(catalogue, "a", kind: .once, status: .draft).get().offer.kind == .once)
        #expect(try await put(catalogue, "a", kind: .repeatable).get().offer.kind == .repeatable)
        #expect(try await put(catalogue, "a", kind: .once) == .failure(.kindFixed))
        let archived = try await put(catalogue, "a", title: "Old", kind: .repeatable, status: .archived).get()
        #expect(archived.title == "Old" && archived.offer.status == .archived)
        #expect(try await put(catalogue, "a", kind: .once, status: .archived) == .failure(.kindFixed))
    }

    @Test("Prices that are over are not listed, those to come are")
    func listsWhatCounts() async throws {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        _ = try await put(catalogue, "a").get()
        try await fixture.execute(
            """
            INSERT INTO item_prices VALUES
                ('a', 1, 1, 100, false, 'epoch', clock_timestamp() - interval '1 hour', 'epoch', 1),
                ('a', 2, 1, 200, false, clock_timestamp() - interval '1 hour', 'infinity', 'epoch', 1);
            UPDATE item_prices SET valid_to = NULL WHERE version = 2;
            INSERT INTO item_prices VALUES
                ('a', 3, 2, 50, false, clock_timestamp() + interval '1 hour', NULL, 'epoch', 1)
            """)
        let item = try #require(try await catalogue.items().items.first)
        #expect(item.offer.versions.map(\.number) == [2, 3])
        #expect(item.offer.versions.map(\.price.coins) == [200, 50])
    }

    @Test("Pages of items go on where the last one ended")
    func pages() async throws {
        let catalogue = try await StoreFixture().catalogue()
        for number in 1...5 { _ = try await put(catalogue, "item-\(number)").get() }
        let first = try await catalogue.items(limit: 2).items
        let rest = try await catalogue.items(after: first.last?.offer.item, limit: 9).items
        #expect((first + rest).map(\.offer.item.text) == (1...5).map { "item-\($0)" })
    }
}
