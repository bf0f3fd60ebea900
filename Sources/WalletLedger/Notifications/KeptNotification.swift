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
