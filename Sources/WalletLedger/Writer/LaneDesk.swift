import Postgres
import WalletDomain

/// What a lane does with a batch until every command of it has its answer. Lives on the lane's thread.
struct LaneDesk {
    private let settings: WriterSettings
    private let number: Int
    private let world: LaneWorld
    private var connection: LaneConnection?
    private var pause = ReconnectPause()
    private var memory = LaneMemory()

    init(settings: WriterSettings, number: Int, in world: LaneWorld) {
        self.settings = settings
        self.number = number
        self.world = world
    }

    var isConnected: Bool { connection?.session.isBroken == false }

    /// True if there is a connection now.
    mutating func connect() -> Bool {
        if isConnected { return true }
        connection = nil
        memory.wallets.forgetAll()
        do throws(PostgresError) {
            connection = try LaneConnection(try world.connect())
            pause.reset()
            return true
        } catch {
            settings.onEvent(.reconnecting(lane: number, reason: error.description))
            return false
        }
    }

    /// While nobody asks for anything: notices a server that hung up, and takes another connection. Balancers send
    /// nothing to a service that is not ready, so a lane must not wait for a command to become ready again.
    mutating func lookAround() -> WriterCounters {
        if connection?.session.checkIsAlive() != true { _ = connect() }
        return WriterCounters()
    }

    /// Answers every job. What cannot be settled before its deadline is told so, truthfully.
    mutating func settle(_ jobs: [Job]) -> WriterCounters {
        var tally = WriterCounters()
        let mode = BatchMode(trustsMemory: memory.wallets.mayBeTrusted())
        var waiting = [BatchAttempt(jobs: jobs, mode: mode)]
        while var attempt = waiting.popLast() {
            attempt.dropExpired(at: world.now())
            guard let deadline = attempt.latestDeadline else { continue }
            guard connect(), let connection else {
                pause.sleep(until: deadline, in: world)
                waiting.append(attempt)
                continue
            }
            let leftMs = ReconnectPause.milliseconds(until: deadline, from: world.now())
            do throws(BatchFailure) {
                let results = try BatchRun(connection, settings).run(attempt, leftMs: leftMs, &memory)
                if attempt.isAskedFor { settings.faults.pass(.unanswered) }
                if attempt.mayHaveCommitted { noteSettled(results, &tally) }
                if let doubtful = tell(results, to: attempt, &tally) { waiting.append(doubtful) }
            } catch {
                tally.retries += 1
                // Worked from its end: the first half goes last in.
                waiting += next(after: error, attempt, &tally).reversed()
            }
        }
        return tally
    }

    /// Gives the answers there are. Refusals on remembered wallets are decided again, on wallets read under their lock.
    private func tell(
        _ results: [Result<Outcome, WalletError>?], to attempt: BatchAttempt, _ tally: inout WriterCounters
    ) -> BatchAttempt? {
        var doubtful: [Job] = []
        for (job, result) in zip(attempt.jobs, results) {
            if let result { attempt.tell(result, to: job) } else { doubtful.append(job) }
        }
        tally.count(results.compactMap { $0 })
        return doubtful.isEmpty ? nil : attempt.doubtful(doubtful)
    }

    /// What an unknown commit turned out to be: a batch commits whole, so it had if all it does was done before.
    private func noteSettled(_ results: [Result<Outcome, WalletError>?], _ tally: inout WriterCounters) {
        let known = results.compactMap { result in
            if case .success(let outcome) = result { outcome.wasDoneBefore } else { nil }
        }
        guard !known.isEmpty else { return }
        let wasCommitted = known.allSatisfy { $0 }
        if wasCommitted { tally.foundCommitted += 1 } else { tally.foundAbsent += 1 }
        settings.onEvent(.outcomeSettled(wasCommitted: wasCommitted, commands: results.count))
    }

    /// What to try after a failure: the same again, more carefully, in halves; or nothing, then the jobs were answered.
    private mutating func next(
        after failure: BatchFailure, _ attempt: BatchAttempt, _ tally: inout WriterCounters
    ) -> [BatchAttempt] {
        let remedy = BatchRemedy(
            failure, commitWasSent: connection?.commitWasSent ?? false, trustedMemory: attempt.mode.trustsMemory)
        var attempt = attempt
        switch remedy {
        case .reconnect(let reason, let mayHaveCommitted):
            if mayHaveCommitted {
                attempt.mayHaveCommitted = true
                tally.unknownOutcomes += 1
                settings.onEvent(.outcomeUnknown(commands: attempt.jobs.count))
            }
            connection?.session.close()
            settings.onEvent(.reconnecting(lane: number, reason: reason))
            return [attempt]
        case .decideAgain:
            rollBack()
            memory.wallets.wereOutOfDate()
            attempt.mode.trustsMemory = false
            return retry(attempt, state: "out of date")
        case .retry(let state):
            rollBack()
            return retry(attempt, state: state)
        case .insertMissingWallets:
            rollBack()
            attempt.mode.insertsMissing = true
            attempt.mode.trustsMemory = false
            return [attempt]
        case .passOverLocked:
            rollBack()
            return passOver(attempt)
        case .giveUp:
            rollBack()
            attempt.refuse(.ledgerUnavailable)
            return []
        case .split(let state):
            rollBack()
            if attempt.jobs.count > 1 { tally.splits += 1 }
            return split(attempt, state: state)
        }
    }

    private func retry(_ attempt: BatchAttempt, state: String) -> [BatchAttempt] {
        settings.onEvent(.retrying(state: state, commands: attempt.jobs.count))
        var attempt = attempt
        attempt.tries += 1
        guard attempt.tries > Limits.batchRetriesMax else {
            pause.jitter(in: world)
            return [attempt]
        }
        return giveUp(attempt, reason: "\(Limits.batchRetriesMax) retries, the last for \(state)")
    }

    /// Once more without the rows that somebody holds; purchases cannot be passed over, they go alone.
    private func passOver(_ attempt: BatchAttempt) -> [BatchAttempt] {
        var attempt = attempt
        guard attempt.mode.skipsLocked else {
            attempt.mode = BatchMode(trustsMemory: false, insertsMissing: true, skipsLocked: true)
            return [attempt]
        }
        return giveUp(attempt, reason: "somebody outside holds a row")
    }

    /// Halves first: only the command that cannot be settled is told so.
    private func giveUp(_ attempt: BatchAttempt, reason: String) -> [BatchAttempt] {
        guard attempt.jobs.count == 1 else { return attempt.halves() }
        settings.onEvent(.gaveUp(reason: reason))
        attempt.refuse(.overloaded)
        return []
    }

    private func split(_ attempt: BatchAttempt, state: String) -> [BatchAttempt] {
        guard attempt.jobs.count == 1 else {
            settings.onEvent(.splitting(state: state, commands: attempt.jobs.count))
            return attempt.halves()
        }
        settings.onEvent(.poisoned(state: state))
        attempt.refuse(.internalError)
        return []
    }

    /// Leaves the session clean, or broken: then the next try takes another one.
    private func rollBack() {
        guard let session = connection?.session, !session.isBroken, session.transactionStatus != .idle else { return }
        let pipeline = Pipeline()
        pipeline.add(Rollback())
        do throws(PostgresError) {
            try session.run(pipeline, deadlineMs: Limits.commandDeadlineMs)
        } catch {
            session.close()
        }
    }
}
