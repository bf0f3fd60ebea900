import Synchronization
import Testing
import WalletDomain

@testable import WalletLedger

/// What a lane may say while it does not know what became of a COMMIT.
@Suite struct BatchAttemptTests {
    private static let cases: [(error: WalletError, afterUnknown: WalletError)] = [
        (.ledgerUnavailable, .outcomeUnknown), (.overloaded, .outcomeUnknown), (.internalError, .outcomeUnknown),
        (.itemNotFound, .itemNotFound), (.idempotencyKeyReused, .idempotencyKeyReused),
    ]

    @Test(
        "After a COMMIT without an answer nobody is told that nothing was written, unless the wallet was read since",
        arguments: cases.indices)
    func truth(index: Int) throws {
        let (error, afterUnknown) = Self.cases[index]
        #expect(try told(error, mayHaveCommitted: false) == error)
        #expect(try told(error, mayHaveCommitted: true) == afterUnknown)
    }

    @Test("What is decided again is still in doubt about the COMMIT before")
    func staysInDoubt() {
        var attempt = BatchAttempt(jobs: [], mode: BatchMode())
        attempt.mayHaveCommitted = true
        let again = attempt.doubtful([])
        #expect(again.mayHaveCommitted)
        #expect(!again.mode.trustsMemory)
    }

    private func told(_ error: WalletError, mayHaveCommitted: Bool) throws -> WalletError? {
        let answer = Mutex<WalletError?>(nil)
        let job = Job(
            command: try Commands.make(Commands.grant(1)), priority: .spend, queuedAt: .now, deadline: .now
        ) { result in
            if case .failure(let error) = result { answer.withLock { $0 = error } }
        }
        var attempt = BatchAttempt(jobs: [job], mode: BatchMode())
        attempt.mayHaveCommitted = mayHaveCommitted
        attempt.tell(.failure(error), to: job)
        return answer.withLock { $0 }
    }
}
