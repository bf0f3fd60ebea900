import Testing
import WalletLedger

@Suite struct FaultPointsTests {
    @Test(
        "A fault point is a point, an action and which time, from 1",
        arguments: ["accepted:stop:1", "queued:die:3", "locked:stop:2", "unanswered:die:1000"])
    func good(text: String) { #expect(FaultPoints(text) != nil) }

    @Test(
        "Anything else is none",
        arguments: [
            "", "locked", "locked:stop", "locked:stop:0", "locked:stop:-1", "nowhere:stop:1", "locked:go:1",
            "locked:stop:1:1", "locked:stop:one", " locked:stop:1",
        ])
    func bad(text: String) { #expect(FaultPoints(text) == nil) }

    @Test("Points that are not armed, and armed ones before their turn, are passed")
    func passed() throws {
        for point in FaultPoints.Point.allCases { FaultPoints.none.pass(point) }
        let armed = try #require(FaultPoints("locked:die:3"))
        armed.pass(.locked)
        armed.pass(.locked)
        armed.pass(.queued)
    }
}
