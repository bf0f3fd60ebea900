internal import FoundationEssentials
internal import Synchronization
internal import WalletDomain

/// Makes guessing slow: after a few failures each further try has to wait, longer and longer, for a name and for an
/// address. What waits is not looked at, so it does not count.
///
/// Nobody is locked out for ever, or by strangers: a name waits for a minute at most, and an address that its admin has
/// logged in from counts on its own, whatever others do. In memory, bounded; each process counts for itself.
final class LogInGuard: Sendable {
    /// Who tries, as far as that is counted.
    struct Attempt: Hashable, Sendable {
        fileprivate let places: [Place]

        /// - Parameter isKnown: the admin of this name has logged in from the address before.
        init(name: String, address: String, isKnown: Bool) {
            let network = Self.network(of: address)
            places = isKnown ? [.pair(name, network)] : [.name(name), .address(network)]
        }

        /// A second factor or a password shown by a session that is open.
        init(session: UUID) { places = [.session(session)] }

        /// One customer has a whole /64 of IPv6 addresses.
        static func network(of address: String) -> String {
            guard address.contains(":"), !address.contains(".") else { return address }
            let halves = address.lowercased().split(separator: ":", omittingEmptySubsequences: false)
            let start = halves.prefix { !$0.isEmpty }.prefix(networkGroups)
            return start.joined(separator: ":") + "::/64"
        }

        private static let networkGroups = 4
    }

    fileprivate enum Place: Hashable, Sendable {
        case name(String)
        case address(String)
        case pair(String, String)
        case session(UUID)

        var delayMsMax: Int64 {
            switch self {
            case .name, .pair, .session: Limits.nameDelayMsMax
            case .address: Limits.addressDelayMsMax
            }
        }
    }

    private struct Failures {
        var count: Int
        var lastAt: Instant

        func end(of place: Place) -> Instant {
            guard count >= Limits.freeFailures else { return lastAt }
            let doublings = min(count - Limits.freeFailures, 30)
            return lastAt.adding(milliseconds: min(Limits.logInDelayMs << doublings, place.delayMsMax))
        }
    }

    private let failures = Mutex<[Place: Failures]>([:])
    private let keptMax: Int

    init(keptMax: Int = Limits.failuresKeptMax) { self.keptMax = keptMax }

    /// Counts the try as failed until `succeeded` or `undo` says otherwise, so that many at once gain nothing.
    /// - Throws: `tooSoon` if it has to wait; then it does not count.
    func begin(_ attempt: Attempt, at now: Instant) throws(PeopleRefusal) {
        let waitMs = failures.withLock { failures in
            let ends = attempt.places.compactMap { place in failures[place]?.end(of: place) }
            let waitMs = ends.map { $0.milliseconds - now.milliseconds }.max() ?? 0
            guard waitMs <= 0 else { return waitMs }
            for place in attempt.places { count(place, at: now, &failures) }
            return 0
        }
        guard waitMs <= 0 else { throw .tooSoon(waitSeconds: (waitMs + 999) / 1_000) }
    }

    /// Forgets what failed before. An address keeps its failures but this one: it may have tried other names.
    func succeeded(_ attempt: Attempt) {
        failures.withLock { failures in
            for place in attempt.places {
                if case .address = place { Self.takeOne(place, &failures) } else { failures[place] = nil }
            }
        }
    }

    /// Nothing was found out: no place for the hash, no database.
    func undo(_ attempt: Attempt) {
        failures.withLock { failures in
            for place in attempt.places { Self.takeOne(place, &failures) }
        }
    }

    private static func takeOne(_ place: Place, _ failures: inout [Place: Failures]) {
        guard let known = failures[place] else { return }
        failures[place] = known.count > 1 ? Failures(count: known.count - 1, lastAt: known.lastAt) : nil
    }

    private func count(_ place: Place, at now: Instant, _ failures: inout [Place: Failures]) {
        var known = failures[place] ?? Failures(count: 0, lastAt: now)
        if known.lastAt.adding(milliseconds: Limits.failureMemoryMs) < now { known.count = 0 }
        known.count += 1
        known.lastAt = now
        if failures[place] == nil, failures.count >= keptMax { makeRoom(&failures) }
        failures[place] = known
    }

    /// A tenth goes, the oldest first, so that this is rare.
    private func makeRoom(_ failures: inout [Place: Failures]) {
        let oldest = failures.sorted { $0.value.lastAt < $1.value.lastAt }.prefix(max(keptMax / 10, 1))
        for (place, _) in oldest { failures[place] = nil }
    }
}
