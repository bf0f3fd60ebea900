extension SimulatedStore {
    /// Messages whose time has come, the oldest first.
    func dueNotifications(max: Int, except held: Set<String>) -> [SimulatedNotification] {
        let now = settings.nowMs()
        let due = read { book in
            book.waitingNotificationIDs.subtracting(held).compactMap { book.notifications[$0] }
        }.filter { $0.nextAttemptMs.map { $0 <= now } ?? false }
        return Array(due.sorted { $0.signedAtMs < $1.signedAtMs }.prefix(max))
    }

    /// How long nothing is to be done.
    func nextAttemptInMs(atMost limitMs: Int64, except held: Set<String>) -> Int64 {
        let now = settings.nowMs()
        let next = read { book in
            book.waitingNotificationIDs.subtracting(held).compactMap { book.notifications[$0]?.nextAttemptMs }.min()
        }
        return min(limitMs, Swift.max(0, (next ?? now + limitMs) - now))
    }

    func note(_ attempt: SendAttempt, nextAtMs: Int64?, of id: String) {
        // A journal that cannot be written any more: the message is sent again after a restart, as Apple might.
        _ = try? write { _ in [.attempted(notificationID: id, attempt: attempt, nextAtMs: nextAtMs)] }
    }

    /// Messages that wait for an attempt.
    package var waitingCount: Int { read { $0.waitingNotificationIDs.count } }
}
