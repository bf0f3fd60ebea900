/// A call of the store's own, found by method and path.
enum ControlCall: Sendable {
    case setup
    case listPurchases
    case readPurchase(String)
    case readReceipt
    case buy
    case finish
    case refund
    case reverseRefund
    case declineRefund
    case askConsumption
    case setToken
    case listNotifications
    case readNotification(String)
    case notify
    case resend(String)
    case listFaults
    case addFault
    case removeFault(String)
    case removeFaults
    case events
    case roots
    case apiKey
    case setNotificationURL

    /// - Parameter path: behind `/simulator`.
    init?(_ method: String, _ path: [String]) {
        switch (method, path.first ?? "", path.count) {
        case ("GET", "setup", 1): self = .setup
        case ("GET", "transactions", 1): self = .listPurchases
        case ("GET", "transactions", 2): self = .readPurchase(path[1])
        case ("GET", "receipt", 1): self = .readReceipt
        case ("GET", "events", 1): self = .events
        case ("GET", "roots.pem", 1): self = .roots
        case ("GET", "api-key", 1): self = .apiKey
        case ("POST", "notification-url", 1): self = .setNotificationURL
        case ("POST", "buy", 1): self = .buy
        case ("POST", "finish", 1): self = .finish
        case ("POST", "refund", 1): self = .refund
        case ("POST", "reverse-refund", 1): self = .reverseRefund
        case ("POST", "decline-refund", 1): self = .declineRefund
        case ("POST", "ask-consumption", 1): self = .askConsumption
        case ("POST", "set-token", 1): self = .setToken
        case ("GET", "notifications", 1): self = .listNotifications
        case ("GET", "notifications", 2): self = .readNotification(path[1])
        case ("POST", "notify", 1): self = .notify
        case ("POST", "notifications", 3) where path[2] == "resend": self = .resend(path[1])
        case ("GET", "faults", 1): self = .listFaults
        case ("POST", "faults", 1): self = .addFault
        case ("DELETE", "faults", 1): self = .removeFaults
        case ("DELETE", "faults", 2): self = .removeFault(path[1])
        default: return nil
        }
    }
}
