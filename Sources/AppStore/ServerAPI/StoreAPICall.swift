internal import HTTPClient

/// One call as it goes to Apple.
struct StoreAPICall: Sendable {
    let method: HTTPRequest.Method
    /// Begins with a slash; encoded.
    let path: String
    let pace: StorePace
    var query: [(String, String)] = []
    var body: [UInt8]?

    /// Path and query behind a base address.
    func url(_ baseURL: String) -> String {
        let query = query.map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
        return baseURL + path + (query.isEmpty ? "" : "?" + query)
    }

    /// Percent-encoding that leaves only what is never special (RFC 3986, 2.3).
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// Groups of calls that share one of Apple's limits, an app and an environment.
///
/// Source: Apple, "Identifying rate limits": calls a second, enforced over an hour; in the sandbox a tenth.
enum StorePace: Hashable, Sendable {
    case transaction
    case history
    case finish
    case consumption
    case notificationHistory
    case setToken
    case orderLookup
    case refundHistory
    case testNotification
    case testStatus

    /// Nobody waits for an answer: jobs ask, and may as well ask later.
    var isBackground: Bool {
        switch self {
        case .history, .refundHistory, .notificationHistory, .consumption: true
        case .transaction, .orderLookup, .setToken, .finish, .testNotification, .testStatus: false
        }
    }

    var callsPerSecond: Int64 {
        switch self {
        case .transaction, .history, .finish, .consumption, .notificationHistory: 50
        case .setToken: 20
        case .orderLookup, .refundHistory: 10
        case .testNotification, .testStatus: 1
        }
    }
}
