internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// Counters since the start of the process, in the text format of Prometheus.
package final class Metrics: Sendable {
    private struct RequestKind: Hashable, Comparable {
        /// Empty, like the template, if no route was found: clients cannot make labels.
        let method: String
        let template: String
        let status: Int

        static func < (left: Self, right: Self) -> Bool {
            (left.template, left.method, left.status) < (right.template, right.method, right.status)
        }
    }

    private struct Counts {
        var requests: [RequestKind: Int64] = [:]
        var coinsGranted: Int64 = 0
        var replays: Int64 = 0
        var purchases: [String: Int64] = [:]
        var verificationFailures: [String: Int64] = [:]
        var apple = AppleCounts()
        var pressure = PressureCounts()
    }

    private let counts = Mutex(Counts())

    /// - Parameter route: nil if none was found.
    func countRequest(_ route: Route?, status: Int) {
        let kind = RequestKind(
            method: route?.method.rawValue ?? "", template: route?.template ?? "", status: status)
        counts.withLock { $0.requests[kind, default: 0] += 1 }
    }

    /// An accepted command: what the Writer does not count itself.
    func count(_ entries: [Entry], replayed: Bool) {
        let granted = entries.reduce(0) { $0 + ($1.kind == .granted ? $1.coins : 0) }
        guard replayed || granted > 0 else { return }
        counts.withLock { counts in
            if replayed { counts.replays += 1 } else { counts.coinsGranted += granted }
        }
    }

    /// A purchase that was submitted, by what became of it.
    func countPurchase(state: String) { counts.withLock { $0.purchases[state, default: 0] += 1 } }

    /// - Parameter cause: one of our constant names, never a text of the client.
    func countVerificationFailure(cause: String) {
        counts.withLock { $0.verificationFailures[cause, default: 0] += 1 }
    }

    /// What is counted about Apple's calls and calls to Apple; see `Metrics+Apple.swift`.
    func countApple(_ change: (inout AppleCounts) -> Void) { counts.withLock { change(&$0.apple) } }

    /// What was sent away; see `Metrics+Pressure.swift`.
    func countPressure(_ change: (inout PressureCounts) -> Void) { counts.withLock { change(&$0.pressure) } }

    /// - Parameter writer: the lanes' own counters.
    func text(_ writer: WriterCounters) -> String {
        let counts = counts.withLock { $0 }
        var text = PrometheusText()
        text.family("coffer_requests_total", "Requests by route and status.")
        for (kind, count) in counts.requests.sorted(by: { $0.key < $1.key }) {
            text.sample([("method", kind.method), ("route", kind.template), ("status", String(kind.status))], count)
        }
        text.single("coffer_batches_total", "Batches committed or rolled back.", writer.batches)
        text.single("coffer_commands_total", "Commands decided in batches.", writer.commands)
        text.single("coffer_batch_retries_total", "Batches run again.", writer.retries)
        text.single(
            "coffer_unknown_outcomes_total", "Commits whose outcome had to be found out.", writer.unknownOutcomes)
        text.labelled(
            "coffer_unknown_outcomes_settled_total", "Those commits, by what was found out.", "commit",
            ["committed": writer.foundCommitted, "absent": writer.foundAbsent])
        text.single("coffer_batch_splits_total", "Batches run again in halves.", writer.splits)
        text.single("coffer_replays_total", "Commands answered from their key.", counts.replays)
        text.single("coffer_coins_credited_total", "Coins credited for purchases.", writer.creditedCoins)
        text.single("coffer_coins_granted_total", "Free coins granted.", counts.coinsGranted)
        text.single("coffer_coins_spent_total", "Coins spent.", writer.spentCoins)
        text.single("coffer_coins_refunded_total", "Coins taken back or owed for refunds.", writer.refundedCoins)
        text.single(
            "coffer_coins_restored_total", "Coins given again for refunds that Apple took back.", writer.restoredCoins)
        text.family("coffer_purchases_total", "Purchases submitted, by what became of them.")
        for (state, count) in counts.purchases.sorted(by: { $0.key < $1.key }) {
            text.sample([("state", state)], count)
        }
        text.family("coffer_verification_failures_total", "Proofs refused, by cause.")
        for (cause, count) in counts.verificationFailures.sorted(by: { $0.key < $1.key }) {
            text.sample([("cause", cause)], count)
        }
        counts.pressure.write(to: &text, writer.shed)
        counts.apple.write(to: &text)
        return text.text
    }
}

/// Writes the exposition format 0.0.4. Labels are constant texts of ours: nothing to escape.
struct PrometheusText {
    enum Kind: String {
        case counter
        case gauge
    }

    private(set) var text = ""
    private var name = ""

    mutating func family(_ name: String, _ help: String, _ kind: Kind = .counter) {
        self.name = name
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func gauge(_ name: String, _ help: String, _ value: Int64) {
        family(name, help, .gauge)
        text += "\(name) \(value)\n"
    }

    /// One label, its values in order.
    mutating func labelled(_ name: String, _ help: String, _ label: String, _ counts: [String: Int64]) {
        family(name, help)
        for (value, count) in counts.sorted(by: { $0.key < $1.key }) { sample([(label, value)], count) }
    }

    mutating func sample(_ labels: [(String, String)], _ value: Int64) {
        let list = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
        text += "\(name){\(list)} \(value)\n"
    }

    mutating func single(_ name: String, _ help: String, _ value: Int64) {
        family(name, help)
        text += "\(name) \(value)\n"
    }
}
