import WalletDomain

/// The jobs of one batch, and what earlier tries have taught.
struct BatchAttempt {
    var jobs: [Job]
    var mode: BatchMode
    var tries = 0
    /// An earlier try lost the answer to its COMMIT: whoever must be told before it is settled is told 'unknown'.
    var mayHaveCommitted = false

    init(jobs: [Job], mode: BatchMode) {
        self.jobs = jobs
        self.mode = mode
    }

    /// Somebody waits for an answer: it is not only what our jobs do when a time is over.
    var isAskedFor: Bool {
        jobs.contains { job in
            if case .expire = job.command.action { false } else { true }
        }
    }

    var latestDeadline: ContinuousClock.Instant? { jobs.map(\.deadline).max() }

    /// Two halves, the first first.
    func halves() -> [BatchAttempt] {
        let middle = jobs.count / 2
        return [jobs[..<middle], jobs[middle...]].map { jobs in
            var half = self
            half.jobs = Array(jobs)
            half.tries = 0
            return half
        }
    }

    /// Those whose refusal was decided on remembered wallets, to be decided again.
    func doubtful(_ jobs: [Job]) -> BatchAttempt {
        var again = self
        again.jobs = jobs
        again.mode = BatchMode(trustsMemory: false)
        again.tries = 0
        return again
    }

    /// Tells every job why it was not done.
    func refuse(_ error: WalletError) {
        for job in jobs { tell(.failure(error), to: job) }
    }

    /// Tells the truth: where an earlier COMMIT has no answer, a wallet that could not be read says nothing about it.
    func tell(_ result: Result<Outcome, WalletError>, to job: Job) {
        guard mayHaveCommitted, case .failure(let error) = result, error.saysNothingOfCommits else {
            return job.reply(result)
        }
        job.reply(.failure(.outcomeUnknown))
    }

    /// Jobs past their deadline are told, and not executed late.
    mutating func dropExpired(at now: ContinuousClock.Instant) {
        guard jobs.contains(where: { $0.deadline < now }) else { return }
        var expired = self
        expired.jobs = jobs.filter { $0.deadline < now }
        expired.refuse(.ledgerUnavailable)
        jobs.removeAll { $0.deadline < now }
    }
}

extension WalletError {
    /// Told without having looked under the command's key.
    fileprivate var saysNothingOfCommits: Bool {
        self == .overloaded || self == .ledgerUnavailable || self == .internalError
    }
}
