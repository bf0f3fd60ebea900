import Foundation
import Synchronization

/// Many runs, each from a seed of its own, on as many threads as there are processors.
struct SimulationSeries {
    let firstSeed: UInt64
    let requests: Int
    var defect: PlantedDefect?
    var isTold = false

    /// Small enough to be replayed in a moment, and long enough that wallets get a history.
    static let requestsPerRun = 2_000
    private static let requestsByDefault = 100_000
    /// From so many on a series must have met everything.
    private static let requestsOfLong = 50_000

    /// `COFFER_SIMULATE=seed:requests`, as `make simulate` sets it; with `:told` each step is printed.
    static var asked: SimulationSeries {
        let parts = (ProcessInfo.processInfo.environment["COFFER_SIMULATE"] ?? "").split(separator: ":")
        let seed = parts.first.flatMap { UInt64($0) } ?? 1
        let requests = parts.dropFirst().first.flatMap { Int($0) } ?? requestsByDefault
        return SimulationSeries(firstSeed: seed, requests: requests, isTold: parts.last == "told")
    }

    /// Asked for by `make simulate`, which has an optimised build.
    var isOptimised: Bool { ProcessInfo.processInfo.environment["COFFER_SIMULATE"] != nil }

    var isLong: Bool { requests >= Self.requestsOfLong }

    struct Report: Sendable {
        var tally = SimulationTally()
        /// Of the lowest seed that went wrong, with the command that replays it.
        var failure: String?
    }

    private var runs: Int { (requests + Self.requestsPerRun - 1) / Self.requestsPerRun }

    /// Does not occupy Swift's own threads: lanes block.
    func run() async -> Report {
        let threads = max(1, min(runs, ProcessInfo.processInfo.activeProcessorCount))
        let progress = SeriesProgress(runs: runs, threads: threads)
        return await withCheckedContinuation { continuation in
            for _ in 0..<threads {
                let thread = Thread {
                    while let index = progress.take() { progress.add(one(index), of: index) }
                    if let report = progress.leave() { continuation.resume(returning: report) }
                }
                thread.stackSize = Self.stackBytes
                thread.start()
            }
        }
    }

    private static let stackBytes = 4 * 1024 * 1024

    private func one(_ index: Int) -> Report {
        let seed = firstSeed + UInt64(index)
        let count = min(Self.requestsPerRun, requests - index * Self.requestsPerRun)
        let simulation = Simulation(RunPlan(seed: seed, requests: count, defect: defect))
        simulation.isTold = isTold
        let failure = simulation.run()
        return Report(
            tally: simulation.tally,
            failure: failure.map { "seed \(seed): \($0); again: make simulate SEED=\(seed) REQUESTS=\(count)" })
    }
}

/// Which run is next, and what came out. The first failure stops the rest.
private final class SeriesProgress: Sendable {
    private struct State {
        var next = 0
        var threads: Int
        var failedIndex = Int.max
        var report = SimulationSeries.Report()
    }

    private let runs: Int
    private let state: Mutex<State>

    init(runs: Int, threads: Int) {
        self.runs = runs
        state = Mutex(State(threads: threads))
    }

    func take() -> Int? {
        state.withLock { state in
            guard state.next < runs, state.report.failure == nil else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func add(_ report: SimulationSeries.Report, of index: Int) {
        state.withLock { state in
            state.report.tally = state.report.tally + report.tally
            guard let failure = report.failure, index < state.failedIndex else { return }
            state.failedIndex = index
            state.report.failure = failure
        }
    }

    /// The report, for whoever leaves last.
    func leave() -> SimulationSeries.Report? {
        state.withLock { state in
            state.threads -= 1
            return state.threads == 0 ? state.report : nil
        }
    }
}
