import Testing

@testable import WalletServer

@Suite struct BeatTests {
    private struct Trouble: Error {}

    /// Runs the beat over `steps` and says what happened, in order; the end is a cancellation.
    private func story(_ steps: [Result<Bool, Trouble>]) async -> [String] {
        var story: [String] = []
        var left = steps[...]
        let beat = Beat(everyMs: 1, onTrouble: { story.append("trouble") }, pause: { _ in story.append("pause") })
        await beat.run {
            guard let step = left.popFirst() else { throw CancellationError() }
            story.append("work")
            return try step.get()
        }
        return story
    }

    @Test("While there is more to do there is no pause")
    func goesOn() async {
        let told = await story([.success(true), .success(true), .success(false)])
        #expect(told == ["pause", "work", "work", "work", "pause"])
    }

    @Test("Trouble is told once until it is over, and always followed by a pause")
    func tellsOnce() async {
        let told = await story([.success(true), .failure(Trouble()), .failure(Trouble()), .success(false)])
        #expect(told == ["pause", "work", "work", "trouble", "pause", "work", "pause", "work", "pause"])
    }
}
