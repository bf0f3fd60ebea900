internal import Postgres
package import WalletDomain

package import struct FoundationEssentials.UUID

/// What Apple told, as it is kept before Apple hears 200.
package struct KeptNotification: Hashable, Sendable {
    package enum Road: Int16, Sendable {
        /// Apple called us.
        case call = 1
        /// Out of Apple's history: the call never came through.
        case history = 2
    }

    /// Apple's `notificationUUID`; one made of the content for version 1, which has none.
    package let id: UUID
    /// 1 or 2.
    package let version: Int16
    package let environment: StoreEnvironment
    package let type: String
    package let subtype: String?
    package let transactionID: TransactionID?
    package let signedAt: Instant
    package let road: Road
    package let payload: [UInt8]

    package init(
        id: UUID, version: Int16, environment: StoreEnvironment, type: String, subtype: String?,
        transactionID: TransactionID?, signedAt: Instant, road: Road, payload: [UInt8]
    ) {
        self.id = id
        self.version = version
        self.environment = environment
        self.type = type
        self.subtype = subtype
        self.transactionID = transactionID
        self.signedAt = signedAt
        self.road = road
        self.payload = payload
    }
}

/// A notification whose turn has come.
package struct WaitingNotification: Hashable, Sendable {
    package let id: UUID
    package let version: Int16
    package let environment: StoreEnvironment
    package let type: String
    package let signedAt: Instant
    package let receivedAt: Instant
    /// This one included.
    package let attempts: Int32
    package let payload: [UInt8]
}

/// The inbox: one row a notification, whatever Apple repeats, worked on by whichever process takes it up.
///
/// No transaction stays open while something is worked on: whoever takes a row up gets it for a while, and if he dies
/// it comes due again. So everything done for a notification must bear being done twice.
package struct NotificationStore: Sendable {
    private let database: LedgerDatabase

    package init(_ database: LedgerDatabase) { self.database = database }

    /// - Returns: false if it was there already.
    @discardableResult
    package func store(_ notification: KeptNotification) async throws(WalletError) -> Bool {
        try await database.change(
            InsertNotification(notification: notification, clockShiftMs: database.clockShiftMs)
        ).affectedRows == 1
    }

    /// Takes up what is due, the longest due first; nobody else gets it for `leaseMs`.
    package func takeUp(
        limit: Int = Limits.jobRowsMax, leaseMs: Int64 = Limits.jobLeaseMs
    ) async throws(WalletError) -> [WaitingNotification] {
        try await database.takeUp(NotificationQueue.self, limit: limit, leaseMs: leaseMs)
    }

    /// Ends the waiting, for ever.
    /// - Parameter outcome: one of our constant names.
    package func settle(_ id: UUID, outcome: String) async throws(WalletError) {
        try await database.settle(id, in: NotificationQueue.self, as: outcome)
    }

    package func reschedule(_ id: UUID, retryInMs: Int64) async throws(WalletError) {
        try await database.reschedule(id, in: NotificationQueue.self, retryInMs: retryInMs)
    }

    /// What became of it: nil while it waits, and if it is unknown.
    package func outcome(of id: UUID) async throws(WalletError) -> String? {
        try await database.rows(FindNotificationOutcome(id: id)).first ?? nil
    }
}
