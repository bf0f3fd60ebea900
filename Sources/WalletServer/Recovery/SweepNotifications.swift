internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Reads Apple's notification history from where it was last read to its end: after an outage, and every hour. What it
/// finds goes where Apple's own calls go, so nothing is done twice.
struct SweepNotifications: Sendable {
    let rooms: InboxRooms

    /// Sweeps one app in one store, if it is time.
    /// - Returns: how many pages were read.
    func run() async throws -> Int {
        for api in rooms.apple.apis {
            for environment in rooms.environments {
                try await rooms.sweeps.enlist(bundle: api.bundleID, environment)
            }
        }
        guard let sweep = try await rooms.sweeps.takeUpNotifications(),
            let api = rooms.apple.api(forBundle: sweep.bundle)
        else { return 0 }
        return try await read(sweep, api)
    }

    private func read(_ sweep: NotificationSweep, _ api: AppStoreServerAPI) async throws -> Int {
        let now = rooms.now()
        let end = sweep.sweepUntil ?? now
        let start = Self.start(sweep, now: now)
        var page = sweep.page
        var pages = 0
        repeat {
            let told: NotificationPage
            do throws(StoreAPIError) {
                told = try await api.notifications(in: sweep.environment, from: start, to: end, page: page)
            } catch {
                try await postpone(sweep, error)
                return pages
            }
            try await keep(told.records)
            page = told.nextPage
            pages += 1
            // Page by page, so that one that breaks off goes on where it stopped.
            try await rooms.sweeps.advance(
                sweep, until: end, page: page, nextRunInMs: page == nil ? Limits.sweepEveryMs : 0)
        } while page != nil && pages < Limits.sweepPagesMax && !Task.isCancelled
        return pages
    }

    /// A little earlier than the last sweep's end, since histories lag; not earlier than Apple remembers.
    static func start(_ sweep: NotificationSweep, now: Instant) -> Instant {
        let memoryMs =
            switch sweep.environment {
            case .production: Limits.productionHistoryMs
            case .sandbox: Limits.sandboxHistoryMs
            }
        return max(
            sweep.seenUntil.adding(milliseconds: -Limits.sweepOverlapMs), now.adding(milliseconds: -memoryMs))
    }

    private func keep(_ records: [NotificationRecord]) async throws {
        for record in records {
            switch record.notification {
            case .success(let notification):
                let isNew = try await rooms.notifications.store(
                    NotificationDesk.kept(notification, record.signedPayload, road: .history))
                if isNew { rooms.metrics.countNotification(version: 2, type: notification.type, isNew: true) }
                rooms.metrics.countSweptNotification(isNew: isNew)
            case .failure(let error):
                rooms.metrics.countVerificationFailure(cause: "notification_" + error.cause)
            }
        }
    }

    private func postpone(_ sweep: NotificationSweep, _ error: StoreAPIError) async throws {
        rooms.metrics.countAppleFailure(error)
        rooms.log.add(
            LogEvent(
                .warning, "the notification history could not be read",
                [
                    ("bundle", .text(sweep.bundle)), ("environment", .text(sweep.environment.rawValue)),
                    ("reason", .text(error.description)),
                ]))
        try await rooms.sweeps.postpone(
            sweep,
            nextRunInMs: RetryPause.ms(
                after: sweep.attempts - 1, longest: Limits.sweepEveryMs, atLeast: error.retryAfter),
            // A page that Apple refuses will not become good: begin anew.
            restarts: !error.isRetryable && sweep.page != nil)
    }
}
