import Testing
import WalletDomain
import WalletLedger

@Suite(.serialized) struct CataloguePriceTests {
    let admin = CallerID(3)
    let course: ItemID

    init() throws { course = try ItemID("course-a") }

    private func fixture() async throws -> (StoreFixture, Catalogue) {
        let fixture = try await StoreFixture()
        let catalogue = fixture.catalogue()
        _ = try await catalogue.putItem(course, title: "Course A", kind: .once, status: .published, by: admin).get()
        return (fixture, catalogue)
    }

    private func price(
        _ coins: Int64, layer: PriceVersion.Layer = .regular, isFree: Bool = false, from: Instant? = nil,
        to: Instant? = nil
    ) throws -> PriceDraft {
        PriceDraft(
            item: course, layer: layer, price: try CoinAmount(coins), isFree: isFree, from: from, to: to)
    }

    private func prices(_ catalogue: Catalogue) async throws -> [PriceVersion] {
        try await catalogue.prices(of: course).map(\.version).reversed()
    }

    @Test("A new price is a new version: it ends the old one where it begins, and nothing is edited")
    func adds() async throws {
        let (_, catalogue) = try await fixture()
        let start = try await catalogue.database.time().adding(milliseconds: 60_000)
        let first = try await catalogue.addPrice(price(288, from: start), by: admin).get()
        let later = start.adding(milliseconds: 1)
        let second = try await catalogue.addPrice(price(300, from: later), by: admin).get()
        #expect([first.number, second.number] == [1, 2])
        let all = try await prices(catalogue)
        #expect(all.map(\.price.coins) == [288, 300])
        #expect(all.map(\.from) == [start, later] && all.map(\.to) == [later, nil])
        #expect(try await catalogue.prices(of: course).map(\.createdBy) == [admin, admin])
        #expect(try await catalogue.prices(of: course, before: 2).map(\.version.number) == [1])
    }

    @Test("P-1: a price for now holds when the call answers, and not a second earlier than all batches see it")
    func publishesNow() async throws {
        let (_, catalogue) = try await fixture()
        let asked = try await catalogue.database.time()
        let version = try await catalogue.addPrice(price(288), by: admin).get()
        #expect(version.from >= asked.adding(milliseconds: Limits.priceLeadMs))
        #expect(version.from.microseconds % 1_000_000 == 0)
        let page = try await catalogue.item(course)
        #expect(page.at >= version.from)
        #expect(page.items.first?.offer.version(at: page.at) == version)
    }

    @Test("A price cannot start earlier than the lead allows")
    func refusesEarlyStarts() async throws {
        let (_, catalogue) = try await fixture()
        let start = try await catalogue.database.time().adding(milliseconds: Limits.priceLeadMs - 50)
        let result = try await catalogue.addPrice(price(288, from: start), by: admin)
        guard case .failure(.startsTooEarly(let earliest)) = result else {
            Issue.record("not refused as too early")
            return
        }
        #expect(earliest > start)
        #expect(try await prices(catalogue) == [])
    }

    @Test("A price may start at any moment that is far enough away, to the microsecond")
    func keepsStart() async throws {
        let (_, catalogue) = try await fixture()
        let soon = try await catalogue.database.time().adding(milliseconds: 60_000)
        let start = Instant(microseconds: soon.microseconds + 1)
        #expect(try await catalogue.addPrice(price(288, from: start), by: admin).get().from == start)
        #expect(try await prices(catalogue).map(\.from) == [start])
    }

    @Test("P-2: 0 must be called free, and nothing else may be", arguments: [(0, false), (1, true)])
    func freeIsSaid(coins: Int64, isFree: Bool) async throws {
        let (_, catalogue) = try await fixture()
        #expect(try await catalogue.addPrice(price(coins, isFree: isFree), by: admin) == .failure(.freeNotSaid))
        let start = try await catalogue.database.time().adding(milliseconds: 60_000)
        let good = try price(coins, isFree: !isFree, from: start)
        #expect(try await catalogue.addPrice(good, by: admin).get().price.coins == coins)
    }

