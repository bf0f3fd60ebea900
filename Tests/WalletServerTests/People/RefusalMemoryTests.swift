import Testing
import WalletDomain

@testable import WalletServer

@Suite struct RefusalMemoryTests {
    private let start = ContinuousClock.now

    private func place(_ caller: Int, _ call: Int) -> RefusalMemory.Place {
        RefusalMemory.Place(caller: CallerID(Int32(caller)), call: "GET /v1/admin/\(call)")
    }

    @Test("the same refusal is recorded once a minute; another caller or call is another one")
    func onceAMinute() {
        var memory = RefusalMemory()
        func isDue(_ place: RefusalMemory.Place, at now: ContinuousClock.Instant) -> Bool {
            memory.isDue(place, at: now)
        }
        #expect(isDue(place(1, 1), at: start))
        #expect(!isDue(place(1, 1), at: start + .milliseconds(Limits.refusalMs - 1)))
        #expect(isDue(place(2, 1), at: start))
        #expect(isDue(place(1, 2), at: start))
        #expect(isDue(place(1, 1), at: start + .milliseconds(Limits.refusalMs)))
    }

    @Test("a hundred keys that each try every call of the API keep nobody else's refusal out of the audit log")
    func crowd() {
        var memory = RefusalMemory()
        func isDue(_ place: RefusalMemory.Place, at now: ContinuousClock.Instant) -> Bool {
            memory.isDue(place, at: now)
        }
        for caller in 1...100 { for call in 1...150 { #expect(isDue(place(caller, call), at: start)) } }
        #expect(isDue(place(0, 0), at: start))
    }

    @Test("a full memory records nothing new within the minute, and goes on after it")
    func full() {
        var memory = RefusalMemory()
        func isDue(_ place: RefusalMemory.Place, at now: ContinuousClock.Instant) -> Bool {
            memory.isDue(place, at: now)
        }
        for call in 0..<Limits.refusalsKeptMax { _ = isDue(place(1, call), at: start) }
        #expect(!isDue(place(2, 1), at: start))
        #expect(isDue(place(2, 1), at: start + .milliseconds(Limits.refusalMs)))
    }

    @Test("a refusal whose record was not written is due again at once")
    func forgotten() {
        var memory = RefusalMemory()
        func isDue(_ place: RefusalMemory.Place, at now: ContinuousClock.Instant) -> Bool {
            memory.isDue(place, at: now)
        }
        #expect(isDue(place(1, 1), at: start))
        memory.forget(place(1, 1))
        #expect(isDue(place(1, 1), at: start))
    }
}
