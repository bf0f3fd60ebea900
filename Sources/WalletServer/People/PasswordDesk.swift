internal import Crypto
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// Hashes and checks passwords: a few at once, some more wait, and whoever comes then is sent away. Each takes
/// `Limits.passwordMemoryBytes`, so a flood of log-ins costs a known amount of memory.
actor PasswordDesk {
    nonisolated let secrets: AdminSecrets
    private let atOnceMax: Int
    private let waitingMax: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// What the password of somebody unknown is checked against: the same work.
    private var decoy: AdminSecrets.Password?
    /// How many hashes were computed, for whatever purpose.
    private(set) var hashes = 0

    init(
        _ secrets: AdminSecrets, atOnceMax: Int = Limits.passwordHashesMax,
        waitingMax: Int = Limits.passwordsWaitingMax
    ) {
        self.secrets = secrets
        self.atOnceMax = atOnceMax
        self.waitingMax = waitingMax
    }

    func hash(_ password: String) async throws -> AdminSecrets.Password {
        let secrets = secrets
        return try await inTurn { Result { try secrets.hash(password) } }.get()
    }

    /// - Parameter kept: nil for somebody whom nobody knows: false, after the same work.
    func isValid(_ password: String, for kept: AdminSecrets.Password?) async throws -> Bool {
        let secrets = secrets
        // Before anything depends on whether there is one.
        if decoy == nil { decoy = try await hash(Base64.encode(randomBytes(16), .url)) }
        guard let against = kept ?? decoy else { return false }
        let isValid = try await inTurn { secrets.isValid(password, for: against) }
        return isValid && kept != nil
    }

    private func inTurn<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async throws -> Value {
        if running >= atOnceMax {
            guard waiting.count < waitingMax else { throw PeopleRefusal.busy }
            // Whoever ends hands his place on: `running` stays as it is.
            await withCheckedContinuation { waiting.append($0) }
        } else {
            running += 1
        }
        hashes += 1
        let value = await BlockingWork.run(work)
        if waiting.isEmpty { running -= 1 } else { waiting.removeFirst().resume() }
        return value
    }
}
