/// What an app receipt says. Times are written as Apple does: `2024-03-04T05:06:07Z`, an empty text for none.
package struct SimulatedReceipt: Sendable {
    package struct Entry: Sendable {
        package var quantity: Int64 = 1
        package var productID: String
        package var transactionID: String
        package var purchaseDate: String
        /// 1 is a consumable.
        package var productType: Int64 = 1
        package var cancellationDate = ""
        /// Of subscriptions.
        package var expiresDate = ""

        package init(productID: String, transactionID: String, purchaseDate: String, quantity: Int64 = 1) {
            self.productID = productID
            self.transactionID = transactionID
            self.purchaseDate = purchaseDate
            self.quantity = quantity
        }
    }

    /// `Production` or `ProductionSandbox`.
    package var receiptType: String
    package var bundleID: String
    package var creationDate: String
    package var entries: [Entry]

    package init(receiptType: String = "ProductionSandbox", bundleID: String, creationDate: String, entries: [Entry]) {
        self.receiptType = receiptType
        self.bundleID = bundleID
        self.creationDate = creationDate
        self.entries = entries
    }

    /// The content to sign, in DER.
    package var payload: [UInt8] {
        let own = [
            ReceiptEncoding.attribute(0, ReceiptEncoding.utf8(receiptType)),
            ReceiptEncoding.attribute(2, ReceiptEncoding.utf8(bundleID)),
            ReceiptEncoding.attribute(3, ReceiptEncoding.utf8("1")),
            ReceiptEncoding.attribute(12, ReceiptEncoding.ia5(creationDate)),
        ]
        return ReceiptEncoding.set(own + entries.map { ReceiptEncoding.attribute(17, $0.payload) })
    }
}

extension SimulatedReceipt.Entry {
    /// The entry's attributes, in DER.
    package var payload: [UInt8] {
        ReceiptEncoding.set([
            ReceiptEncoding.attribute(1_701, ReceiptEncoding.integer(quantity)),
            ReceiptEncoding.attribute(1_702, ReceiptEncoding.utf8(productID)),
            ReceiptEncoding.attribute(1_703, ReceiptEncoding.utf8(transactionID)),
            ReceiptEncoding.attribute(1_704, ReceiptEncoding.ia5(purchaseDate)),
            ReceiptEncoding.attribute(1_705, ReceiptEncoding.utf8(transactionID)),
            ReceiptEncoding.attribute(1_706, ReceiptEncoding.ia5(purchaseDate)),
            ReceiptEncoding.attribute(1_707, ReceiptEncoding.integer(productType)),
            ReceiptEncoding.attribute(1_708, ReceiptEncoding.ia5(expiresDate)),
            ReceiptEncoding.attribute(1_712, ReceiptEncoding.ia5(cancellationDate)),
        ])
    }
}
