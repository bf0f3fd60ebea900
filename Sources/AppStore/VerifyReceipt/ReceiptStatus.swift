/// `status` of a verifyReceipt answer.
///
/// Source: Apple, "status" (App Store receipts).
package enum ReceiptStatus: Equatable, Sendable {
    /// 0. Also 21006: genuine, but a subscription in it has ended, which is nothing to coins.
    case valid
    /// 21000, 21001: our request was not what it must be.
    case badRequest
    /// 21002: no receipt, or Apple has trouble: the number does not tell which.
    case malformed
    /// 21003
    case notAuthentic
    /// 21004: our shared secret is not the app's.
    case wrongSecret
    /// 21005
    case unavailable
    /// 21007: the sandbox's, shown to production.
    case sandboxReceipt
    /// 21008: production's, shown to the sandbox.
    case productionReceipt
    /// 21009, 21100 ... 21199: Apple's own trouble; it may say that asking again is no use.
    case internalError(isRetryable: Bool)
    /// 21010: the account is not there (any more).
    case accountGone
    case unknown(Int64)

    /// - Parameter isRetryable: what the answer says about that; only errors of Apple's own look at it.
    init(_ number: Int64, isRetryable: Bool?) {
        switch number {
        case 0, 21_006: self = .valid
        case 21_000, 21_001: self = .badRequest
        case 21_002: self = .malformed
        case 21_003: self = .notAuthentic
        case 21_004: self = .wrongSecret
        case 21_005: self = .unavailable
        case 21_007: self = .sandboxReceipt
        case 21_008: self = .productionReceipt
        case 21_009: self = .internalError(isRetryable: true)
        case 21_010: self = .accountGone
        case 21_100...21_199: self = .internalError(isRetryable: isRetryable ?? true)
        default: self = .unknown(number)
        }
    }

    /// How long it is worth showing the receipt again.
    package var patience: ReceiptPatience {
        switch self {
        case .valid, .notAuthentic, .accountGone, .internalError(isRetryable: false): .none
        case .malformed: .someTries
        case .badRequest, .wrongSecret, .unavailable, .sandboxReceipt, .productionReceipt, .unknown,
            .internalError(isRetryable: true):
            .endless
        }
    }
}

/// How often a receipt that could not be judged is shown to Apple again.
package enum ReceiptPatience: Equatable, Sendable {
    case none
    /// `Limits.malformedReceiptTriesMax` times, then it is no receipt.
    case someTries
    /// Until it is judged: it is Apple's trouble or ours, never the customer's.
    case endless
}
