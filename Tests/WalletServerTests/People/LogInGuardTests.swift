import FoundationEssentials
import Testing
import WalletDomain

@testable import WalletServer

@Suite struct LogInGuardTests {
    private func moment(_ seconds: Int64) -> Instant { Instant(milliseconds: seconds * 1_000) }

    private func attempt(_ name: String, _ address: String, isKnown: Bool = false) -> LogInGuard.Attempt {
        LogInGuard.Attempt(name: name, address: address, isKnown: isKnown)
    }

    /// Seconds to wait after each of so many failures, each as soon as it may be.
    private func waits(_ count: Int, _ make: (Int) -> LogInGuard.Attempt) -> [Int64] {
        let attempts = LogInGuard()
        var now = moment(1_000)
        return (0..<count).map { number in
            do throws(PeopleRefusal) {
                try attempts.begin(make(number), at: now)
                return 0
            } catch {
                guard case .tooSoon(let seconds) = error else { return -1 }
                now = now.adding(milliseconds: seconds * 1_000)
                // Now it may.
                try? attempts.begin(make(number), at: now)
                return seconds
            }
        }
    }

    @Test("after five failures a name waits, twice as long each time, up to a minute")
    func nameDelays() {
        // Each from another network, so that the name alone counts.
        let found = waits(14) { attempt("ann", "192.0.2.\($0)") }
        #expect(found == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
    }

    @Test("and up to a quarter of an hour for an address that tries many names")
    func addressDelays() {
        let found = waits(19) { attempt("name-\($0)", "192.0.2.1") }
        #expect(found == [0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
    }

    @Test("what waits is not looked at and does not count")
    func waiting() throws {
        let attempts = LogInGuard()
        for _ in 0..<5 { try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100)) }
        for _ in 0..<100 {
            #expect(throws: PeopleRefusal.tooSoon(waitSeconds: 1)) {
                try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100))
            }
        }
        try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(101))
    }

    @Test("strangers do not lock an admin out of an address that is his own")
    func knownAddress() throws {
        let attempts = LogInGuard()
        for number in 0..<50 { try? attempts.begin(attempt("ann", "198.51.100.\(number)"), at: moment(100)) }
        #expect(throws: PeopleRefusal.self) { try attempts.begin(attempt("ann", "203.0.113.1"), at: moment(100)) }
        try attempts.begin(attempt("ann", "192.0.2.1", isKnown: true), at: moment(100))
        // And from anywhere else after a minute at most.
        try attempts.begin(attempt("ann", "203.0.113.1"), at: moment(161))
    }

    @Test("a success forgets a name's failures, an address keeps those with other names")
    func success() throws {
        let attempts = LogInGuard()
        for _ in 0..<5 { try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100)) }
        attempts.succeeded(attempt("ann", "192.0.2.1"))
        try attempts.begin(attempt("ann", "192.0.2.2"), at: moment(100))
        try attempts.begin(attempt("bob", "192.0.2.1"), at: moment(100))
        #expect(throws: PeopleRefusal.self) { try attempts.begin(attempt("bob", "192.0.2.1"), at: moment(100)) }
    }

    @Test("what was our fault is taken back, and old failures are forgotten after a day")
    func forgets() throws {
        let attempts = LogInGuard()
        for _ in 0..<100 {
            try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100))
            attempts.undo(attempt("ann", "192.0.2.1"))
        }
        for _ in 0..<5 { try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100)) }
        for _ in 0..<5 { try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100 + 86_401)) }
    }

    @Test("memory is bounded, and the oldest go first")
    func bounded() throws {
        let attempts = LogInGuard(keptMax: 20)
        for _ in 0..<5 { try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100)) }
        for number in 0..<100 {
            try attempts.begin(attempt("name-\(number)", "10.0.0.\(number)"), at: moment(101 + Int64(number)))
        }
        try attempts.begin(attempt("ann", "192.0.2.1"), at: moment(100))
    }

    @Test(
        "IPv6 addresses of one customer are one",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
            ("2001:DB8:1:2::1", "2001:db8:1:2::/64"), ("2001:db8::1", "2001:db8::/64"), ("::1", "::/64"),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.1"),
        ])
    func networks(address: String, network: String) {
        #expect(LogInGuard.Attempt.network(of: address) == network)
    }

    @Test("a session that shows wrong codes again and again waits, and another one does not")
    func sessions() throws {
        let attempts = LogInGuard()
        let (one, two) = (UUID(), UUID())
        for _ in 0..<5 { try attempts.begin(LogInGuard.Attempt(session: one), at: moment(1)) }
        #expect(throws: PeopleRefusal.self) { try attempts.begin(LogInGuard.Attempt(session: one), at: moment(1)) }
        try attempts.begin(LogInGuard.Attempt(session: two), at: moment(1))
    }
}
