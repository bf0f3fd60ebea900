internal import AppStore
internal import WalletDomain

/// What operators should see of top-ups: causes and transaction ids, never a proof, a token or a user.
struct TopupWatch: Sendable {
    let log: ServiceLog
    let metrics: Metrics

    /// The cause goes to the log and the counter; strangers learn the code only.
    func note(_ error: ProofError, requestID: String) {
        metrics.countVerificationFailure(cause: error.cause)
        log.add(LogEvent(.warning, "proof refused", [("request_id", .text(requestID)), ("cause", .text(error.cause))]))
    }

    func note(_ result: TopupResult, requestID: String) {
        for verdict in result.verdicts {
            switch verdict.state {
            case .credited, .alreadyCredited: continue
            case .pending(let reason): note("purchase waits", reason.rawValue, verdict.purchase, requestID)
            case .refused(let code, _): note("purchase refused", code.rawValue, verdict.purchase, requestID)
            }
        }
    }

    private func note(_ message: StaticString, _ reason: String, _ purchase: Purchase, _ requestID: String) {
        log.add(
            LogEvent(
                .warning, message,
                [
                    ("request_id", .text(requestID)), ("reason", .text(reason)),
                    ("transaction_id", .text(purchase.transactionID.text)),
                    ("product", .text(purchase.productID)), ("environment", .text(purchase.environment.rawValue)),
                ]))
    }
}

extension ProofError {
    /// A constant name.
    var cause: String {
        switch self {
        case .badEncoding: "bad_encoding"
        case .tooLarge: "too_large"
        case .invalidSignature(let fault): fault.name
        case .wrongApp: "wrong_app"
        case .wrongEnvironment: "wrong_environment"
        case .clockAhead: "clock_ahead"
        }
    }
}
