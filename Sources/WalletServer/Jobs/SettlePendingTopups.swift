internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Looks again at proofs that wait: for a product to be mapped, a token to be registered, a person to decide.
struct SettlePendingTopups: Sendable {
    let topups: TopupService
    let proofs: ProofStore
    let directory: Directory
    let caller: CallerID
    let log: ServiceLog

    init(_ rooms: Rooms, caller: CallerID) {
        topups = rooms.topups
        proofs = rooms.proofs
        directory = rooms.directory
        log = rooms.log
        self.caller = caller
    }

    /// One bounded batch of what is due.
    /// - Returns: how many proofs were looked at.
    func run() async throws -> Int {
        let due = try await proofs.due()
        for record in due where !Task.isCancelled { try await look(at: record) }
        return due.count
    }

    private func look(at record: ProofRecord) async throws {
        guard let user = try await directory.user(of: record.wallet) else {
            return try await proofs.settle(record.wallet, digest: record.proof.digest, as: .refused)
        }
        do {
            let submission = TopupService.Submission(proof: Proof(record.proof), submitter: user, caller: caller)
            let result = TopupResult(id: nil, try await topups.judge(submission))
            try await note(result, of: record)
        } catch let error as ProofError {
            try await note(error, of: record)
        }
    }

    private func note(_ result: TopupResult, of record: ProofRecord) async throws {
        guard result.isPending else {
            let state: ProofRecord.State = result.isCredited ? .credited : .refused
            log.add(LogEvent(.info, "pending top-up settled", [("credited", .text(String(result.isCredited)))]))
            return try await proofs.settle(record.wallet, digest: record.proof.digest, as: state)
        }
        try await wait(record)
    }

    /// It was genuine when it came, so only our own settings can have changed: 'cannot tell' is never 'invalid'.
    private func note(_ error: ProofError, of record: ProofRecord) async throws {
        log.add(LogEvent(.warning, "pending proof cannot be judged", [("cause", .text(error.cause))]))
        try await wait(record)
    }

    private func wait(_ record: ProofRecord) async throws {
        try await proofs.reschedule(
            record.wallet, digest: record.proof.digest,
            retryInMs: Self.retryMs(after: record.attempts, jitter: .random(in: 0..<1)))
    }

    /// Doubles from `Limits.firstRetryMs` to `Limits.retryMsMax`, between half and the whole of it.
    /// - Parameter jitter: 0 ..< 1.
    static func retryMs(after attempts: Int32, jitter: Double) -> Int64 {
        let doublings = min(max(attempts, 0), 20)
        let whole = min(Limits.firstRetryMs << Int64(doublings), Limits.retryMsMax)
        return whole / 2 + Int64(Double(whole / 2) * jitter)
    }
}
