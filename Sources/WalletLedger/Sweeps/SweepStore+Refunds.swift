internal import Postgres
package import WalletDomain

internal import struct FoundationEssentials.UUID

/// A wallet with purchases that Apple may still refund.
package struct RefundableWallet: Hashable, Sendable {
    package struct Purchase: Hashable, Sendable {
        package let bundle: String
        package let id: TransactionID
        /// By Apple's newest word that we know.
        package let isRefunded: Bool
    }

    package let id: WalletID
    /// The newest first.
    package let purchases: [Purchase]
}

/// The wallets whose turn it is in the walk that asks for missed refunds.
package struct RefundWalkStep: Hashable, Sendable {
    package let environment: StoreEnvironment
    /// The last wallet that was asked about before; empty at the start of a round.
    let after: String
    /// None: the round is over.
    package let wallets: [RefundableWallet]
}

extension SweepStore {
    /// The walk's next step, which nobody else gets for a lease.
    /// - Returns: nil if it is not time, or another process walks.
    package func refundStep(
        in environment: StoreEnvironment, walletsMax: Int
    ) async throws(WalletError) -> RefundWalkStep? {
        let shiftMs = database.clockShiftMs
        return try await database.transaction("SweepStore.refundStep") { step throws(PostgresError) in
            try step.change(InsertRefundWalk(environment: environment, clockShiftMs: shiftMs))
            let due = try step.rows(LockRefundWalk(environment: environment, clockShiftMs: shiftMs)).first
            guard let due else { return nil }
            let wallets = try step.rows(
                ListRefundableWallets(
                    environment: environment, after: UUID(uuidString: due).map { WalletID($0) },
                    limit: Int64(walletsMax), clockShiftMs: shiftMs))
            return RefundWalkStep(environment: environment, after: due, wallets: wallets)
        }
    }

    /// Lets the walk go on behind the first `asked` wallets of a step; after a step without wallets from the beginning.
    package func advance(
        _ step: RefundWalkStep, asked: Int, nextRunInMs: Int64
    ) async throws(WalletError) {
        let last = step.wallets.prefix(asked).last.map { $0.id.uuid.uuidString } ?? step.after
        try await database.change(
            AdvanceRefundWalk(
                environment: step.environment, before: step.after, after: step.wallets.isEmpty ? "" : last,
                nextRunInMs: nextRunInMs, clockShiftMs: database.clockShiftMs))
    }
}
