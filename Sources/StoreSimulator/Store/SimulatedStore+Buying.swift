internal import Foundation

extension SimulatedStore {
    /// Sells something. The developer's server is told, unless the order says otherwise.
    @discardableResult
    package func buy(_ order: PurchaseOrder) throws -> SimulatedPurchase {
        guard let product = product(order.productID) else { throw StoreRefusal.unknownProduct(order.productID) }
        try check(order)
        var bought: SimulatedPurchase?
        try write { book in
            let atMs = book.nextEventMs(nowMs: settings.nowMs())
            let purchase = makePurchase(order, product, id: book.nextTransactionID(in: order.environment), atMs)
            bought = purchase
            let type = product.kind == .autoRenewable ? "SUBSCRIBED" : "ONE_TIME_CHARGE"
            let subtype = product.kind == .autoRenewable ? "INITIAL_BUY" : nil
            let notification = makeNotification(type, subtype, purchase, book: book, atMs: atMs)
            return [.bought(purchase: purchase)] + (order.isNotified ? [.notified(notification: notification)] : [])
        }
        guard let bought, let purchase = purchase(bought.transactionID) else {
            throw StoreRefusal.unknownTransaction("")
        }
        return purchase
    }

    private func check(_ order: PurchaseOrder) throws(StoreRefusal) {
        guard (1...PurchaseOrder.quantityMax).contains(order.quantity) else {
            throw .invalid("quantity is 1 to \(PurchaseOrder.quantityMax)")
        }
        if let token = order.appAccountToken, UUID(uuidString: token) == nil {
            throw .invalid("app account token is not a UUID")
        }
        if let price = order.priceMilliunits, price < 0 { throw .invalid("price is below zero") }
        guard ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"].contains(order.ownership) else {
            throw .invalid("ownership is PURCHASED, FAMILY_SHARED or ASSIGNED")
        }
        guard !order.account.isEmpty else { throw .invalid("account is empty") }
    }

    private func makePurchase(
        _ order: PurchaseOrder, _ product: SimulatedProduct, id: String, _ atMs: Int64
    ) -> SimulatedPurchase {
        SimulatedPurchase(
            transactionID: id, orderID: order.orderID ?? "MSIM\(id.suffix(Self.orderDigits))",
            environment: order.environment, account: order.account, bundleID: order.bundleID ?? settings.bundleID,
            productID: product.id, kind: product.kind, quantity: order.quantity,
            priceMilliunits: order.priceMilliunits ?? product.priceMilliunits * Int64(order.quantity),
            currency: order.currency ?? product.currency, storefront: order.storefront, purchasedAtMs: atMs,
            expiresAtMs: product.kind == .autoRenewable ? atMs + Self.subscriptionPeriodMs : nil,
            ownership: order.ownership, appAccountToken: order.appAccountToken?.lowercased())
    }

    private static let orderDigits = 14
    /// 30 days.
    static let subscriptionPeriodMs: Int64 = 30 * 24 * 60 * 60 * 1_000

    /// The app, or its server, finished the transaction: a consumable leaves the receipt. Twice is once.
    package func finish(_ transactionID: String) throws {
        try write { book in
            let purchase = try book.known(transactionID)
            return purchase.isFinished ? [] : [.finished(transactionID: transactionID)]
        }
    }

    /// Replaces the app account token of a purchase.
    package func setAppAccountToken(_ token: String, of transactionID: String) throws {
        guard UUID(uuidString: token) != nil else { throw StoreRefusal.invalid("app account token is not a UUID") }
        try write { book in
            _ = try book.known(transactionID)
            return [.tokenSet(transactionID: transactionID, token: token.lowercased())]
        }
    }
}

extension StoreBook {
    func known(_ transactionID: String) throws(StoreRefusal) -> SimulatedPurchase {
        guard let purchase = purchases[transactionID] else { throw .unknownTransaction(transactionID) }
        return purchase
    }
}
