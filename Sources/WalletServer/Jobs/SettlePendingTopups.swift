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

    /// One bounded batch of what is due. A hanging Apple holds up no more than its own proofs.
    /// - Returns: how many proofs were looked at.
    func run() async throws -> Int {
        let due = try await proofs.takeUp()
        try await Together.run(due) { try await look(at: $0) }
        return due.count
    }

    private func look(at record: ProofRecord) async throws {
        guard let user = try await directory.user(of: record.wallet) else {
            return try await proofs.settle(record.wallet, digest: record.proof.digest, as: .refused)
        }
        do {
            let submission = TopupService.Submission(
                proof: try Evidence(record.proof), submitter: user, caller: caller)
            try await note(try await topups.look(at: record, submission, looksBefore: record.attempts - 1), of: record)
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
            retryInMs: RetryPause.ms(after: record.attempts - 1))
    }
}
