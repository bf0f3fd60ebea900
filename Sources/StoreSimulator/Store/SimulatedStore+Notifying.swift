internal import Foundation

extension SimulatedStore {
    /// A message about a purchase, as yet only made. It waits to be sent if there is somewhere to send it to.
    func makeNotification(
        _ type: String, _ subtype: String?, _ purchase: SimulatedPurchase?, reason: String? = nil,
        in environment: SimulatedEnvironment? = nil, version: Int? = nil, book: StoreBook, atMs: Int64
    ) -> SimulatedNotification {
        let environment = purchase?.environment ?? environment ?? .sandbox
        let isSubscription = purchase?.kind == .autoRenewable
        let version = version ?? settings.notificationVersion
        let isSent =
            book.notificationURLs[environment] != nil
            && (version != 1 || LegacyNotification.types.contains(type))
        return SimulatedNotification(
            id: UUID().uuidString.lowercased(), type: type, subtype: subtype, environment: environment,
            bundleID: purchase?.bundleID ?? settings.bundleID, signedAtMs: atMs,
            transaction: purchase.map { SimulatedTransaction($0, signedAtMs: atMs) },
            renewal: purchase.flatMap { isSubscription ? SimulatedRenewal($0, signedAtMs: atMs) : nil },
            consumptionRequestReason: reason, version: version,
            nextAttemptMs: isSent ? settings.nowMs() : nil)
    }

    /// Sends a message of any type, whether it makes sense or not.
    ///
    /// - Parameters:
    ///   - transactionID: what it is about; nil for types that are about none.
    ///   - version: 1 or 2; nil is the store's.
    @discardableResult
    package func notify(
        _ type: String, subtype: String? = nil, about transactionID: String? = nil,
        in environment: SimulatedEnvironment = .sandbox, version: Int? = nil
    ) throws -> SimulatedNotification {
        var made: SimulatedNotification?
        try write { book in
            let purchase = try transactionID.map { id throws(StoreRefusal) in try book.known(id) }
            let atMs = book.nextEventMs(nowMs: settings.nowMs())
            let notification = makeNotification(
                type, subtype, purchase, in: environment, version: version, book: book, atMs: atMs)
            made = notification
            return [.notified(notification: notification)]
        }
        guard let made else { throw StoreRefusal.unknownNotification("") }
        return made
    }

    /// One more attempt, now.
    package func resend(_ notificationID: String) throws {
        try write { book in
            guard let notification = book.notifications[notificationID] else {
                throw StoreRefusal.unknownNotification(notificationID)
            }
            guard book.notificationURLs[notification.environment] != nil else {
                throw StoreRefusal.invalid("no notification URL is set for \(notification.environment.rawValue)")
            }
            return [.sendingAgain(notificationID: notificationID, atMs: settings.nowMs())]
        }
    }
}
