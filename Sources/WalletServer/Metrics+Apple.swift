internal import AppStore
internal import WalletLedger

/// Counters about what Apple told and what it was asked, and what waits.
struct AppleCounts: Sendable {
    /// By kind of notification: names of ours, since Apple's are endless.
    var notifications: [String: Int64] = [:]
    var duplicates: Int64 = 0
    var worked: [String: Int64] = [:]
    var sweptNotifications: [String: Int64] = [:]
    var sweptPurchases: [String: Int64] = [:]
    var consumption: [String: Int64] = [:]
    var consumptionSeconds: Int64 = 0
    var failures: [String: Int64] = [:]
    /// Nil until it was read once.
    var backlog: Backlog?

    func write(to text: inout PrometheusText) {
        text.labelled(
            "coffer_notifications_total", "Notifications of Apple's that were stored, by kind.", "kind", notifications)
        text.single("coffer_notification_duplicates_total", "Notifications that were known already.", duplicates)
        text.labelled(
            "coffer_notifications_worked_total", "Notifications that were worked on, by outcome.", "outcome", worked)
        text.labelled(
            "coffer_swept_notifications_total", "Notifications found in Apple's history, by whether they were missed.",
            "state", sweptNotifications)
        text.labelled(
            "coffer_swept_purchases_total", "Purchases found in Apple's histories, by what became of them.", "outcome",
            sweptPurchases)
        text.labelled(
            "coffer_consumption_questions_total", "Apple's questions about consumption, by how they ended.", "end",
            consumption)
        text.single(
            "coffer_consumption_answer_seconds_total", "From Apple's question to our answer, in all.",
            consumptionSeconds)
        text.labelled(
            "coffer_apple_failures_total", "Questions that Apple did not answer, by cause.", "cause", failures)
        if let backlog { write(backlog, to: &text) }
    }

    private func write(_ backlog: Backlog, to text: inout PrometheusText) {
        text.gauge("coffer_notifications_waiting", "Notifications not worked on yet.", backlog.notifications)
        text.gauge(
            "coffer_notifications_waiting_seconds", "Age of the oldest of them.", backlog.notificationSeconds)
        text.gauge("coffer_proofs_pending", "Proofs of purchase that wait.", backlog.proofs)
        text.gauge("coffer_proofs_pending_seconds", "Age of the oldest of them.", backlog.proofSeconds)
        text.gauge("coffer_unattributed", "Purchases without an owner.", backlog.unattributed)
        text.gauge("coffer_unattributed_seconds", "Age of the oldest of them.", backlog.unattributedSeconds)
        text.gauge("coffer_consumption_waiting", "Apple's questions that wait for an answer.", backlog.questions)
        text.gauge(
            "coffer_consumption_deadline_seconds", "Until the nearest of their deadlines; negative: missed.",
            backlog.questionSeconds)
        text.gauge(
            "coffer_notification_sweep_seconds", "Since Apple's notification history was read to its end.",
            backlog.sweepSeconds)
    }
}

extension Metrics {
    func countNotification(version: Int16, type: String, isNew: Bool) {
        let kind = version == 1 ? "version_1" : NotificationKind(type: type).name
        countApple { counts in
            if isNew { counts.notifications[kind, default: 0] += 1 } else { counts.duplicates += 1 }
        }
    }

    /// - Parameter outcome: one of our constant names.
    func countWorkedNotification(outcome: String) { countApple { $0.worked[outcome, default: 0] += 1 } }

    func countSweptNotification(isNew: Bool) {
        countApple { $0.sweptNotifications[isNew ? "missed" : "known", default: 0] += 1 }
    }

    func countSweptPurchase(outcome: String) { countApple { $0.sweptPurchases[outcome, default: 0] += 1 } }

    /// - Parameter seconds: from question to answer; nil if none was given.
    func countConsumption(end: String, seconds: Int64?) {
        countApple { counts in
            counts.consumption[end, default: 0] += 1
            counts.consumptionSeconds += seconds ?? 0
        }
    }

    func countAppleFailure(_ error: StoreAPIError) {
        countAppleFailure(cause: error.isAboutCredentials ? "credentials" : "unavailable")
    }

    func countAppleFailure(cause: String) { countApple { $0.failures[cause, default: 0] += 1 } }

    func set(_ backlog: Backlog) { countApple { $0.backlog = backlog } }
}

extension NotificationKind {
    fileprivate var name: String {
        switch self {
        case .purchased: "purchased"
        case .refunded: "refunded"
        case .refundReversed: "refund_reversed"
        case .consumptionRequested: "consumption_requested"
        case .test: "test"
        case .information: "information"
        case .unknown: "unknown"
        }
    }
}
