import Foundation
import Testing

/// Small scenarios in every order of their statements, and with one thing that breaks at every place of each order.
@Suite struct InterleavingTests {
    static let scenarios = [
        Scenario(
            name: "two processes spend on one item that can be owned once",
            before: [Scenario.grant(0, 100, key: 1)],
            atOnce: [Scenario.spend(0, "course", key: 2), Scenario.spend(1, "course", key: 3)]),
        Scenario(
            name: "two processes spend the last coins, and both remember the wallet",
            before: [Scenario.grant(0, 10, key: 1), Scenario.grant(1, 2, key: 2)],
            atOnce: [Scenario.spend(0, "gem", key: 3), Scenario.spend(1, "gem", key: 4)]),
        Scenario(
            name: "one request goes to two processes", before: [],
            atOnce: [Scenario.grant(0, 10, key: 1), Scenario.grant(1, 10, key: 1)]),
        Scenario(
            name: "two users bring one purchase to two processes", before: [],
            atOnce: [Scenario.credit(0, wallet: 0), Scenario.credit(1, wallet: 1)]),
        Scenario(
            name: "a purchase is refunded while its coins are spent", before: [Scenario.credit(0, wallet: 0)],
            atOnce: [Scenario.spend(0, "course", key: 1), Scenario.refund(1)]),
        Scenario(
            name: "a hold is captured and released",
            before: [Scenario.grant(0, 10, key: 1), Scenario.hold(0, 5, key: 2)],
            atOnce: [Scenario.capture(0, key: 3), Scenario.release(1, key: 4)]),
        Scenario(
            name: "a spend is undone while the coins are spent again",
            before: [Scenario.grant(0, 10, key: 1), Scenario.spend(0, "gem", key: 2)],
            atOnce: [Scenario.undo(0, key: 3), Scenario.spend(1, "gem", key: 4)]),
        Scenario(
            name: "free coins are taken back while they are spent", before: [Scenario.grant(0, 10, key: 1)],
            atOnce: [Scenario.takeBack(1, 7, key: 2), Scenario.spend(0, "gem", key: 3)]),
    ]

    @Test("Every order of two lanes' statements keeps every promise", arguments: scenarios)
    func everyOrder(scenario: Scenario) async {
        let search = await InterleavingSearch(scenario, faults: 0).run()
        #expect(search.failure == nil)
        #expect(search.ways > 1)
        print("interleavings: \(scenario.name): \(search.ways) ways")
    }

    /// The others have tens of thousands of ways.
    private static let quickScenarios = scenarios[..<2] + scenarios[4...]

    /// In an optimised build what follows the fault goes every way too, else one way.
    @Test(
        "So does every order with one thing that breaks, at every place",
        arguments: SimulationSeries.asked.isOptimised ? scenarios : Array(quickScenarios))
    func everyFault(scenario: Scenario) async {
        let search = await InterleavingSearch(scenario, faults: 1).run()
        #expect(search.failure == nil)
        print("interleavings: \(scenario.name), and a fault: \(search.ways) ways")
    }

    @Test("A wallet that is read without its lock is found out in a few ways")
    func findsDefect() async {
        let search = await InterleavingSearch(Self.scenarios[1], faults: 0, defect: .walletsNotLocked).run()
        #expect(search.failure != nil)
    }
}
