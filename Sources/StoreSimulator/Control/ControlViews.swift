/// What the calls answer; snake_case on the wire.
struct SetupView: Encodable, Sendable {
    let bundleId: String
    let appAppleId: Int64
    let url: String
    let sandboxUrl: String
    let keyId: String
    let issuerId: String
    let notificationUrls: [String: String]
    let speed: Double
    let products: [ProductView]
    let notificationTypes: [String]
    let consumptionReasons: [String]
    let faultKinds: [FaultKindView]
}

struct FaultKindView: Encodable, Sendable {
    let name: String
    let summary: String
    /// Which it can hit.
    let calls: [String]
    let takesMilliseconds: Bool
    let takesStatus: Bool

    init(_ kind: Fault.Kind) {
        name = kind.rawValue
        summary = kind.summary
        calls = StoreCall.allCases.filter(kind.applies).map(\.rawValue)
        takesMilliseconds = kind.takesMilliseconds
        takesStatus = kind.takesStatus
    }
}

struct ProductView: Encodable, Sendable {
    let id: String
    let kind: String
    let priceMilliunits: Int64
    let currency: String
}

struct PurchaseView: Encodable, Sendable {
    let transactionId: String
    let orderId: String
    let environment: String
    let account: String
    let bundleId: String
    let productId: String
    let kind: String
    let quantity: Int
    let priceMilliunits: Int64
    let currency: String
    let storefront: String
    let ownership: String
    let appAccountToken: String?
    let purchasedAtMs: Int64
    let isFinished: Bool
    /// Thousandths of a percent; 0 for none.
    let refundedMilliPercent: Int
    let refundedAtMs: Int64?
    let consumptionRequestedAtMs: Int64?
    let consumptionAnswers: [String]
    var signedTransaction: String?
    var receipt: String?

    init(_ purchase: SimulatedPurchase) {
        transactionId = purchase.transactionID
        orderId = purchase.orderID
        environment = purchase.environment.rawValue
        account = purchase.account
        bundleId = purchase.bundleID
        productId = purchase.productID
        kind = purchase.kind.rawValue
        quantity = purchase.quantity
        priceMilliunits = purchase.priceMilliunits
        currency = purchase.currency
        storefront = purchase.storefront
        ownership = purchase.ownership
        appAccountToken = purchase.appAccountToken
        purchasedAtMs = purchase.purchasedAtMs
        isFinished = purchase.isFinished
        refundedMilliPercent = purchase.revocation?.milliPercent ?? 0
        refundedAtMs = purchase.revocation?.atMs
        consumptionRequestedAtMs = purchase.consumptionRequest?.atMs
        consumptionAnswers = purchase.consumptionAnswers.map(\.body)
    }
}

struct NotificationView: Encodable, Sendable {
    let id: String
    let type: String
    let subtype: String?
    let environment: String
    let version: Int
    let signedAtMs: Int64
    let transactionId: String?
    let nextAttemptMs: Int64?
    let attempts: [AttemptView]
    var signedPayload: String?

    struct AttemptView: Encodable, Sendable {
        let atMs: Int64
        let result: String
        let status: Int?
    }

    init(_ notification: SimulatedNotification) {
        id = notification.id
        type = notification.type
        subtype = notification.subtype
        environment = notification.environment.rawValue
        version = notification.version
        signedAtMs = notification.signedAtMs
        transactionId = notification.transaction?.transactionId
        nextAttemptMs = notification.nextAttemptMs
        attempts = notification.attempts.map { AttemptView(atMs: $0.atMs, result: $0.result, status: $0.status) }
    }
}

struct FaultView: Encodable, Sendable {
    let id: Int
    let hits: Int
    let kind: String
    let call: String?
    let environment: String?
    let times: Int?
    let untilMs: Int64?
    let rate: Double
    let seed: UInt64
    let milliseconds: Int
    let status: Int

    init(_ active: FaultPlan.Active) {
        id = active.id
        hits = active.hits
        kind = active.fault.kind.rawValue
        call = active.fault.call?.rawValue
        environment = active.fault.environment?.rawValue
        times = active.fault.times
        untilMs = active.fault.untilMs
        rate = active.fault.rate
        seed = active.fault.seed
        milliseconds = active.fault.milliseconds
        status = active.fault.status
    }
}
