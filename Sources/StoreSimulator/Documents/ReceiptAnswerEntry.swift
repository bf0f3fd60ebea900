/// One entry of `in_app`: every value is a string, numbers and truth values too.
enum ReceiptAnswerEntry {
    static func members(_ purchase: SimulatedPurchase) -> [String: String] {
        var members = [
            "quantity": String(purchase.quantity), "product_id": purchase.productID,
            "transaction_id": purchase.transactionID, "original_transaction_id": purchase.originalTransactionID,
            "is_trial_period": "false", "in_app_ownership_type": purchase.ownership,
        ]
        add(purchase.purchasedAtMs, "purchase_date", to: &members)
        add(purchase.purchasedAtMs, "original_purchase_date", to: &members)
        members["app_account_token"] = purchase.appAccountToken
        if let expires = purchase.expiresAtMs {
            add(expires, "expires_date", to: &members)
            members["web_order_line_item_id"] = purchase.transactionID
            members["is_in_intro_offer_period"] = "false"
        }
        if let revocation = purchase.revocation {
            add(revocation.atMs, "cancellation_date", to: &members)
            members["cancellation_reason"] = String(revocation.reason)
        }
        return members
    }

    /// What the receipt itself says, for purchases that the store no longer knows.
    static func members(_ entry: ReceivedReceipt.Entry) -> [String: String] {
        var members = [
            "quantity": String(entry.quantity), "product_id": entry.productID,
            "transaction_id": entry.transactionID, "original_transaction_id": entry.transactionID,
            "is_trial_period": "false", "in_app_ownership_type": "PURCHASED",
        ]
        for (text, name) in [
            (entry.purchaseDate, "purchase_date"), (entry.purchaseDate, "original_purchase_date"),
            (entry.cancellationDate, "cancellation_date"), (entry.expiresDate, "expires_date"),
        ] {
            if let ms = StoreTimeText.ms(receipt: text) { add(ms, name, to: &members) }
        }
        return members
    }

    /// The three forms of one time.
    static func add(_ ms: Int64, _ name: String, to members: inout [String: String]) {
        members[name] = StoreTimeText.verifyReceipt(ms)
        members[name + "_ms"] = String(ms)
        members[name + "_pst"] = StoreTimeText.losAngeles(ms)
    }
}
