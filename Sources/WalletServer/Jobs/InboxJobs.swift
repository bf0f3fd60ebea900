internal import WalletDomain
internal import WalletLedger

/// The jobs about what Apple told and what it is asked, each with its own beat: none holds up another.
struct InboxJobs: Sendable {
    struct Job: Sendable {
        let everyMs: Int
        /// One bounded batch. True: there may be more, so go on at once.
        let run: @Sendable () async throws -> Bool

        init(everyMs: Int, _ run: @escaping @Sendable () async throws -> Bool) {
            self.everyMs = everyMs
            self.run = run
        }
    }

    let notifications: WorkNotifications
    let consumption: AnswerConsumption
    let unattributed: SettleUnattributed
    let sweep: SweepNotifications
    let histories: SweepHistories
    let refunds: [SweepRefunds]
    let watch: WatchBacklog

    init(_ rooms: InboxRooms, caller: CallerID) {
        notifications = WorkNotifications(rooms, caller: caller)
        consumption = AnswerConsumption(rooms: rooms)
        unattributed = SettleUnattributed(rooms: rooms, caller: caller)
        sweep = SweepNotifications(rooms: rooms)
        histories = SweepHistories(rooms: rooms, caller: caller)
        refunds = rooms.environments.map { SweepRefunds(rooms: rooms, caller: caller, environment: $0) }
        watch = WatchBacklog(rooms)
    }

    var all: [Job] {
        [
            Job(everyMs: Limits.jobLookMs) { try await Self.isFull(notifications.run()) },
            Job(everyMs: Limits.jobLookMs) { try await Self.isFull(consumption.run()) },
            Job(everyMs: Limits.jobLookMs) { try await Self.isFull(unattributed.run()) },
            Job(everyMs: Limits.jobLookMs) { try await paced { try await sweep.run() } },
            Job(everyMs: Limits.openOrdersLookMs) { try await paced { try await histories.enlist() } },
            Job(everyMs: Limits.jobLookMs) { try await paced { try await histories.run() } },
            Job(everyMs: Limits.backlogLookMs) { try await paced { try await watch.run() } },
        ] + refunds.map { walk in Job(everyMs: Limits.jobLookMs) { try await walk.run() } }
    }

    /// What is taken up is leased, so the next batch is another one.
    static func isFull(_ count: Int) -> Bool { count >= Limits.jobRowsMax }

    /// Asks Apple, or looks at all there is: keeps its beat.
    private func paced<Result>(_ work: () async throws -> Result) async throws -> Bool {
        _ = try await work()
        return false
    }
}
