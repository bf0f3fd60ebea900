import Postgres

/// Why a try of a batch ended without answers.
enum BatchFailure: Error {
    case database(PostgresError)
    /// The lane's row is somebody else's now.
    case leaseLost
    /// A command names a wallet without a row: insert the missing ones first.
    case walletsMissing
}

/// What a failure means for the batch. Reasons: `docs/decisions/0005-writer.md`.
enum BatchRemedy {
    /// The connection is gone: definite before COMMIT was sent, unknown after.
    case reconnect(reason: String, mayHaveCommitted: Bool)
    /// Certainly undone; the same may succeed when it runs again.
    case retry(state: String)
    /// Decided on an old state, or a key used before: once more, on wallets read under their lock.
    case decideAgain
    case insertMissingWallets
    /// A row is held by somebody outside for long.
    case passOverLocked
    /// The server lacks disk, memory or connections: nobody is served now.
    case giveUp
    /// Anything else: only a bug or a poisonous command does that. In halves, until it is alone.
    case split(state: String)

    /// Constraints that stop a batch decided on an old state, or a second use of a key.
    private static let guards: Set<String> = [
        "wallets_moved_on", "entries_key", "entries_pkey", "ownerships_pkey", "ownerships_owned",
        "lots_pkey", "holds_pkey", "holds_once",
    ]

    /// What the database refuses on trusted memory may be memory's fault: that is found out first.
    init(_ failure: BatchFailure, commitWasSent: Bool, trustedMemory: Bool) {
        self.init(failure, commitWasSent: commitWasSent)
        if case .split = self, trustedMemory { self = .decideAgain }
    }

    private init(_ failure: BatchFailure, commitWasSent: Bool) {
        switch failure {
        case .leaseLost: self = .reconnect(reason: "the lane's lease was lost", mayHaveCommitted: false)
        case .walletsMissing: self = .insertMissingWallets
        case .database(let error): self.init(error, commitWasSent: commitWasSent)
        }
    }

    private init(_ error: PostgresError, commitWasSent: Bool) {
        switch error {
        case .connectionLost, .deadlineExceeded, .closed, .commitUnconfirmed:
            self = .reconnect(reason: error.description, mayHaveCommitted: commitWasSent)
        case .cannotConnect, .poolBusy, .cancelled:
            self = .reconnect(reason: error.description, mayHaveCommitted: false)
        case .rolledBack: self = .retry(state: "rolled back")
        case .invalidParameter, .unexpectedShape: self = .split(state: error.description)
        case .server(let server): self.init(server)
        }
    }

    private init(_ error: ServerError) {
        let state = error.state
        let isGuard = error.constraint.map { Self.guards.contains($0) } ?? false
        if isGuard {
            self = .decideAgain
        } else if state.isTransient || state.meansStaleStatement {
            self = .retry(state: state.code)
        } else if state == .lockNotAvailable || state == .queryCanceled {
            self = .passOverLocked
        } else if state == .readOnlyTransaction {
            self = .reconnect(reason: "the server has become a standby", mayHaveCommitted: false)
        } else if state.isResourceShortage {
            self = .giveUp
        } else {
            self = .split(state: state.code)
        }
    }
}
