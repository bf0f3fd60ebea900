/// One line of the list of truth.
package struct StoreEvent: Codable, Sendable {
    /// 1, 2, 3 …
    package let number: Int64
    package let atMs: Int64
    package let change: StoreChange
}

/// Everything that can happen in the store. The state is what these changes make, one after the other.
package enum StoreChange: Codable, Sendable {
    /// The first of all: where transaction ids begin.
    case opened(idBase: Int64)
    case bought(purchase: SimulatedPurchase)
    case finished(transactionID: String)
    case tokenSet(transactionID: String, token: String)
    case refunded(transactionID: String, revocation: SimulatedPurchase.Revocation)
    case refundReversed(transactionID: String)
    case refundDeclined(transactionID: String)
    case consumptionAsked(transactionID: String, request: SimulatedPurchase.ConsumptionRequest)
    case consumptionAnswered(transactionID: String, answer: SimulatedPurchase.ConsumptionAnswer)
    case notified(notification: SimulatedNotification)
    case sendingAgain(notificationID: String, atMs: Int64)
    /// - Parameter nextAtMs: when it is tried again; nil is never.
    case attempted(notificationID: String, attempt: SendAttempt, nextAtMs: Int64?)
    /// Where one world's messages go from now on; nil is nowhere.
    case notificationURLSet(environment: SimulatedEnvironment, url: String?)
    case faultOn(id: Int, fault: Fault)
    /// Switched off, used up, over, or ended with the process that it was on in.
    /// - Parameter hits: how often it struck; nil if that is not known any more.
    case faultOff(id: Int, hits: Int?)
}
