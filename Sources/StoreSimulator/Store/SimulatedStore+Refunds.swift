extension SimulatedStore {
    /// Gives money back.
    ///
    /// - Parameters:
    ///   - milliPercent: how much of the purchase is refunded by now, in thousandths of a percent: 33,333 is a third.
    ///     A later, larger one replaces it.
    ///   - reason: 1 for a problem with the app, 0 for any other.
    package func refund(_ transactionID: String, milliPercent: Int = 100_000, reason: Int = 0) throws {
        guard (1...SimulatedPurchase.Revocation.wholeMilliPercent).contains(milliPercent) else {
            throw StoreRefusal.invalid("a refund is 1 to 100000 thousandths of a percent")
        }
        guard (0...1).contains(reason) else { throw StoreRefusal.invalid("the reason is 0 or 1") }
        try change(transactionID, notifying: "REFUND") { purchase, atMs in
            if let before = purchase.revocation, before.milliPercent >= milliPercent {
                throw StoreRefusal.invalid("\(before.milliPercent) thousandths of a percent are refunded already")
            }
            let revocation = SimulatedPurchase.Revocation(atMs: atMs, milliPercent: milliPercent, reason: reason)
            purchase.revocation = revocation
            return .refunded(transactionID: transactionID, revocation: revocation)
        }
    }

    /// Takes the refund back: the customer lost a dispute, or Apple thought again.
    package func reverseRefund(_ transactionID: String) throws {
        try change(transactionID, notifying: "REFUND_REVERSED") { purchase, _ in
            guard purchase.revocation != nil else { throw StoreRefusal.invalid("\(transactionID) is not refunded") }
            purchase.revocation = nil
            return .refundReversed(transactionID: transactionID)
        }
    }

    /// The customer asked for a refund and gets none.
    package func declineRefund(_ transactionID: String) throws {
        try change(transactionID, notifying: "REFUND_DECLINED") { purchase, _ in
            guard purchase.revocation == nil else { throw StoreRefusal.invalid("\(transactionID) is refunded") }
            return .refundDeclined(transactionID: transactionID)
        }
    }

    /// The customer asks for a refund; the developer has 12 hours to say how much of it was used.
    package func askConsumption(_ transactionID: String, reason: String = "UNINTENDED_PURCHASE") throws {
        guard Self.consumptionReasons.contains(reason) else {
            throw StoreRefusal.invalid("the reason is one of \(Self.consumptionReasons.joined(separator: ", "))")
        }
        try change(transactionID, notifying: "CONSUMPTION_REQUEST", reason: reason) { purchase, atMs in
            let request = SimulatedPurchase.ConsumptionRequest(atMs: atMs, reason: reason)
            purchase.consumptionRequest = request
            return .consumptionAsked(transactionID: transactionID, request: request)
        }
    }

    package static let consumptionReasons = [
        "UNINTENDED_PURCHASE", "FULFILLMENT_ISSUE", "UNSATISFIED_WITH_PURCHASE", "LEGAL", "OTHER",
    ]

    /// - Parameters:
    ///   - body: what the developer sent, checked before.
    ///   - version: of the call.
    func recordConsumption(_ body: String, version: Int, of transactionID: String) throws {
        try write { book in
            _ = try book.known(transactionID)
            let atMs = book.nextEventMs(nowMs: settings.nowMs())
            let answer = SimulatedPurchase.ConsumptionAnswer(atMs: atMs, version: version, body: body)
            return [.consumptionAnswered(transactionID: transactionID, answer: answer)]
        }
    }

    /// One change of a purchase, and the message about it with the purchase as it is then.
    private func change(
        _ transactionID: String, notifying type: String, reason: String? = nil,
        _ decide: (inout SimulatedPurchase, Int64) throws -> StoreChange
    ) throws {
        try write { book in
            var purchase = try book.known(transactionID)
            let atMs = book.nextEventMs(nowMs: settings.nowMs())
            let change = try decide(&purchase, atMs)
            let notification = makeNotification(type, nil, purchase, reason: reason, book: book, atMs: atMs)
            return [change, .notified(notification: notification)]
        }
    }
}
