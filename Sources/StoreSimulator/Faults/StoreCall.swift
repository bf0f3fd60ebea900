/// What faults can be told apart by: each call that the store answers, and the notifications that it sends.
package enum StoreCall: String, Codable, CaseIterable, Sendable {
    case verifyReceipt
    case transaction
    case history
    case refunds
    case order
    case consumption
    case accountToken
    case finish
    case requestTest
    case testStatus
    case notificationHistory
    case appTransaction
    case subscriptions
    /// Sending a message to the developer's server.
    case notification

    /// Whether signed documents go with it.
    var isSigned: Bool {
        switch self {
        case .transaction, .history, .refunds, .order, .testStatus, .notificationHistory, .appTransaction,
            .subscriptions, .notification:
            true
        case .verifyReceipt, .consumption, .accountToken, .finish, .requestTest: false
        }
    }
}
