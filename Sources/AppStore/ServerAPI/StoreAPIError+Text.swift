internal import HTTPClient

/// Plain sentences for operators: what happened and what to do.
extension StoreAPIError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .refused(let refusal): "Apple refused the call (\(refusal.code)): \(refusal.message)"
        case .unauthorized(let skewMs?):
            "Apple refused our key (401), and this machine's clock is \(Self.words(skewMs)): set the clock right first"
        case .unauthorized(nil):
            "Apple refused our key (401): check issuer id, key id, key file and bundle id; an app that was never "
                + "released gets this from production"
        case .rateLimited(let afterMs): "Apple wants fewer calls (429); again in \(Self.seconds(afterMs))"
        case .failing(let status, _): "Apple has trouble (\(status)); it is asked again"
        case .unreadable(let status): "Apple's answer (\(status)) is not the JSON that was asked for; it is asked again"
        case .unreachable(let error): "Apple cannot be reached: \(Self.words(error))"
        case .paused(.credentials, let afterMs):
            "Apple refused our key several times; the next try is in \(Self.seconds(afterMs))"
        case .paused(.outage, let afterMs):
            "Apple did not answer several times; the next try is in \(Self.seconds(afterMs))"
        case .busy: "too many of our own calls to Apple wait already; this one comes again"
        case .notGenuine(.wrongApp): "what Apple answered is about another app"
        case .notGenuine(.wrongEnvironment): "what Apple answered is of another environment"
        case .notGenuine: "a signature in Apple's answer does not hold; it is asked again"
        case .cancelled: "the call was given up"
        }
    }

    private static func seconds(_ ms: Int64) -> String { "\((ms + 999) / 1_000) s" }

    /// - Parameter skewMs: our clock minus Apple's.
    private static func words(_ skewMs: Int64) -> String {
        "\(seconds(abs(skewMs))) \(skewMs > 0 ? "ahead" : "behind")"
    }

    private static func words(_ error: HTTPClientError) -> String {
        switch error {
        case .timeout: "no answer in time"
        case .cannotConnect: "no connection (network, firewall or name service)"
        case .tls: "no secure connection (a proxy that opens TLS, or old root certificates)"
        case .tooLarge: "the answer is too long"
        case .cut: "the connection broke"
        case .cancelled: "the call was given up"
        case .invalidRequest: "the address is not one"
        case .busy: "too many calls at once"
        case .other(let code): "libcurl's error \(code)"
        }
    }
}
