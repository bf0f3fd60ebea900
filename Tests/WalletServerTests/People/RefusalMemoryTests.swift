import Testing
import WalletDomain

@testable import WalletServer

@Suite struct RefusalMemoryTests {
    private let start = ContinuousClock.now

    private func place(_ caller: Int, _ call: Int) -> RefusalMemory.Place {
        RefusalMemory.Place(caller: CallerID(Int32(caller)), call: "GET /v1/admin/\(call)")
    }

    /// Which of the places are due, asked for one after the other.
    private func due(
        _ memory: inout RefusalMemory, _ places: [RefusalMemory.Place], afterMs: Int64 = 0
    ) -> [Bool] {
        places.map { memory.isDue($0, at: start + .milliseconds(afterMs)) }
    }

    @Test("the same refusal is recorded once a minute; another caller or call is another one")
    func onceAMinute() {
        var memory = RefusalMemory()
        #expect(due(&memory, [place(1, 1), place(2, 1), place(1, 2), place(1, 1)]) == [true, true, true, false])
        #expect(due(&memory, [place(1, 1)], afterMs: Limits.refusalMs - 1) == [false])
        #expect(due(&memory, [place(1, 1)], afterMs: Limits.refusalMs) == [true])
    }

    @Test("a hundred keys that each try every call of the API keep nobody else's refusal out of the audit log")
    func crowd() {
        var memory = RefusalMemory()
        let crowd = (1...100).flatMap { caller in (1...150).map { place(caller, $0) } }
        #expect(due(&memory, crowd + [place(0, 0)]).allSatisfy { $0 })
    }

    @Test("a full memory records nothing new within the minute, and goes on after it")
    func full() {
        var memory = RefusalMemory()
        _ = due(&memory, (0..<Limits.refusalsKeptMax).map { place(1, $0) })
        #expect(due(&memory, [place(2, 1)]) == [false])
        #expect(due(&memory, [place(2, 1)], afterMs: Limits.refusalMs) == [true])
    }

    @Test("a refusal whose record was not written is due again at once")
    func forgotten() {
        var memory = RefusalMemory()
        #expect(due(&memory, [place(1, 1)]) == [true])
        memory.forget(place(1, 1))
        #expect(due(&memory, [place(1, 1)]) == [true])
    }
}
