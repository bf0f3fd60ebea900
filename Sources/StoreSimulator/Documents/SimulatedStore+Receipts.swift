/// PKCS#7 app receipts.
extension SimulatedStore {
    /// The receipt that an account's device holds after a refresh: every consumable that is not finished, and
    /// everything that is no consumable.
    ///
    /// - Returns: base64.
    package func receipt(
        account: String = "customer", in environment: SimulatedEnvironment = .sandbox, bundleID: String? = nil
    ) throws -> String {
        let customer = StoreBook.Customer(
            account: account, bundleID: bundleID ?? settings.bundleID, environment: environment)
        return try receipt(of: customer, purchases: read { $0.purchases(of: customer) }.filter(\.isInReceipt))
    }

    /// A receipt with these entries only, as a device has it that was not refreshed since.
    package func receipt(with purchases: [SimulatedPurchase]) throws -> String {
        guard let first = purchases.first else { throw StoreRefusal.invalid("a receipt of nothing has no owner") }
        return try receipt(of: first.customer, purchases: purchases)
    }

    private func receipt(of customer: StoreBook.Customer, purchases: [SimulatedPurchase]) throws -> String {
        let receipt = SimulatedReceipt(
            receiptType: customer.environment.receiptType, bundleID: customer.bundleID,
            creationDate: StoreTimeText.receipt(signatureMs()), entries: purchases.map(SimulatedReceipt.Entry.init))
        return try authority.makeReceipt(receipt)
    }
}

extension SimulatedPurchase {
    var isInReceipt: Bool { kind != .consumable || !isFinished }
}

extension SimulatedReceipt.Entry {
    init(_ purchase: SimulatedPurchase) {
        self.init(
            productID: purchase.productID, transactionID: purchase.transactionID,
            purchaseDate: StoreTimeText.receipt(purchase.purchasedAtMs), quantity: Int64(purchase.quantity))
        productType = purchase.kind.receiptNumber
        cancellationDate = purchase.revocation.map { StoreTimeText.receipt($0.atMs) } ?? ""
        expiresDate = purchase.expiresAtMs.map(StoreTimeText.receipt) ?? ""
    }
}
