package import Postgres
package import WalletDomain

/// The one place where what a database did becomes what a caller is told.
package struct LedgerFault {
    package let walletError: WalletError
    /// For the log, if only a bug can cause it: states and names of constraints, never a value.
    package let report: String?

    /// - Parameter writes: whether a commit may have been under way, so that nobody knows whether it happened.
    package init(_ error: PostgresError, during name: String, writes: Bool) {
        switch error {
        case .connectionLost, .deadlineExceeded, .commitUnconfirmed:
            self.init(writes ? .outcomeUnknown : .ledgerUnavailable)
        case .cannotConnect, .rolledBack, .poolBusy, .cancelled, .closed:
            self.init(.ledgerUnavailable)
        case .server(let server) where Self.passes(server.state):
            self.init(.ledgerUnavailable)
        case .server(let server):
            let facts = [server.state.code, server.table, server.constraint].compactMap { $0 }
            self.init(.internalError, report: "\(name): \(facts.joined(separator: " "))")
        case .unexpectedShape(let shape):
            self.init(.internalError, report: "\(name): \(shape)")
        case .invalidParameter(let index, let reason):
            self.init(.internalError, report: "\(name): statement \(index): \(reason)")
        }
    }

    private init(_ walletError: WalletError, report: String? = nil) {
        self.walletError = walletError
        self.report = report
    }

    /// Conditions of the server that go away by themselves: conflicts, locks, time-outs, shortages, a demoted primary.
    private static func passes(_ state: SQLState) -> Bool {
        state.isTransient || state.isResourceShortage || state.meansConnectionLost
            || [.lockNotAvailable, .queryCanceled, .readOnlyTransaction, .idleInTransactionTimeout].contains(state)
    }
}
