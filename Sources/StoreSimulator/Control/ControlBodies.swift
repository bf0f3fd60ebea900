/// What the calls take; snake_case on the wire.
struct BuyBody: Decodable, Sendable {
    let productId: String
    let quantity: Int?
    let environment: SimulatedEnvironment?
    let account: String?
    let appAccountToken: String?
    let storefront: String?
    /// For the whole quantity, in thousandths.
    let priceMilliunits: Int64?
    let currency: String?
    let ownership: String?
    let bundleId: String?
    let orderId: String?
    /// False: the developer's server is not told.
    let notify: Bool?

    var order: PurchaseOrder {
        var order = PurchaseOrder(productId, quantity: quantity ?? 1, in: environment ?? .production)
        order.account = account ?? order.account
        order.appAccountToken = appAccountToken
        order.storefront = storefront ?? order.storefront
        order.priceMilliunits = priceMilliunits
        order.currency = currency
        order.ownership = ownership ?? order.ownership
        order.bundleID = bundleId
        order.orderID = orderId
        order.isNotified = notify ?? true
        return order
    }
}

struct TransactionBody: Decodable, Sendable {
    let transactionId: String
    /// Of a refund: 1 … 100,000.
    let milliPercent: Int?
    /// Of a refund: 0 or 1.
    let reason: Int?
    /// Of a consumption request.
    let consumptionReason: String?
    let appAccountToken: String?
}

struct NotifyBody: Decodable, Sendable {
    let type: String
    let subtype: String?
    let transactionId: String?
    let environment: SimulatedEnvironment?
    let version: Int?
}

struct NotificationURLBody: Decodable, Sendable {
    /// Empty: nowhere.
    let url: String
    /// Nil: both.
    let environment: SimulatedEnvironment?
}

struct FaultBody: Decodable, Sendable {
    let kind: Fault.Kind
    let call: StoreCall?
    let environment: SimulatedEnvironment?
    let times: Int?
    let seconds: Double?
    let rate: Double?
    let seed: UInt64?
    let milliseconds: Int?
    let status: Int?

    func fault(nowMs: Int64) throws(StoreRefusal) -> Fault {
        let msPerSecond = 1_000.0
        let secondsMax = 1_000_000.0
        guard (0...secondsMax).contains(seconds ?? 0) else { throw .invalid("seconds is 0 to \(Int(secondsMax))") }
        var fault = Fault(kind, call: call, times: times)
        fault.environment = environment
        fault.untilMs = seconds.map { nowMs + Int64($0 * msPerSecond) }
        fault.rate = rate ?? fault.rate
        fault.seed = seed ?? fault.seed
        fault.milliseconds = milliseconds ?? fault.milliseconds
        fault.status = status ?? fault.status
        return fault
    }
}
