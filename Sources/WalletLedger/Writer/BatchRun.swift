import Postgres
import WalletDomain

/// One try of one batch: load, decide, write, commit. Returns only what may be told.
struct BatchRun {
    private let connection: LaneConnection
    private let settings: WriterSettings

    init(_ connection: LaneConnection, _ settings: WriterSettings) {
        self.connection = connection
        self.settings = settings
    }

    /// In the order of the attempt's jobs. Nil: refused on a remembered wallet, so it must be decided again.
    /// - Parameter leftMs: until the last of them is past its deadline.
    func run(
        _ attempt: BatchAttempt, leftMs: Int, _ memory: inout LaneMemory
    ) throws(BatchFailure) -> [Result<Outcome, WalletError>?] {
        connection.commitWasSent = false
        let commands = attempt.jobs.map(\.command)
        let plan = BatchPlan(commands, memory: memory, trusts: attempt.mode.trustsMemory)
        // A patient job must not make its neighbours wait for a server that does not answer.
        let deadlineMs = max(1, min(leftMs, Limits.commandDeadlineMs))
        var loaded = try BatchLoad(plan, connection, attempt.mode).run(connection, deadlineMs: deadlineMs)
        settings.faults.pass(.locked)
        let areMissing = plan.environments.keys.contains { loaded.batch.wallets[$0] == nil }
        guard !areMissing || attempt.mode.insertsMissing else { throw .walletsMissing }
        memory.learn(loaded.batch.offers.values)
        loaded.batch.at = loaded.batch.at.adding(milliseconds: settings.clockShiftSeconds() * 1_000)
        var batch = Batch(loaded.batch)
        let results = commands.map { command in
            let result = batch.decide(command)
            if case .failure = result, plan.recent[command.wallet] != nil {
                return nil as Result<Outcome, WalletError>?
            }
            return result
        }
        do throws(PostgresError) {
            try finish(batch, loaded, tells: results.contains(where: Self.tellsAnEffect), &memory)
        } catch {
            throw .database(error)
        }
        return results
    }

    /// A batch that only refuses rolls back. One that only replays still commits its beat: what it tells is durable.
    private func finish(
        _ batch: Batch, _ loaded: BatchLoad.Loaded, tells: Bool, _ memory: inout LaneMemory
    ) throws(PostgresError) {
        guard tells else {
            let pipeline = Pipeline()
            pipeline.add(Rollback())
            return try connection.session.run(pipeline, deadlineMs: Limits.commandDeadlineMs)
        }
        let write = BatchWrite(batch, at: loaded.batch.at, beat: loaded.beat, on: connection)
        connection.commitWasSent = true
        try write.run(connection.session, deadlineMs: Limits.commandDeadlineMs)
        for (book, head) in zip(write.books, write.heads) { memory.wallets.keep(book, head: head) }
    }

    private static func tellsAnEffect(_ result: Result<Outcome, WalletError>?) -> Bool {
        if case .success = result { true } else { false }
    }
}
