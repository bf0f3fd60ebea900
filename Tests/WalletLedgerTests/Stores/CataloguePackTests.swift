import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct CataloguePackTests {
    let admin = CallerID(3)

    private func draft(
        _ id: String = "coins_100", bundle: String = "com.example", product: String = "p100", title: String = "100",
        coins: Int64 = 100, bonus: Int64 = 0
    ) throws -> PackDraft {
        PackDraft(
            id: try PackID(id), bundle: bundle, product: product, title: title, coins: try CoinAmount(coins),
            bonus: try CoinAmount(bonus))
    }

    @Test("A pack is found by its product in its bundle, and by nothing else")
    func finds() async throws {
        let catalogue = try await StoreFixture().catalogue()
        let pack = try await catalogue.putPack(draft(bonus: 5), by: admin).get()
        #expect(pack.versions.map(\.coins.coins) == [100] && pack.versions.map(\.bonus.coins) == [5])
        #expect(try await catalogue.pack(forProduct: "p100", bundle: "com.example") == pack)
        #expect(try await catalogue.pack(forProduct: "p100", bundle: "com.other") == nil)
        #expect(try await catalogue.pack(forProduct: "P100", bundle: "com.example") == nil)
        #expect(try await catalogue.pack(try PackID("coins_100")) == pack)
    }

    @Test("Other coins make a version a little ahead; the same draft again makes none")
    func versions() async throws {
        let catalogue = try await StoreFixture().catalogue()
        _ = try await catalogue.putPack(draft(), by: admin).get()
        let before = try await catalogue.database.time()
        let changed = try await catalogue.putPack(draft(title: "Hundred", coins: 120), by: admin).get()
        #expect(changed.title == "Hundred" && changed.versions.map(\.number) == [1, 2])
        #expect(changed.versions[1].validFrom >= before.adding(milliseconds: Limits.priceLeadMs))
        let again = try await catalogue.putPack(draft(title: "Hundred", coins: 120), by: admin).get()
        #expect(again == changed)
    }

    @Test("The version valid at the purchase decides; an older purchase gets the first")
    func versionAtPurchase() async throws {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        _ = try await catalogue.putPack(draft(), by: admin).get()
        let pack = try await catalogue.putPack(draft(coins: 120), by: admin).get()
        let (first, second) = (pack.versions[0], pack.versions[1])
        #expect(pack.version(at: Instant(microseconds: 0)) == first)
        #expect(pack.version(at: first.validFrom) == first)
        #expect(pack.version(at: Instant(microseconds: second.validFrom.microseconds - 1)) == first)
        #expect(pack.version(at: second.validFrom) == second)
        #expect(pack.version(at: Instant(microseconds: .max)) == second)
    }

    @Test("A withdrawn pack is off sale, still found for purchases, and back on sale when put again")
    func withdraws() async throws {
        let catalogue = try await StoreFixture().catalogue()
        let id = try PackID("coins_100")
        #expect(try await catalogue.withdrawPack(id) == .failure(.packNotFound))
        let pack = try await catalogue.putPack(draft(), by: admin).get()
        #expect(try await catalogue.packs() == [pack])
        #expect(try await catalogue.withdrawPack(id).get().status == .withdrawn)
        #expect(try await catalogue.packs() == [])
        #expect(try await catalogue.packs(includingWithdrawn: true).count == 1)
        #expect(try await catalogue.pack(forProduct: "p100", bundle: "com.example")?.versions == pack.versions)
        #expect(try await catalogue.putPack(draft(), by: admin).get() == pack)
    }

    @Test("A product belongs to one pack, and a pack keeps its product; what is refused leaves nothing")
    func refuses() async throws {
        let catalogue = try await StoreFixture().catalogue()
        _ = try await catalogue.putPack(draft(), by: admin).get()
        #expect(try await catalogue.putPack(draft("other"), by: admin) == .failure(.productTaken))
        #expect(try await catalogue.putPack(draft(product: "p1"), by: admin) == .failure(.packFixed))
        #expect(try await catalogue.putPack(draft(bundle: "b"), by: admin) == .failure(.packFixed))
        let empty = try draft("empty", product: "empty", coins: 0)
        #expect(try await catalogue.putPack(empty, by: admin) == .failure(.packWithoutCoins))
        #expect(try await catalogue.packs(includingWithdrawn: true).map(\.id.text) == ["coins_100"])
    }

    @Test("Two admins at once make one pack with versions in a row")
    func races() async throws {
        let fixture = try await StoreFixture()
        let (one, two) = (fixture.catalogue(), try await fixture.siblingCatalogue())
        let drafts = [try draft(coins: 100), try draft(coins: 200)]
        async let first = one.putPack(drafts[0], by: admin)
        async let second = two.putPack(drafts[1], by: admin)
        _ = try (await first.get(), await second.get())
        let pack = try #require(try await one.pack(try PackID("coins_100")))
        #expect(pack.versions.map(\.number) == [1, 2])
    }

    @Test("Pages of packs go on where the last one ended")
    func pages() async throws {
        let catalogue = try await StoreFixture().catalogue()
        for number in 1...5 {
            _ = try await catalogue.putPack(draft("pack-\(number)", product: "p\(number)"), by: admin).get()
        }
        let first = try await catalogue.packs(limit: 3)
        let rest = try await catalogue.packs(after: first.last?.id, limit: 3)
        #expect((first + rest).map(\.id.text) == (1...5).map { "pack-\($0)" })
    }
}
