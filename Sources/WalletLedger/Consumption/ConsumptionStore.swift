internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// Questions and their answers. An answer is recorded after Apple took it, and then the question is never due again.
package struct ConsumptionStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// Twice is once.
    package func ask(_ question: ConsumptionQuestion) async throws(WalletError) {
        try await database.change(InsertConsumptionQuestion(question: question, clockShiftMs: database.clockShiftMs))
    }

    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [ConsumptionQuestion] {
        try await database.takeUp(ConsumptionQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// Nil if the purchase is nobody's.
    package func facts(_ question: ConsumptionQuestion) async throws(WalletError) -> ConsumptionFacts? {
        try await database.rows(
            ReadConsumptionFacts(environment: question.environment, transactionID: question.transactionID)
        ).first
    }

    /// - Returns: false if it was settled before.
    @discardableResult
    package func settle(_ id: UUID, _ end: ConsumptionEnd) async throws(WalletError) -> Bool {
        try await database.settle(id, in: ConsumptionQueue.self, as: end)
    }

    package func reschedule(_ id: UUID, retryInMs: Int64) async throws(WalletError) {
        try await database.reschedule(id, in: ConsumptionQueue.self, retryInMs: retryInMs)
    }
}