    @Test("Windows of one layer never overlap; what would is refused and ends nothing")
    func refusesOverlaps() async throws {
        let (_, catalogue) = try await fixture()
        let start = try await catalogue.database.time().adding(milliseconds: 3_600_000)
        func hour(_ number: Int64) -> Instant { start.adding(milliseconds: number * 3_600_000) }
        _ = try await catalogue.addPrice(price(300, from: hour(2)), by: admin).get()
        let early = try await catalogue.addPrice(price(288, from: hour(1)), by: admin)
        #expect(early == .failure(.windowsOverlap))
        _ = try await catalogue.addPrice(price(288, from: hour(1), to: hour(2)), by: admin).get()
        _ = try await catalogue.addPrice(price(99, layer: .sale, from: hour(3), to: hour(5)), by: admin).get()
        let sale = try price(98, layer: .sale, from: hour(4), to: hour(6))
        #expect(try await catalogue.addPrice(sale, by: admin) == .failure(.windowsOverlap))
        let empty = try price(98, layer: .sale, from: hour(6), to: hour(6))
        #expect(try await catalogue.addPrice(empty, by: admin) == .failure(.windowEmpty))
        let all = try await prices(catalogue)
        #expect(all.map(\.price.coins) == [300, 288, 99])
        #expect(all.map(\.to) == [nil, hour(2), hour(5)])
    }

    @Test("P-3: a sale holds from its first microsecond to the last before its end, with nobody awake")
    func salesAreHalfOpen() async throws {
        let (_, catalogue) = try await fixture()
        let start = try await catalogue.database.time().adding(milliseconds: 3_600_000)
        let (from, to) = (start.adding(milliseconds: 1_000), start.adding(milliseconds: 2_000))
        _ = try await catalogue.addPrice(price(120, from: start), by: admin).get()
        _ = try await catalogue.addPrice(price(90, layer: .sale, from: from, to: to), by: admin).get()
        let item = try #require(try await catalogue.items().items.first)
        func coins(_ moment: Int64) -> Int64? {
            item.offer.version(at: Instant(microseconds: moment))?.price.coins
        }
        #expect(coins(start.microseconds - 1) == nil)
        #expect(coins(from.microseconds - 1) == 120 && coins(from.microseconds) == 90)
        #expect(coins(to.microseconds - 1) == 90 && coins(to.microseconds) == 120)
        #expect(item.nextChange(after: start) == from && item.nextChange(after: from) == to)
        #expect(item.nextChange(after: to) == nil)
    }

    @Test("Two admins at once get versions in a row, or one is told that the windows overlap")
    func races() async throws {
        let (fixture, catalogue) = try await fixture()
        let sibling = try await fixture.siblingCatalogue()
        let start = try await catalogue.database.time().adding(milliseconds: 60_000)
        let drafts = [try price(1, from: start), try price(2, from: start)]
        async let first = catalogue.addPrice(drafts[0], by: admin)
        async let second = sibling.addPrice(drafts[1], by: admin)
        let results = [try await first, try await second]
        #expect(results.filter { $0 == .failure(.windowsOverlap) }.count == 1)
        #expect(try await prices(catalogue).map(\.number) == [1])
    }

    @Test("The end of a window is only brought forward, and not into the past")
    func endsEarlier() async throws {
        let (_, catalogue) = try await fixture()
        let start = try await catalogue.database.time().adding(milliseconds: 60_000)
        let (soon, later) = (start.adding(milliseconds: 5_000), start.adding(milliseconds: 9_000))
        _ = try await catalogue.addPrice(price(288, from: start), by: admin).get()
        #expect(try await catalogue.endPrice(of: course, version: 1, at: later).get().to == later)
        #expect(try await catalogue.endPrice(of: course, version: 1, at: soon).get().to == soon)
        #expect(try await catalogue.endPrice(of: course, version: 1, at: later) == .failure(.windowFixed))
        #expect(try await catalogue.endPrice(of: course, version: 1, at: start) == .failure(.windowEmpty))
        #expect(try await catalogue.endPrice(of: course, version: 2, at: soon) == .failure(.versionNotFound))
        #expect(try await prices(catalogue).map(\.to) == [soon])
    }

    @Test("An item that does not exist has no prices and gets none")
    func needsItem() async throws {
        let catalogue = try await StoreFixture().catalogue()
        #expect(try await catalogue.addPrice(price(5), by: admin) == .failure(.itemNotFound))
        #expect(try await catalogue.endPrice(of: course, version: 1, at: nil) == .failure(.itemNotFound))
        #expect(try await catalogue.prices(of: course) == [])
    }
}
