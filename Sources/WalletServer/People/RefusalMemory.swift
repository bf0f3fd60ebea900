internal import WalletDomain

/// Of which caller and call a refusal was recorded within the last minute. There are as many calls as the API and the
/// console have, and as many callers as admins made: both together are few, and the bound is for the memory's sake.
struct RefusalMemory {
    struct Place: Hashable {
        let caller: CallerID
        let call: String
    }

    private var noted: [Place: ContinuousClock.Instant] = [:]

    /// Whether a refusal now is to be recorded; it counts as recorded from here on.
    mutating func isDue(_ place: Place, at now: ContinuousClock.Instant) -> Bool {
        if let last = noted[place], isFresh(last, at: now) { return false }
        if noted.count >= Limits.refusalsKeptMax { noted = noted.filter { isFresh($0.value, at: now) } }
        // So many in a minute: the rest is in the log of lines.
        guard noted.count < Limits.refusalsKeptMax else { return false }
        noted[place] = now
        return true
    }

    /// Its record was not written: the next refusal is due again.
    mutating func forget(_ place: Place) { noted[place] = nil }

    private func isFresh(_ last: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool {
        now - last < .milliseconds(Limits.refusalMs)
    }
}
