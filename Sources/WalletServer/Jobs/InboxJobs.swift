internal import WalletDomain
internal import WalletLedger

/// The jobs about what Apple told and what it is asked, each with its own beat: none holds up another.
struct InboxJobs: Sendable {
    struct Job: Sendable {
        let everyMs: Int
        /// One bounded batch.
        let run: @Sendable () async throws -> Void
    }

    let notifications: WorkNotifications
    let consumption: AnswerConsumption
    let unattributed: SettleUnattributed
    let sweep: SweepNotifications
    let histories: SweepHistories
    let refunds: SweepRefunds
    let watch: WatchBacklog

    init(_ rooms: InboxRooms, caller: CallerID) {
        notifications = WorkNotifications(rooms, caller: caller)
        consumption = AnswerConsumption(rooms: rooms)
        unattributed = SettleUnattributed(rooms, caller: caller)
        sweep = SweepNotifications(rooms: rooms)
        histories = SweepHistories(rooms, caller: caller)
        refunds = SweepRefunds(rooms, caller: caller)
        watch = WatchBacklog(rooms)
    }

    var all: [Job] {
        [
            Job(everyMs: Limits.jobLookMs) { _ = try await notifications.run() },
            Job(everyMs: Limits.jobLookMs) { _ = try await consumption.run() },
            Job(everyMs: Limits.jobLookMs) { _ = try await unattributed.run() },
            Job(everyMs: Limits.jobLookMs) { _ = try await sweep.run() },
            Job(everyMs: Limits.openOrdersLookMs) { _ = try await histories.enlist() },
            Job(everyMs: Limits.jobLookMs) { _ = try await histories.run() },
            Job(everyMs: Limits.jobLookMs) { _ = try await refunds.run() },
            Job(everyMs: Limits.backlogLookMs) { try await watch.run() },
        ]
    }
}
