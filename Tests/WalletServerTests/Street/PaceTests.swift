import Testing
import WalletDomain

@testable import WalletServer

@Suite struct PaceTests {
    @Test("Turns lie apart, whoever takes them")
    func turns() async throws {
        let start = ContinuousClock.now
        let pace = Pace(every: .milliseconds(20))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<11 { group.addTask { try await pace.turn() } }
            try await group.waitForAll()
        }
        #expect(ContinuousClock.now - start >= .milliseconds(200))
    }

    @Test("Turns that nobody took are gone")
    func areGone() async throws {
        let pace = Pace(every: .milliseconds(20))
        try await Task.sleep(for: .milliseconds(200))
        let start = ContinuousClock.now
        for _ in 0..<3 { try await pace.turn() }
        #expect(ContinuousClock.now - start >= .milliseconds(40))
    }

    @Test(
        "The walk asks at its pace, in the sandbox at a tenth of it",
        arguments: [(20, 50, 500), (1, 1_000, 10_000), (Limits.refundWalkPaceMax, 25, 250)] as [(Int, Int64, Int64)])
    func walk(pace: Int, productionMs: Int64, sandboxMs: Int64) {
        #expect(SweepRefunds.everyMs(.production, pace: pace) == productionMs)
        #expect(SweepRefunds.everyMs(.sandbox, pace: pace) == sandboxMs)
    }
}
