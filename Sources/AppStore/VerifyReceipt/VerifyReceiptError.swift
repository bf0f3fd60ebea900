package import HTTPClient

/// Why verifyReceipt proved nothing.
package enum VerifyReceiptError: Error, Equatable, Sendable {
    /// Not base64 of a receipt, or too long: Apple was not asked.
    case notAReceipt(ProofError)
    case status(ReceiptStatus)
    /// Genuine, but of an app that is not ours, or it does not say of which.
    case wrongApp
    /// The answer names two stores, or another one than was asked, or none.
    case contradiction
    /// The flat answer about a receipt of iOS 6: nothing in it can be credited once.
    case oldFormat
    /// A member that is needed is absent or of another form; names it.
    case content(String)
    /// A web page, a cut body, a status that is not 200: no word of Apple's.
    case unreadable(status: Int)
    case unreachable(HTTPClientError)
    /// Not asked: the last calls all failed, so Apple is left alone for a while.
    case paused(retryAfterMs: Int64)
    /// Not asked: too many of our own calls wait already.
    case busy
    case cancelled
}

extension VerifyReceiptError {
    package var patience: ReceiptPatience {
        switch self {
        case .notAReceipt(.clockAhead): .endless
        case .notAReceipt, .wrongApp, .contradiction, .oldFormat: .none
        case .status(let status): status.patience
        // Apple changed something, or the answer is damaged in a way that is still JSON.
        case .content: .someTries
        case .unreadable, .unreachable, .paused, .busy, .cancelled: .endless
        }
    }

    package var isRetryable: Bool { patience != .none }

    package var retryAfter: Duration? {
        if case .paused(let afterMs) = self { .milliseconds(afterMs) } else { nil }
    }

    /// An operator must repair something: the shared secret, or the addresses.
    package var needsOperator: Bool {
        switch self {
        case .status(.wrongSecret), .status(.badRequest), .status(.productionReceipt): true
        default: false  // nothing else is about our settings
        }
    }
}
