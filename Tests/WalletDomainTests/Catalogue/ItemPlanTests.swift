import Testing
import WalletDomain

/// What a change makes of an item's plan, and what it refuses.
@Suite struct ItemPlanTests {
    static func at(_ hour: Int64) -> Instant { Instant(milliseconds: hour * 3_600_000) }

    static func window(
        _ price: Int64, _ from: Int64, _ to: Int64?, layer: PriceVersion.Layer = .regular, number: Int32? = nil
    ) throws -> PlannedPrice {
        PlannedPrice(
            number: number, layer: layer, price: try CoinAmount(price), from: at(from), to: to.map(at), zone: nil)
    }

    static func plan(_ prices: [PlannedPrice], status: Offer.Status = .published) throws -> ItemPlan {
        ItemPlan(details: try ItemDetails(title: "Course"), kind: .once, status: status, prices: prices)
    }

    static func price(
        _ coins: Int64, layer: PriceVersion.Layer = .regular, from: Int64? = nil, to: Int64? = nil, isFree: Bool = false
    ) throws -> ItemChange {
        var change = ItemChange()
        change.prices = [
            NewPrice(
                layer: layer, price: try CoinAmount(coins), isFree: isFree, from: from.map(at), to: to.map(at))
        ]
        return change
    }

    private func apply(_ change: ItemChange, to plan: ItemPlan, at hour: Int64 = 10) throws(PlanError) -> ItemPlan {
        try plan.applying(change, at: Self.at(hour), earliest: Self.at(hour))
    }

    @Test("A regular price ends the open one where it begins; a sale lies on top and ends by itself")
    func adds() throws {
        let plan = try Self.plan([Self.window(120, 0, nil, number: 1)])
        let dearer = try apply(Self.price(150), to: plan)
        #expect(dearer.prices.map(\.to) == [Self.at(10), nil])
        #expect([9, 10].map { dearer.price(at: Self.at($0))?.coins } == [120, 150])
        let sale = try apply(Self.price(90, layer: .sale, from: 12, to: 14), to: dearer)
        #expect([11, 12, 13, 14].map { sale.price(at: Self.at($0))?.coins } == [150, 90, 90, 150])
    }

    @Test(
        "Windows that overlap, begin too early, are empty or free by omission are refused",
        arguments: [
            ("sale 12-14", PlanError.windowsOverlap), ("sale 13-", .windowsOverlap),
            ("early", .startsTooEarly(earliest: at(10))),
            ("empty", .windowEmpty), ("zero", .freeNotSaid), ("free 5", .freeNotSaid), ("regular 20", .windowsOverlap),
        ])
    func refuses(what: String, error: PlanError) throws {
        let plan = try Self.plan([
            Self.window(120, 0, 30, number: 1), Self.window(150, 30, nil, number: 2),
            Self.window(90, 12, 14, layer: .sale, number: 3),
        ])
        let changes = [
            "sale 12-14": try Self.price(80, layer: .sale, from: 12, to: 14),
            "sale 13-": try Self.price(80, layer: .sale, from: 13), "early": try Self.price(80, layer: .sale, from: 9),
            "empty": try Self.price(80, layer: .sale, from: 20, to: 20), "zero": try Self.price(0),
            "free 5": try Self.price(5, isFree: true), "regular 20": try Self.price(130, from: 20),
        ]
        let change = try #require(changes[what])
        #expect(throws: error) { try apply(change, to: plan) }
    }

    @Test("A window under way ends; one to come never begins; none ends later than it was to")
    func ends() throws {
        let plan = try Self.plan([
            Self.window(120, 0, nil, number: 1), Self.window(90, 12, 14, layer: .sale, number: 2),
            Self.window(80, 5, 20, layer: .sale, number: 3),
        ])
        func end(_ version: Int32, _ hour: Int64?) throws(PlanError) -> ItemPlan {
            var change = ItemChange()
            change.ends = [PriceEnd(version: version, at: hour.map(Self.at))]
            return try apply(change, to: plan)
        }
        #expect(try end(3, nil).prices[2].to == Self.at(10))
        #expect(try end(2, nil).prices[1].isEmpty)
        #expect(try end(2, 13).prices[1].to == Self.at(13))
        #expect(throws: PlanError.windowFixed) { try end(2, 15) }
        #expect(throws: PlanError.windowEmpty) { try end(2, 11) }
        #expect(throws: PlanError.startsTooEarly(earliest: Self.at(10))) { try end(3, 9) }
        #expect(throws: PlanError.versionNotFound) { try end(7, nil) }
    }

    @Test("The kind is settled and a draft is over once an item was published")
    func settles() throws {
        var change = ItemChange()
        change.kind = .repeatable
        #expect(throws: PlanError.kindFixed) { try apply(change, to: Self.plan([])) }
        #expect(try apply(change, to: Self.plan([], status: .draft)).kind == .repeatable)
        change = ItemChange()
        change.status = .draft
        #expect(throws: PlanError.statusFixed) { try apply(change, to: Self.plan([])) }
    }

    @Test("A new item needs a title and a kind, and is a draft unless something else is said")
    func new() throws {
        var change = ItemChange()
        func make() throws(PlanError) -> ItemPlan { try ItemPlan.new(change, at: Self.at(1), earliest: Self.at(1)) }
        #expect(throws: PlanError.incomplete(member: "title")) { try make() }
        change.title = "Course"
        #expect(throws: PlanError.incomplete(member: "kind")) { try make() }
        change.kind = .once
        #expect(try make().status == .draft)
        change.status = .published
        change.tags = ["b", "a"]
        #expect(try make().status == .published)
        #expect(try make().details.tags == ["a", "b"])
    }

    @Test("A plan is stored and read again as it was; so is a change")
    func stored() throws {
        var plan = try Self.plan([
            Self.window(120, 0, 30, number: 1), Self.window(0, 40, nil, layer: .sale, number: 2),
        ])
        plan.details = try ItemDetails(
            title: "A \"course\"", description: "Two\nlines, 中文", tags: ["x"], picture: "https://example.com/a.png")
        plan.detailsFrom = Self.at(3)
        #expect(ItemPlan(json: String(decoding: plan.json, as: UTF8.self)) == plan)
        var change = try Self.price(90, layer: .sale, from: 12, to: 14)
        change.description = .clear
        change.picture = .set("https://example.com/b.png")
        change.ends = [PriceEnd(version: 3, at: nil)]
        #expect(ItemChange(json: String(decoding: change.json, as: UTF8.self)) == change)
        #expect(ItemPlan(json: "{}") == nil && ItemChange(json: #"{"prices":[{}]}"#) == nil)
    }

    @Test(
        "Pictures are https addresses of named hosts and nothing that markup could hold",
        arguments: [
            ("https://example.com", true), ("https://cdn.example.com:8443/a/b%20c.png?w=1&h=2", true),
            ("http://example.com/a.png", false), ("https://", false), ("https://localhost/a.png", false),
            ("https://user@example.com/a.png", false), ("https://127.0.0.1/a.png", false),
            ("javascript:alert(1)", false),
            ("https://example.com/\"><script>", false), ("https://example.com/a b", false),
            ("https://example.com/%zz", false), ("https://example.com:0/", false),
            ("https://example.com:65536/", false),
            ("https://-a.com/", false), ("https://a..com/", false), ("https://example.com/#x", false),
            ("https://exämple.com/", false), ("HTTPS://example.com/", false),
        ])
    func pictures(address: String, isRight: Bool) { #expect(ItemDetails.isPicture(address) == isRight) }
}
