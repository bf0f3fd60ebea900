import Testing
import WalletDomain

/// Times of a wall clock against a small table of offsets: what Paris and other places did in 2026.
@Suite struct LocalTimeTests {
    /// Seconds east of UTC from moments on, in order.
    struct Table: Sendable {
        let first: Int64
        let changes: [(at: String, offset: Int64)]

        func offset(_ seconds: Int64) -> Int64 {
            changes.last { Instant(text: $0.at)?.wholeSeconds ?? .max <= seconds }?.offset ?? first
        }
    }

    static let paris = Table(
        first: 3_600, changes: [("2026-03-29T01:00:00Z", 7_200), ("2026-10-25T01:00:00Z", 3_600)])
    /// Half an hour, and southern summer.
    static let lordHowe = Table(
        first: 39_600, changes: [("2026-04-04T15:00:00Z", 37_800), ("2026-10-03T15:30:00Z", 39_600)])
    /// Had no 30 December 2011.
    static let samoa = Table(first: -36_000, changes: [("2011-12-30T10:00:00Z", 50_400)])

    @Test(
        "P-3: every time on the wall is one moment, the first of two, or none",
        arguments: [
            ("2026-03-27T00:00", "2026-03-26T23:00:00Z", false), ("2026-03-30T00:00", "2026-03-29T22:00:00Z", false),
            ("2026-03-29T01:59:59", "2026-03-29T00:59:59Z", false), ("2026-03-29T02:00", nil, false),
            ("2026-03-29T02:30", nil, false), ("2026-03-29T02:59:59", nil, false),
            ("2026-03-29T03:00", "2026-03-29T01:00:00Z", false),
            ("2026-10-25T01:59:59", "2026-10-24T23:59:59Z", false),
            ("2026-10-25T02:00", "2026-10-25T00:00:00Z", true), ("2026-10-25T02:30", "2026-10-25T00:30:00Z", true),
            ("2026-10-25T02:59:59", "2026-10-25T00:59:59Z", true),
            ("2026-10-25T03:00", "2026-10-25T02:00:00Z", false), ("2026-07-01T12:00:00", "2026-07-01T10:00:00Z", false),
        ] as [(String, String?, Bool)])
    func paris(wall: String, moment: String?, isTwice: Bool) throws {
        let time = try #require(LocalTime(text: wall))
        let found = time.resolve(offsetSeconds: Self.paris.offset)
        guard let text = moment else { return #expect(found == .never) }
        let instant = try #require(Instant(text: text))
        #expect(found == (isTwice ? .firstOfTwo(instant) : .once(instant)))
        #expect(LocalTime(instant, offsetSeconds: Self.paris.offset(instant.wholeSeconds)) == time)
    }

    @Test("Changes by half an hour, and a day that never was")
    func unusual() throws {
        func resolve(_ wall: String, _ table: Table) throws -> LocalTime.Resolution {
            try #require(LocalTime(text: wall)).resolve(offsetSeconds: table.offset)
        }
        let twice = try #require(Instant(text: "2026-04-04T14:45:00Z"))
        #expect(try resolve("2026-04-05T01:45", Self.lordHowe) == .firstOfTwo(twice))
        #expect(try resolve("2026-10-04T02:15", Self.lordHowe) == .never)
        #expect(try resolve("2011-12-30T12:00", Self.samoa) == .never)
        let after = try #require(Instant(text: "2011-12-30T10:00:00Z"))
        #expect(try resolve("2011-12-31T00:00", Self.samoa) == .once(after))
    }

    @Test("Every moment's wall time leads back to it, or to the first of two")
    func generated() {
        var random = SeededRandom(seed: 29)
        let start: Int64 = 1_767_222_000
        for _ in 0..<5_000 {
            let seconds = start + Int64.random(in: 0..<31_536_000, using: &random)
            let moment = Instant(microseconds: seconds * 1_000_000)
            let wall = LocalTime(moment, offsetSeconds: Self.paris.offset(seconds))
            switch wall.resolve(offsetSeconds: Self.paris.offset) {
            case .once(let found): #expect(found == moment)
            case .firstOfTwo(let first):
                #expect(first == moment || first.adding(milliseconds: 3_600_000) == moment)
            case .never: Issue.record("\(moment.text) is never")
            }
        }
    }

    @Test(
        "What is no time on a wall is refused",
        arguments: [
            "", "2026-03-27", "2026-03-27T24:00", "2026-03-27T00:60", "2026-02-30T00:00", "2026-03-27T00:00Z",
            "2026-03-27T00:00+01:00", "2026-03-27T00:00:60", "2026-03-27T00:00:00.5", "2026-03-27 00:00",
            "26-03-27T00:00",
            " 2026-03-27T00:00",
        ])
    func refuses(text: String) { #expect(LocalTime(text: text) == nil) }

    @Test("A wall time is written with its seconds")
    func text() throws { #expect(try #require(LocalTime(text: "2026-03-27T00:05")).text == "2026-03-27T00:05:00") }
}
