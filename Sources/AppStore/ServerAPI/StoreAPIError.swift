package import HTTPClient

/// Why the App Store Server API gave no answer that can be used.
package enum StoreAPIError: Error, Equatable, Sendable {
    /// Apple read the request and says no.
    case refused(StoreRefusal)
    /// 401: key, issuer, bundle id or clock; in production also an app that was never released.
    /// The skew is ours minus Apple's clock, where Apple told it and it matters.
    case unauthorized(clockSkewMs: Int64?)
    /// 429: more calls than Apple allows.
    case rateLimited(retryAfterMs: Int64)
    /// 5xx: Apple has trouble.
    case failing(status: Int, code: Int?)
    /// Not the JSON that was asked for: a web page, a cut body, a redirect. No word of Apple's about anything.
    case unreadable(status: Int)
    case unreachable(HTTPClientError)
    /// Not asked: the last calls all failed, so Apple is left alone for a while.
    case paused(StoreTrouble, retryAfterMs: Int64)
    /// Not asked: too many of our own calls wait already.
    case busy(retryAfterMs: Int64)
    /// A signed field in the answer is not genuine, or of another app or environment.
    case notGenuine(ProofError)
    case cancelled
}

/// Why Apple is left alone.
package enum StoreTrouble: Equatable, Sendable {
    /// It did not accept our key.
    case credentials
    /// It did not answer, or not sensibly.
    case outage
}

/// An error body: `{"errorCode": 4040010, "errorMessage": "…"}`.
package struct StoreRefusal: Equatable, Sendable {
    package let status: Int
    package let code: Int
    /// Apple's text, bounded and on one line.
    package let message: String
}

extension StoreAPIError {
    /// Whether the same call may succeed later without anybody changing the call.
    package var isRetryable: Bool {
        switch self {
        case .refused(let refusal): StoreAPICode.retryable.contains(refusal.code)
        case .notGenuine(.wrongApp), .notGenuine(.wrongEnvironment): false
        case .unauthorized, .rateLimited, .failing, .unreadable, .unreachable, .paused, .busy, .notGenuine, .cancelled:
            true
        }
    }

    /// How long to wait at least; nil where nobody said.
    package var retryAfter: Duration? {
        switch self {
        case .rateLimited(let afterMs), .paused(_, let afterMs), .busy(let afterMs): .milliseconds(afterMs)
        case .refused, .unauthorized, .failing, .unreadable, .unreachable, .notGenuine, .cancelled: nil
        }
    }

    /// Apple's number of the error, where it sent one.
    package var code: Int? {
        switch self {
        case .refused(let refusal): refusal.code
        case .failing(_, let code): code
        case .unauthorized, .rateLimited, .unreadable, .unreachable, .paused, .busy, .notGenuine, .cancelled: nil
        }
    }

    /// The store that was asked does not know the transaction: another store may, or the same one a little later.
    package var isTransactionUnknown: Bool { code == StoreAPICode.transactionNotFound }

    /// It is about our key, issuer, bundle id or clock: an operator must look.
    package var isAboutCredentials: Bool {
        switch self {
        case .unauthorized, .paused(.credentials, _): true
        case .refused, .rateLimited, .failing, .unreadable, .unreachable, .paused, .busy, .notGenuine, .cancelled:
            false
        }
    }
}

/// Numbers of errors that mean something to us. Every other 400… and 404… is final.
///
/// Source: Apple, "App Store Server API: error codes".
package enum StoreAPICode {
    package static let transactionNotFound = 4_040_010
    package static let notificationURLNotFound = 4_040_007
    package static let testNotificationNotFound = 4_040_008
    package static let invalidTransactionID = 4_000_006

    /// "…Retryable": account, app, original transaction; too many calls; internal errors.
    static let retryable: Set<Int> = [4_040_002, 4_040_004, 4_040_006, 4_290_000, 5_000_000, 5_000_001]
}
