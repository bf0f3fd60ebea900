/// What people are told about the kinds.
extension Fault.Kind {
    package var summary: String {
        switch self {
        case .delay: "the answer, or the notification, comes later"
        case .hang: "nothing comes for a while, then an error page"
        case .error: "an HTML page with a 5xx, as a gateway sends it"
        case .rateLimit: "429 with Apple's Retry-After: a time in milliseconds since 1970"
        case .unauthorized: "401 without a body, as for a bad token"
        case .cut: "the connection ends in the middle of the body"
        case .truncate: "half the body, as if it were whole"
        case .expiredChain: "what is signed has a certificate that ended long ago"
        case .wrongBundle: "what is signed, or the receipt, is another app's"
        case .duplicate: "each notification comes twice"
        case .reorder: "a notification comes after the next one"
        case .drop: "a notification gets lost on the way"
        }
    }

    /// Whether `milliseconds` means something.
    var takesMilliseconds: Bool {
        switch self {
        case .delay, .hang, .rateLimit, .reorder: true
        case .error, .unauthorized, .cut, .truncate, .expiredChain, .wrongBundle, .duplicate, .drop: false
        }
    }

    /// Whether `status` means something.
    var takesStatus: Bool { self == .error || self == .hang }
}
