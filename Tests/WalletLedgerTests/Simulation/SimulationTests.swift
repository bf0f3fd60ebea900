import Foundation
import Testing

/// The real lanes on a simulated database, with everything that can happen between two statements.
@Suite struct SimulationTests {
    @Test("100,000 requests, or as many as asked for, keep every promise; nothing that must be tried stays untried")
    func keepsPromises() async {
        let run = SimulationSeries.asked
        let report = await run.run()
        if let failure = report.failure { Issue.record("\(failure)") }
        print("simulation: seeds from \(run.firstSeed), \(report.tally.text)")
        guard run.isLong else { return }
        #expect(report.tally.missing.isEmpty)
    }

    @Test("A seed tells the same story twice")
    func repeats() async {
        let first = await SimulationSeries(firstSeed: 7, requests: 600).run()
        let second = await SimulationSeries(firstSeed: 7, requests: 600).run()
        #expect(first.tally.text == second.tally.text)
    }
}
