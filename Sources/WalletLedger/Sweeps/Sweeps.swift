package import WalletDomain

/// How far the notification history of one app was read.
package struct NotificationSweep: Hashable, Sendable {
    package let bundle: String
    package let environment: StoreEnvironment
    /// Everything signed before was seen.
    package let seenUntil: Instant
    /// The sweep under way ends here; nil if none is.
    package let sweepUntil: Instant?
    /// Where the sweep under way goes on; nil at its start.
    package let page: String?
    /// Failures in a row, this try included.
    package let attempts: Int32
}

/// A customer whose open orders are looked for in Apple's history.
package struct HistorySweep: Hashable, Sendable {
    package let wallet: WalletID
    package let bundle: String
    package let environment: StoreEnvironment
    /// Any transaction of the customer leads to all of them.
    package let transactionID: TransactionID
    /// Apple's mark: where the next page begins.
    package let revision: String?
    package let attempts: Int32
}
