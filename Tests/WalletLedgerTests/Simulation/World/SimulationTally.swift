@testable import WalletLedger

/// How often something happened that a run must not go without.
struct SimulationTally {
    var writer = WriterCounters()
    var requests = 0
    var attempts = 0
    var outsiders = 0
    /// Connections lost while a COMMIT was under way.
    var cuts = 0
    var crashes = 0
    var deaths = 0
    var replays = 0
    var refusals = 0
    var reroutes = 0
    var keysReused = 0
    var toldUnknown = 0
    var creditedBefore = 0
    var deadlocks = 0
    var passedOver = 0
    var unheardCommits = 0
    var events: [String: Int] = [:]

    mutating func count(_ event: WriterEvent) {
        let name =
            switch event {
            case .reconnecting: "reconnecting"
            case .outcomeUnknown: "unknown"
            case .outcomeSettled(let wasCommitted, _): wasCommitted ? "found committed" : "found absent"
            case .splitting(let state, _): "split \(state)"
            case .retrying(let state, _): "retried \(state)"
            case .gaveUp(let reason): "gave up: \(reason)"
            case .poisoned(let state): "poisoned \(state)"
            }
        events[name, default: 0] += 1
    }

    static func + (left: Self, right: Self) -> Self {
        var sum = left
        sum.writer = left.writer + right.writer
        for path in figures { sum[keyPath: path.value] += right[keyPath: path.value] }
        sum.events.merge(right.events, uniquingKeysWith: +)
        return sum
    }

    private static let figures: [(name: String, value: any WritableKeyPath<Self, Int> & Sendable)] = [
        ("requests", \.requests), ("attempts", \.attempts), ("rows locked from outside", \.outsiders),
        ("connections lost at COMMIT", \.cuts), ("crashes of the database", \.crashes),
        ("processes killed", \.deaths), ("replays", \.replays), ("refusals", \.refusals), ("reroutes", \.reroutes),
        ("keys reused", \.keysReused), ("told unknown", \.toldUnknown), ("credited before", \.creditedBefore),
        ("deadlocks", \.deadlocks),
        ("locked rows passed over", \.passedOver), ("unheard commits", \.unheardCommits),
    ]

    /// What a long run must have seen; the events by the names that `count` gives them.
    private static let needed = [
        "unknown", "found committed", "found absent", "split P0001", "poisoned P0001",
        "retried out of date", "retried 40P01", "retried 40001",
    ]

    /// Names of what never happened.
    var missing: [String] {
        Self.figures.filter { self[keyPath: $0.value] == 0 }.map(\.name) + Self.needed.filter { events[$0] == nil }
    }

    var text: String {
        let all = Self.figures.map { "\($0.name) \(self[keyPath: $0.value])" }
        let batches = "batches \(writer.batches)"
        return (all + [batches] + events.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
            .joined(separator: ", ")
    }
}
