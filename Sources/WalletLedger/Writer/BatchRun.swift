import Postgres
import WalletDomain

/// One try of one batch: load, decide, write, commit. Returns the outcomes only when they may be told.
struct BatchRun {
    private let connection: LaneConnection
    private let settings: WriterSettings

    init(_ connection: LaneConnection, _ settings: WriterSettings) {
        self.connection = connection
        self.settings = settings
    }

    func run(_ attempt: BatchAttempt) throws(BatchFailure) -> [Result<Outcome, WalletError>] {
        connection.commitWasSent = false
        let commands = attempt.jobs.map(\.command)
        let plan = BatchPlan(commands)
        let deadlineMs = max(1, ReconnectPause.milliseconds(until: attempt.latestDeadline))
        var loaded = try BatchLoad(plan, connection, attempt.mode).run(connection, deadlineMs: deadlineMs)
        let areMissing = loaded.batch.wallets.count < plan.wallets.count
        guard !areMissing || attempt.mode.insertsMissing else { throw .walletsMissing }
        loaded.batch.at = loaded.batch.at.adding(milliseconds: settings.clockShiftSeconds() * 1_000)
        var batch = Batch(loaded.batch)
        let results = commands.map { batch.decide($0) }
        do throws(PostgresError) {
            try finish(batch, loaded, tells: results.contains(where: Self.tellsAnEffect))
        } catch {
            throw .database(error)
        }
        return results
    }

    /// A batch that only refuses rolls back. One that only replays still commits its beat: what it tells is durable.
    private func finish(_ batch: Batch, _ loaded: BatchLoad.Loaded, tells: Bool) throws(PostgresError) {
        guard tells else {
            let pipeline = Pipeline()
            pipeline.add(Rollback())
            return try connection.session.run(pipeline, deadlineMs: Limits.commandDeadlineMs)
        }
        let write = BatchWrite(batch, at: loaded.batch.at, lane: connection.lane, beat: loaded.beat)
        connection.commitWasSent = true
        try write.run(connection.session, deadlineMs: Limits.commandDeadlineMs)
    }

    private static func tellsAnEffect(_ result: Result<Outcome, WalletError>) -> Bool {
        if case .success = result { true } else { false }
    }
}
