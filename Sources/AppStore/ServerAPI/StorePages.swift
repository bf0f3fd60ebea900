package import WalletDomain

/// One page of a customer's purchases or refunds.
package struct HistoryPage: Equatable, Sendable {
    package let purchases: [Purchase]
    /// Entries that were not what they should be, in Apple's order; the others count all the same.
    package let faults: [ProofError]
    /// Where the next page begins: kept, it also tells later what is new since.
    package let revision: String?
    package let hasMore: Bool
}

/// What Apple tried when it sent one notification.
package struct SendAttempt: Equatable, Sendable {
    package let at: Instant
    /// `SUCCESS`, `TIMED_OUT`, `TLS_ISSUE` and so on: Apple's word.
    package let result: String

    package var isSuccess: Bool { result == "SUCCESS" }
}

/// A notification as Apple's history tells it.
package struct NotificationRecord: Equatable, Sendable {
    package let signedPayload: String
    /// What it says, or why it cannot be believed.
    package let notification: Result<StoreNotification, ProofError>
    /// Oldest first.
    package let attempts: [SendAttempt]
}

package struct NotificationPage: Equatable, Sendable {
    package let records: [NotificationRecord]
    /// For the next page; nil if this was the last.
    package let nextPage: String?
}
