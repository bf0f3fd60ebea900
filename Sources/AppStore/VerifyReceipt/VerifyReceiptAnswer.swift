internal import WalletDomain

/// An answer of verifyReceipt. Not signed: believe it only if it came from Apple over TLS.
struct VerifyReceiptAnswer {
    private static let httpStatus = 200

    let status: ReceiptStatus
    private let object: LooseObject

    init(_ body: [UInt8]) throws(VerifyReceiptError) {
        do throws(JSONError) {
            object = LooseObject(try JSONObject(parsing: body))
        } catch {
            throw .unreadable(status: Self.httpStatus)
        }
        guard let number = object.integer("status") else { throw .unreadable(status: Self.httpStatus) }
        status = ReceiptStatus(
            number, isRetryable: object.boolean("is-retryable") ?? object.boolean("is_retryable"))
    }

    /// Every purchase in either list, by transaction id, each once. An entry whose product is the app itself is its
    /// download, no purchase (case V-7).
    ///
    /// - Parameter asked: the store whose address gave the answer.
    func purchases(
        _ settings: AppStoreSettings, asked: StoreEnvironment
    ) throws(VerifyReceiptError) -> [Purchase] {
        guard status == .valid else { throw .status(status) }
        guard let receipt = object.object("receipt") else { throw .content("receipt") }
        guard receipt["bid"] == nil || receipt["bundle_id"] != nil else { throw .oldFormat }
        guard let bundleID = receipt.text("bundle_id"), settings.isOurs(bundleID: bundleID) else { throw .wrongApp }
        try check(receipt, asked)
        let reader = InAppReader(
            environment: asked, bundleID: bundleID, receiptMs: receipt.integer("receipt_creation_date_ms"))
        let entries = receipt.objects("in_app") + object.objects("latest_receipt_info")
        guard entries.count <= Limits.receiptEntriesMax else { throw .content("in_app") }
        var byID: [TransactionID: Int] = [:]
        var purchases: [Purchase] = []
        for entry in entries where entry.text("product_id") != bundleID {
            let purchase = try reader.purchase(entry)
            guard let index = byID.updateValue(purchases.count, forKey: purchase.transactionID) else {
                purchases.append(purchase)
                continue
            }
            byID[purchase.transactionID] = index
            // Two copies of one purchase: a refund in either is a refund.
            if purchases[index].revocation == nil { purchases[index] = purchase }
        }
        return purchases
    }

    /// The environment stands in two places and follows from the address: all must agree.
    private func check(_ receipt: LooseObject, _ asked: StoreEnvironment) throws(VerifyReceiptError) {
        if let text = object.text("environment") {
            guard StoreEnvironment(rawValue: text) == asked else { throw .contradiction }
        }
        switch receipt.text("receipt_type") {
        case "Production", "ProductionVPP": guard asked == .production else { throw .contradiction }
        case "Sandbox", "ProductionSandbox", "ProductionVPPSandbox":
            guard asked == .sandbox else { throw .contradiction }
        case nil: guard object.text("environment") != nil else { throw .contradiction }
        default: throw .contradiction  // Xcode, and whatever Apple may invent
        }
    }
}

/// Reads one in-app entry.
private struct InAppReader {
    let environment: StoreEnvironment
    let bundleID: String
    /// When the receipt was made. An entry is no newer word than that, whenever Apple was asked: what a notification
    /// said later must win. It is no older than its own dates.
    let receiptMs: Int64?

    func purchase(_ entry: LooseObject) throws(VerifyReceiptError) -> Purchase {
        guard let productID = entry.text("product_id"), isStorable(productID) else { throw .content("product_id") }
        guard let purchasedMs = entry.integer("purchase_date_ms") else { throw .content("purchase_date_ms") }
        let revocation = try revocation(entry)
        let signedMs = max(receiptMs ?? .min, purchasedMs, revocation?.at.milliseconds ?? .min)
        return Purchase(
            environment: environment, transactionID: try transactionID(entry),
            originalTransactionID: entry.text("original_transaction_id").flatMap { isStorable($0) ? $0 : nil },
            bundleID: bundleID, productID: productID,
            kind: kind(entry), quantity: quantity(entry), purchasedAt: Instant(milliseconds: purchasedMs),
            signedAt: Instant(milliseconds: signedMs), appAccountToken: entry.uuid("app_account_token"),
            ownership: ownership(entry), revocation: revocation)
    }

    private func transactionID(_ entry: LooseObject) throws(VerifyReceiptError) -> TransactionID {
        guard let text = entry.text("transaction_id") else { throw .content("transaction_id") }
        do throws(WalletError) {
            return try TransactionID(text)
        } catch {
            throw .content("transaction_id")
        }
    }

    /// The answer does not say what kind of product it is. What expires or renews is no consumable.
    private func kind(_ entry: LooseObject) -> ProductKind? {
        let renews = entry["expires_date_ms"] != nil || entry["web_order_line_item_id"] != nil
        return renews ? .other("Subscription") : nil
    }

    /// Absent is one; an impossible number is held for review.
    private func quantity(_ entry: LooseObject) -> Int? {
        guard entry["quantity"] != nil else { return 1 }
        guard let number = entry.integer("quantity"), (1...Int64(Limits.purchaseQuantityMax)).contains(number) else {
            return nil
        }
        return Int(number)
    }

    private func ownership(_ entry: LooseObject) -> Ownership {
        guard let text = entry.text("in_app_ownership_type"), text != "PURCHASED" else { return .purchased }
        return .other(text)
    }

    /// A date of a refund that cannot be read must not look like none.
    private func revocation(_ entry: LooseObject) throws(VerifyReceiptError) -> Revocation? {
        if let ms = entry.integer("cancellation_date_ms") { return Revocation(at: Instant(milliseconds: ms)) }
        let isMarked = ["cancellation_date", "cancellation_date_ms"].contains { entry.text($0) != nil }
        guard !isMarked else { throw .content("cancellation_date_ms") }
        return nil
    }
}
