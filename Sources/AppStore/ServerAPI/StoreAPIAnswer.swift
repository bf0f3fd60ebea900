internal import HTTPClient
internal import WalletDomain

/// What an HTTP answer of the Server API says. Only well-formed JSON is a word of Apple's.
enum StoreAPIAnswer {
    private static let messageBytesMax = 200

    /// - Returns: the JSON of a success; an empty object where Apple sends no body.
    static func judge(_ response: HTTPResponse, nowMs: Int64) throws(StoreAPIError) -> JSONObject {
        switch response.status {
        case 200..<300: return try success(response)
        case 401: throw .unauthorized(clockSkewMs: clockSkewMs(response, nowMs: nowMs))
        case 429: throw .rateLimited(retryAfterMs: retryAfterMs(response, nowMs: nowMs))
        case 500...: throw .failing(status: response.status, code: refusal(response)?.code)
        default:
            guard let refusal = refusal(response) else { throw .unreadable(status: response.status) }
            throw .refused(refusal)
        }
    }

    private static func success(_ response: HTTPResponse) throws(StoreAPIError) -> JSONObject {
        guard !response.body.isEmpty else { return JSONObject() }
        do throws(JSONError) {
            return try JSONObject(parsing: response.body)
        } catch {
            throw .unreadable(status: response.status)
        }
    }

    private static func refusal(_ response: HTTPResponse) -> StoreRefusal? {
        // What is no error body of Apple's is none.
        guard let body = try? JSONObject(parsing: response.body), let code = try? body.integer("errorCode") else {
            return nil
        }
        let message = (body["errorMessage"].flatMap { if case .text(let text) = $0 { text } else { nil } }) ?? ""
        let line = message.unicodeScalars.map { $0.value < 0x20 ? " " : String($0) }.joined()
        return StoreRefusal(
            status: response.status, code: Int(code), message: String(line.prefix(messageBytesMax)))
    }

    /// `Retry-After` is a moment here: milliseconds since 1970. Whatever it says is clamped.
    private static func retryAfterMs(_ response: HTTPResponse, nowMs: Int64) -> Int64 {
        guard let text = response[header: "Retry-After"], let atMs = Int64(text) else {
            return Limits.appleRetryAfterMsDefault
        }
        let (afterMs, overflow) = atMs.subtractingReportingOverflow(nowMs)
        let range = Limits.appleRetryAfterMs
        return overflow ? Limits.appleRetryAfterMsDefault : min(max(afterMs, range.lowerBound), range.upperBound)
    }

    /// Ours minus Apple's, by the answer's `Date`; nil if unknown or too little to matter.
    static func clockSkewMs(_ response: HTTPResponse, nowMs: Int64) -> Int64? {
        guard let skewMs = measuredSkewMs(response, nowMs: nowMs), abs(skewMs) > Limits.appleClockSkewMsMax else {
            return nil
        }
        return skewMs
    }

    /// To a second, which is all that `Date` says.
    static func measuredSkewMs(_ response: HTTPResponse, nowMs: Int64) -> Int64? {
        response[header: "Date"].flatMap { Instant(httpDate: $0) }.map { nowMs - $0.milliseconds }
    }
}
