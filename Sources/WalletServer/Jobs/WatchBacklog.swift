internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// Counts what waits, for metrics, and tells operators what waits too long: now and then, not with every look.
final class WatchBacklog: Sendable {
    private let backlog: BacklogReader
    private let unattributed: UnattributedStore
    private let metrics: Metrics
    private let log: ServiceLog
    private let now: @Sendable () -> Instant
    private let toldAt = Mutex<Instant?>(nil)

    init(_ rooms: InboxRooms) {
        backlog = rooms.backlog
        unattributed = rooms.unattributed
        metrics = rooms.metrics
        log = rooms.log
        now = rooms.now
    }

    func run() async throws {
        // What an app brought by itself meanwhile waits for nobody.
        try await unattributed.settleCredited()
        let found = try await backlog.read()
        metrics.set(found)
        guard found.isAged, isTimeToTell() else { return }
        log.add(
            LogEvent(
                .error, "something waits for too long",
                [
                    ("notification_seconds", .number(found.notificationSeconds)),
                    ("proof_seconds", .number(found.proofSeconds)),
                    ("unattributed", .number(found.unattributed)),
                    ("unattributed_seconds", .number(found.unattributedSeconds)),
                    ("sweep_seconds", .number(found.sweepSeconds)),
                ]))
    }

    private func isTimeToTell() -> Bool {
        let now = now()
        return toldAt.withLock { toldAt in
            if let toldAt, now < toldAt.adding(milliseconds: Limits.agedAlertMs) { return false }
            toldAt = now
            return true
        }
    }
}

extension Backlog {
    fileprivate var isAged: Bool {
        let agedSeconds = Limits.agedProofMs / 1_000
        return [notificationSeconds, proofSeconds, unattributedSeconds, sweepSeconds].contains { $0 > agedSeconds }
    }
}
