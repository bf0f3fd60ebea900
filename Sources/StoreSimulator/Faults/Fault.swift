/// Something that goes wrong on request: what, where, and how often.
package struct Fault: Codable, Sendable {
    package enum Kind: String, Codable, CaseIterable, Sendable {
        /// The answer comes `milliseconds` later.
        case delay
        /// Nothing comes for `milliseconds`, then 503.
        case hang
        /// `status` with an HTML page, as a gateway answers.
        case error
        /// 429; `Retry-After` is the time in milliseconds since 1970, as Apple sends it.
        case rateLimit
        /// 401 without a body.
        case unauthorized
        /// The connection ends in the middle of the body.
        case cut
        /// Half the body, as if it were whole.
        case truncate
        /// What is signed has a leaf that ended long ago.
        case expiredChain
        /// What is signed, and a receipt's answer, is another app's.
        case wrongBundle
        /// The message is sent a second time.
        case duplicate
        /// The message waits until the next one was sent, `milliseconds` at the most.
        case reorder
        /// The message gets lost: an attempt without an answer.
        case drop
    }

    package let kind: Kind
    /// Nil: every one.
    package var call: StoreCall?
    package var environment: SimulatedEnvironment?
    /// How many more times; nil is for ever.
    package var times: Int?
    /// When it ends, in milliseconds since 1970; nil is never.
    package var untilMs: Int64?
    /// The share of calls that are hit, 0 … 1.
    package var rate: Double = 1
    /// The same seed hits the same calls.
    package var seed: UInt64 = 1
    package var milliseconds = Self.usualMs
    /// Of `error`, 500 … 599.
    package var status = 503

    package static let usualMs = 30_000
    static let millisecondsMax = 24 * 60 * 60 * 1_000

    package init(_ kind: Kind, call: StoreCall? = nil, times: Int? = nil) {
        self.kind = kind
        self.call = call
        self.times = times
    }

    func check() throws(StoreRefusal) {
        guard (0...1).contains(rate) else { throw .invalid("rate is 0 to 1") }
        guard times ?? 1 > 0 else { throw .invalid("times is 1 or more") }
        guard (0...Self.millisecondsMax).contains(milliseconds) else {
            throw .invalid("milliseconds is 0 to \(Self.millisecondsMax)")
        }
        guard (500...599).contains(status) else { throw .invalid("status is 500 to 599") }
    }
}
