import Testing
import WalletDomain

@testable import WalletServer

@Suite struct TokenBucketsTests {
    private static let second: Int64 = 1_000_000_000
    /// Two a second, three at once.
    private static let limit = RateLimit(requests: 2, inSeconds: 1, burst: 3)

    @Test(
        "a burst is let in at once, then the steady rate; a refusal takes nothing and says how long",
        arguments: [
            ([0, 0, 0], [nil, nil, nil]), ([0, 0, 0, 0], [nil, nil, nil, 500]),
            ([0, 0, 0, 0, 0, 499], [nil, nil, nil, 500, 500, 1]), ([0, 0, 0, 500], [nil, nil, nil, nil]),
            ([0, 0, 0, 500, 500], [nil, nil, nil, nil, 500]),
            ([0, 0, 0, 1_000, 1_000, 1_000], [nil, nil, nil, nil, nil, 500]),
            ([0, 0, 0, 90_000, 90_000, 90_000, 90_000], [nil, nil, nil, nil, nil, nil, 500]),
        ] as [([Int64], [Int64?])]
    )
    func rate(momentsMs: [Int64], waitsMs: [Int64?]) {
        var buckets = TokenBuckets<String>(Self.limit, countMax: 10)
        let waits = momentsMs.map { buckets.take(of: "a", atNs: $0 * 1_000_000).map { $0 / 1_000_000 } }
        #expect(waits == waitsMs)
    }

    @Test("each key has a bucket of its own")
    func keys() {
        var buckets = TokenBuckets<String>(RateLimit(requests: 1, inSeconds: 1), countMax: 10)
        let waits = ["a", "b", "a"].map { buckets.take(of: $0, atNs: 0) }
        #expect(waits == [nil, nil, Self.second])
    }

    @Test("asking takes nothing; taking more than there is leaves a debt that is waited for")
    func debts() {
        var buckets = TokenBuckets<String>(Self.limit, countMax: 10)
        let asks = (0..<10).map { _ in buckets.take(0, of: "a", atNs: 0) }
        #expect(asks.allSatisfy { $0 == nil })
        let whole = buckets.take(500, of: "a", atNs: 0)
        let next = buckets.take(of: "a", atNs: 0)
        let almost = buckets.take(0, of: "a", atNs: 249 * Self.second - 1)
        let paid = buckets.take(of: "a", atNs: 249 * Self.second)
        #expect([whole, next, almost, paid] == [nil, 249 * Self.second, 1, nil])
    }

    @Test("a clock that goes back makes nobody wait longer than the limit could, one that leaps only fills buckets")
    func clockJumps() {
        var buckets = TokenBuckets<String>(Self.limit, countMax: 10)
        let year = 365 * 24 * 3_600 * Self.second
        for _ in 0..<4 { _ = buckets.take(of: "a", atNs: 40 * year) }
        let wait = buckets.take(of: "a", atNs: 0)
        #expect(wait.map { $0 > 0 && $0 <= Self.limit.fillNsMax } == true)
        let before = buckets.take(of: "a", atNs: Int64.min / 4)
        #expect(before.map { $0 > 0 && $0 <= Self.limit.fillNsMax } == true)
        let later = buckets.take(of: "a", atNs: 200 * year)
        #expect(later == nil)
    }

    @Test("buckets are bounded: the newest are kept, those of long ago forgotten")
    func bounded() {
        var buckets = TokenBuckets<Int>(RateLimit(requests: 1, inSeconds: 3_600), countMax: 100)
        for key in 1...10_000 {
            _ = buckets.take(of: key, atNs: 0)
            #expect(buckets.count <= 100)
        }
        let last = buckets.take(of: 10_000, atNs: 0)
        let first = buckets.take(of: 1, atNs: 0)
        #expect(last != nil && first == nil)
    }
}
