/// The state of the store: what its changes have made. A value, without clock, file or socket.
struct StoreBook: Sendable {
    private(set) var purchases: [String: SimulatedPurchase] = [:]
    /// In the order of purchase.
    private(set) var transactionIDs: [String] = []
    private(set) var notifications: [String: SimulatedNotification] = [:]
    private(set) var notificationIDs: [String] = []
    /// Messages with an attempt to come.
    private(set) var waitingNotificationIDs: Set<String> = []
    private(set) var notificationURLs: [SimulatedEnvironment: String] = [:]
    /// Numbers of the faults that are on.
    private(set) var faultIDs: Set<Int> = []
    private(set) var lastFaultID = 0
    /// Everything but the messages, which are kept as such.
    private(set) var events: [StoreEvent] = []
    private(set) var idBase: Int64 = 0
    private(set) var lastNumber: Int64 = 0
    private var transactionIDsByCustomer: [Customer: [String]] = [:]
    private var transactionIDsByOrder: [String: [String]] = [:]
    private var lastEventMs: Int64 = 0
    private var lastSignedMs: Int64 = 0

    /// Whose receipt and history it is.
    struct Customer: Hashable, Sendable {
        let account: String
        let bundleID: String
        let environment: SimulatedEnvironment
    }

    /// The next change's time: later than every change and signature before, so that the newest word is the newest.
    func nextEventMs(nowMs: Int64) -> Int64 { max(nowMs, lastEventMs + 1, lastSignedMs + 1) }

    /// The time for a signature over today's state.
    mutating func nextSignatureMs(nowMs: Int64) -> Int64 {
        lastSignedMs = max(nowMs, lastEventMs, lastSignedMs)
        return lastSignedMs
    }

    func nextTransactionID(in environment: SimulatedEnvironment) -> String {
        String(environment.firstTransactionID + idBase + Int64(transactionIDs.count))
    }

    func purchases(of customer: Customer) -> [SimulatedPurchase] {
        (transactionIDsByCustomer[customer] ?? []).compactMap { purchases[$0] }
    }

    func purchases(ofOrder orderID: String) -> [SimulatedPurchase] {
        (transactionIDsByOrder[orderID] ?? []).compactMap { purchases[$0] }
    }

    mutating func apply(_ event: StoreEvent) {
        lastNumber = event.number
        lastEventMs = max(lastEventMs, event.atMs)
        switch event.change {
        case .notified(let notification): return insert(notification)
        case .attempted(let id, let attempt, let nextAtMs): return note(attempt, nextAtMs, of: id)
        case .sendingAgain(let id, let atMs): return send(id, atMs)
        case .opened(let base): idBase = base
        case .notificationURLSet(let environment, let url): notificationURLs[environment] = url
        case .faultOn(let id, _):
            faultIDs.insert(id)
            lastFaultID = max(lastFaultID, id)
        case .faultOff(let id, _): faultIDs.remove(id)
        case .bought(let purchase): insert(purchase, event)
        case .finished(let id): update(id, event) { $0.isFinished = true }
        case .tokenSet(let id, let token): update(id, event) { $0.appAccountToken = token }
        case .refunded(let id, let revocation): update(id, event) { $0.revocation = revocation }
        case .refundReversed(let id): update(id, event) { $0.revocation = nil }
        case .refundDeclined(let id): update(id, event) { _ in }
        case .consumptionAsked(let id, let request): update(id, event) { $0.consumptionRequest = request }
        case .consumptionAnswered(let id, let answer): update(id, event) { $0.consumptionAnswers.append(answer) }
        }
        events.append(event)
    }

    private mutating func insert(_ purchase: SimulatedPurchase, _ event: StoreEvent) {
        purchases[purchase.transactionID] = purchase
        transactionIDs.append(purchase.transactionID)
        transactionIDsByCustomer[purchase.customer, default: []].append(purchase.transactionID)
        transactionIDsByOrder[purchase.orderID, default: []].append(purchase.transactionID)
        update(purchase.transactionID, event) { _ in }
    }

    private mutating func update(_ id: String, _ event: StoreEvent, _ change: (inout SimulatedPurchase) -> Void) {
        guard var purchase = purchases.removeValue(forKey: id) else { return }
        change(&purchase)
        purchase.changeNumber = event.number
        purchase.changedAtMs = event.atMs
        purchases[id] = purchase
    }

    private mutating func insert(_ notification: SimulatedNotification) {
        notifications[notification.id] = notification
        notificationIDs.append(notification.id)
        if notification.nextAttemptMs != nil { waitingNotificationIDs.insert(notification.id) }
    }

    private mutating func send(_ id: String, _ atMs: Int64) {
        notifications[id]?.nextAttemptMs = atMs
        waitingNotificationIDs.insert(id)
    }

    private mutating func note(_ attempt: SendAttempt, _ nextAtMs: Int64?, of id: String) {
        notifications[id]?.attempts.append(attempt)
        notifications[id]?.nextAttemptMs = nextAtMs
        if nextAtMs == nil { waitingNotificationIDs.remove(id) } else { waitingNotificationIDs.insert(id) }
    }
}

extension SimulatedPurchase {
    var customer: StoreBook.Customer {
        StoreBook.Customer(account: account, bundleID: bundleID, environment: environment)
    }
}
