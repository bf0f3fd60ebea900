import Testing
import WalletDomain

/// Rolled back plans: from the moment on everything is as it was planned, windows never overlap, and none that was
/// written is changed but by an earlier end.
@Suite struct RestoreTests {
    private func prices(_ plan: ItemPlan, from hour: Int64) -> [Int64?] {
        (hour..<60).map { plan.price(at: ItemPlanTests.at($0))?.coins }
    }

    @Test("Back to an earlier price with a sale to come taken back")
    func back() throws {
        let earlier = try ItemPlanTests.plan([ItemPlanTests.window(120, 0, nil, number: 1)])
        let now = try ItemPlanTests.plan([
            ItemPlanTests.window(120, 0, 5, number: 1), ItemPlanTests.window(150, 5, nil, number: 2),
            ItemPlanTests.window(90, 20, 30, layer: .sale, number: 3),
        ])
        let restored = now.restoring(earlier, from: ItemPlanTests.at(10))
        #expect(prices(restored, from: 10).allSatisfy { $0 == 120 })
        #expect(restored.prices.map(\.number) == [1, 2, 3, nil])
        #expect(restored.prices[1].to == ItemPlanTests.at(10) && restored.prices[2].isEmpty)
    }

    @Test("What is planned alike keeps its version")
    func keeps() throws {
        let plan = try ItemPlanTests.plan([
            ItemPlanTests.window(120, 0, nil, number: 1), ItemPlanTests.window(90, 20, 30, layer: .sale, number: 2),
        ])
        #expect(plan.restoring(plan, from: ItemPlanTests.at(10)) == plan)
    }

    @Test("An item that was not there is archived, one that was a draft stays so")
    func withdraws() throws {
        let plan = try ItemPlanTests.plan([ItemPlanTests.window(120, 0, nil, number: 1)])
        let gone = plan.withdrawing(from: ItemPlanTests.at(10))
        #expect(gone.status == .archived && gone.price(at: ItemPlanTests.at(10)) == nil)
        #expect(try ItemPlanTests.plan([], status: .draft).withdrawing(from: ItemPlanTests.at(10)).status == .draft)
    }

    @Test("Of two thousand generated pairs of plans one becomes the other", arguments: 0..<20)
    func generated(seed: Int) throws {
        var random = SeededRandom(seed: UInt64(seed))
        for _ in 0..<100 {
            let (now, earlier) = (try makePlan(&random), try makePlan(&random))
            let hour = Int64.random(in: 0..<50, using: &random)
            let restored = now.restoring(earlier, from: ItemPlanTests.at(hour))
            #expect(prices(restored, from: hour) == prices(earlier, from: hour))
            for (index, window) in restored.prices.enumerated() {
                #expect(!restored.prices[..<index].contains { $0.overlaps(window) })
                guard let number = window.number else {
                    #expect(window.from >= ItemPlanTests.at(hour))
                    continue
                }
                let was = try #require(now.prices.first { $0.number == number })
                #expect(window.from == was.from && window.price == was.price)
                #expect(was.to == window.to || window.to.map { $0 < was.to ?? ItemPlanTests.at(99) } == true)
                #expect(was.to == window.to || window.to.map { $0 >= ItemPlanTests.at(hour) } == true)
            }
        }
    }

    /// Windows of both layers one after the other, with gaps.
    private func makePlan(_ random: inout SeededRandom) throws -> ItemPlan {
        var windows: [PlannedPrice] = []
        for layer in [PriceVersion.Layer.regular, .sale] {
            var hour = Int64.random(in: 0..<20, using: &random)
            for _ in 0..<Int.random(in: 0..<4, using: &random) {
                let end = hour + Int64.random(in: 1..<20, using: &random)
                let isOpen = Int.random(in: 0..<4, using: &random) == 0
                windows.append(
                    try ItemPlanTests.window(
                        Int64.random(in: 1..<4, using: &random), hour, isOpen ? nil : end, layer: layer,
                        number: Int32(windows.count + 1)))
                if isOpen { break }
                hour = end + Int64.random(in: 0..<3, using: &random)
            }
        }
        return try ItemPlanTests.plan(windows)
    }
}
