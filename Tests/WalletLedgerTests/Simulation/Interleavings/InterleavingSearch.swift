import Foundation

/// All ways through a scenario, one after the other.
struct InterleavingSearch: Sendable {
    private let scenario: Scenario
    private let faults: Int
    private let defect: PlantedDefect?

    /// A scenario is too large if it has more.
    private static let waysMax = 2_000_000

    struct Result: Sendable {
        var ways = 0
        var failure: String?
    }

    init(_ scenario: Scenario, faults: Int, defect: PlantedDefect? = nil) {
        self.scenario = scenario
        self.faults = faults
        self.defect = defect
    }

    /// Does not occupy Swift's own threads: lanes block.
    func run() async -> Result {
        await withCheckedContinuation { continuation in
            let thread = Thread { continuation.resume(returning: search()) }
            thread.stackSize = 4 * 1024 * 1024
            thread.start()
        }
    }

    private func search() -> Result {
        var result = Result()
        var next: [Int]? = []
        while let way = next {
            let interleaving = Interleaving(way, faults: faults, endsAtFault: !SimulationSeries.asked.isOptimised)
            var plan = scenario.plan
            plan.defect = defect
            let failure = Simulation(plan, scenario, interleaving).run()
            if !interleaving.isRedundant {
                result.ways += 1
                if let failure {
                    result.failure = "\(scenario.name), way \(way): \(failure)"
                    return result
                }
            }
            guard result.ways < Self.waysMax else {
                result.failure = "\(scenario.name) has too many ways"
                return result
            }
            next = interleaving.following
        }
        return result
    }
}
