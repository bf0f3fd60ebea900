internal import HTTPServer

/// A call of the Server API, found by method and path.
enum APIRoute: Sendable {
    case transaction(String)
    case history(String)
    case refunds(String)
    case order(String)
    case consumption(String, version: Int)
    case accountToken(String)
    case finish(String)
    case requestTest
    case testStatus(String)
    case notificationHistory
    case appTransaction(String)
    case subscriptions(String)

    /// - Parameter segments: of the path, `/inApps/…`.
    init?(_ method: String, _ segments: [String]) {
        switch (method, segments.dropFirst().first ?? "", Array(segments.dropFirst(2))) {
        case ("GET", "v1", let rest) where rest.starts(with: ["transactions", "appTransactions"]) && rest.count == 3:
            self = .appTransaction(rest[2])
        case ("GET", "v1", let rest) where rest.count == 2 && rest[0] == "transactions": self = .transaction(rest[1])
        case ("GET", "v2", let rest) where rest.count == 2 && rest[0] == "history": self = .history(rest[1])
        case ("GET", "v2", let rest) where rest.starts(with: ["refund", "lookup"]) && rest.count == 3:
            self = .refunds(rest[2])
        case ("GET", "v1", let rest) where rest.count == 2 && rest[0] == "lookup": self = .order(rest[1])
        case ("GET", "v1", let rest) where rest.count == 2 && rest[0] == "subscriptions":
            self = .subscriptions(rest[1])
        case ("PUT", let version, let rest)
        where rest.starts(with: ["transactions", "consumption"]) && rest.count == 3:
            guard version == "v1" || version == "v2" else { return nil }
            self = .consumption(rest[2], version: version == "v1" ? 1 : 2)
        case ("PUT", "v1", let rest) where rest.count == 3 && rest[0] == "transactions" && rest[2] == "appAccountToken":
            self = .accountToken(rest[1])
        case ("POST", "v1", let rest) where rest.count == 3 && rest[0] == "transactions" && rest[2] == "finish":
            self = .finish(rest[1])
        case ("POST", "v1", ["notifications", "test"]): self = .requestTest
        case ("GET", "v1", let rest) where rest.starts(with: ["notifications", "test"]) && rest.count == 3:
            self = .testStatus(rest[2])
        case ("POST", "v1", ["notifications", "history"]): self = .notificationHistory
        default: return nil
        }
    }

    var call: StoreCall {
        switch self {
        case .transaction: .transaction
        case .history: .history
        case .refunds: .refunds
        case .order: .order
        case .consumption: .consumption
        case .accountToken: .accountToken
        case .finish: .finish
        case .requestTest: .requestTest
        case .testStatus: .testStatus
        case .notificationHistory: .notificationHistory
        case .appTransaction: .appTransaction
        case .subscriptions: .subscriptions
        }
    }
}
