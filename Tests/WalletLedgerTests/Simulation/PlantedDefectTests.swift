import Foundation
import Testing

/// The simulation can fail: whatever is made wrong on purpose is found within few seeds, by the judge or by a decision
/// that finds a wallet impossible and traps. So each is tried in a process of its own.
@Suite struct PlantedDefectTests {
    private static let seedsMax = 40

    @Test("Each planted defect is found within 40 seeds", arguments: PlantedDefect.allCases)
    func finds(defect: PlantedDefect) async {
        await #expect(processExitsWith: .failure) { [defect] in
            let requests = Self.seedsMax * SimulationSeries.requestsPerRun
            let report = await SimulationSeries(firstSeed: 1, requests: requests, defect: defect).run()
            exit(report.failure == nil ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }
}
