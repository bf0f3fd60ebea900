import Testing
import WalletDomain

/// Which changes of a price are large, and at which moments prices begin to differ.
@Suite struct PriceStepTests {
    @Test(
        "P-4: beyond the limit in percent, to 0 and from 0 is large",
        arguments: [
            (120, 150, 25, false), (120, 180, 50, false), (120, 181, 51, true), (120, 60, -50, false),
            (120, 59, -51, true), (130, 13, -90, true), (100, 0, -100, true), (1, 2, 100, true), (3, 4, 33, false),
            (200, 201, 1, false),
            (9_007_199_254_740_991, 1, -100, true), (1, 9_007_199_254_740_991, 900_719_925_474_099_000, true),
        ] as [(Int64, Int64, Int64, Bool)])
    func sizes(before: Int64, after: Int64, percent: Int64, isLarge: Bool) throws {
        let step = PriceStep(
            at: Instant(microseconds: 0), before: try CoinAmount(before), after: try CoinAmount(after))
        #expect(step.percent == percent)
        #expect(step.isLarge(percentMax: 50) == isLarge)
    }

    @Test("A first price is not large unless it is 0, and neither is the end of all prices")
    func edges() throws {
        func step(_ before: Int64?, _ after: Int64?) throws -> PriceStep {
            PriceStep(
                at: Instant(microseconds: 0), before: try before.map { try CoinAmount($0) },
                after: try after.map { try CoinAmount($0) })
        }
        #expect(try !step(nil, 5).isLarge(percentMax: 50))
        #expect(try step(nil, 0).isLarge(percentMax: 50))
        #expect(try !step(5, nil).isLarge(percentMax: 50))
        #expect(try step(0, 5).isLarge(percentMax: 50))
        #expect(try step(0, 5).percent == nil)
    }

    @Test("A price hidden below a sale is compared where the sale ends")
    func hidden() throws {
        let old = try ItemPlanTests.plan([
            ItemPlanTests.window(130, 0, nil, number: 1), ItemPlanTests.window(90, 5, 20, layer: .sale, number: 2),
        ])
        let new = try old.applying(
            ItemPlanTests.price(13), at: ItemPlanTests.at(10), earliest: ItemPlanTests.at(10))
        let steps = new.steps(since: old, from: ItemPlanTests.at(10))
        #expect(steps.map(\.at) == [ItemPlanTests.at(20)])
        #expect(steps.map { $0.isLarge(percentMax: 50) } == [true])
    }
}
