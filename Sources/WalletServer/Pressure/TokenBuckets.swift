/// Token buckets by key, each kept as one number: when it will be full again (the 'generic cell rate algorithm' of
/// ATM's traffic contracts, ITU-T I.371). A bucket nobody has used for long is full and need not be kept.
///
/// Bounded: two generations of at most `countMax / 2` buckets. One is forgotten, and thereby full, only if that many
/// others were used since.
struct TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private let limit: RateLimit
    private let countMax: Int
    private var young: [Key: Int64] = [:]
    private var old: [Key: Int64] = [:]

    init(_ limit: RateLimit, countMax: Int) {
        self.limit = limit
        self.countMax = max(2, countMax)
    }

    var count: Int { young.count + old.count }

    /// Takes `tokens` if one is there; more than there are leave a debt that the next ones wait for. 0 only asks.
    ///
    /// - Parameter nowNs: of a monotonic clock; one that goes back makes nobody wait longer than the limit could.
    /// - Returns: nil, or how long until a token is there; then nothing was taken.
    mutating func take(_ tokens: Int64 = 1, of key: Key, atNs nowNs: Int64) -> Int64? {
        let noted = young[key] ?? old[key] ?? nowNs
        let missingNs = min(max(0, noted - nowNs), limit.fillNsMax)
        let waitNs = missingNs - (limit.burst - 1) * limit.intervalNs
        guard waitNs <= 0 else { return waitNs }
        if tokens > 0 { keep(nowNs + missingNs + tokens * limit.intervalNs, for: key) }
        return nil
    }

    /// Takes tokens in any case: of what was let in already.
    mutating func charge(_ tokens: Int64, to key: Key, atNs nowNs: Int64) {
        let noted = young[key] ?? old[key] ?? nowNs
        let missingNs = min(max(0, noted - nowNs) + tokens * limit.intervalNs, limit.fillNsMax)
        keep(nowNs + missingNs, for: key)
    }

    private mutating func keep(_ fullAtNs: Int64, for key: Key) {
        if young.count >= countMax / 2, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = fullAtNs
    }
}
