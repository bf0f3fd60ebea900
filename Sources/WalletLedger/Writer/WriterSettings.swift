import Foundation
package import Postgres
import WalletDomain

/// How the Writer reaches its database and how it is bounded.
package struct WriterSettings: Sendable {
    package var postgres: PostgresSettings
    /// 1 ... 64; each has a thread and a connection of its own.
    package var lanes: Int
    /// How many commands a batch has at most. Less than usual only where batching itself is measured.
    package var batchMax = Limits.batchMax
    /// Seconds added to the database's clock, read each batch. Development only; 0 in production.
    package var clockShiftSeconds: @Sendable () -> Int64
    /// What only a bug or a broken database does, for our log: no values of rows.
    package var onEvent: @Sendable (WriterEvent) -> Void
    /// Development only; none in production.
    package var faults = FaultPoints.none

    /// A lane a core. Measured (decision 0005): with one lane clients, lane and database wait for each other in turn;
    /// with more lanes than cores batches get smaller and each costs its round trips and its flush.
    package static var lanesForThisMachine: Int {
        min(max(1, ProcessInfo.processInfo.activeProcessorCount), Limits.lanesDefaultMax)
    }

    package init(
        postgres: PostgresSettings, lanes: Int = WriterSettings.lanesForThisMachine,
        clockShiftSeconds: @escaping @Sendable () -> Int64 = { 0 },
        onEvent: @escaping @Sendable (WriterEvent) -> Void = { _ in }
    ) {
        self.postgres = postgres
        self.lanes = lanes
        self.clockShiftSeconds = clockShiftSeconds
        self.onEvent = onEvent
    }
}

/// Something the operator should see.
package enum WriterEvent: Sendable {
    /// A lane lost its connection and takes another one.
    case reconnecting(lane: Int, reason: String)
    /// The commit's outcome was unknown: the batch runs again, stored keys turn what did commit into replays.
    case outcomeUnknown(commands: Int)
    /// It was found out: the commit had happened, or it had not and the batch was done now.
    case outcomeSettled(wasCommitted: Bool, commands: Int)
    /// The database refused a batch for one of its commands: it is looked for in halves.
    case splitting(state: String, commands: Int)
    /// The database refused a batch; it runs again.
    case retrying(state: String, commands: Int)
    /// One command alone could not be settled and was told `overloaded`; `reason` says what stood in its way.
    case gaveUp(reason: String)
    /// One command alone made the database refuse: only a bug can do that.
    case poisoned(state: String)
}
