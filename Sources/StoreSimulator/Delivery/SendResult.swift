internal import HTTPClient

/// What an attempt came to, in Apple's words (`sendAttemptResult`).
enum SendResult {
    static func of(status: Int) -> String {
        switch status {
        case 200...206: SendAttempt.success
        case 300...399: "CIRCULAR_REDIRECT"
        default: "UNSUCCESSFUL_HTTP_RESPONSE_CODE"
        }
    }

    static func of(_ error: HTTPClientError) -> String {
        switch error {
        case .timeout: "TIMED_OUT"
        case .tls: "TLS_ISSUE"
        case .cannotConnect: "NO_RESPONSE"
        case .cut: "PREMATURE_CLOSE"
        case .tooLarge: "INVALID_RESPONSE"
        case .cancelled, .invalidRequest, .busy, .other: "OTHER"
        }
    }
}
