/// What verifyReceipt answers; the status decides, HTTP's is always 200.
struct VerifyReceiptAnswer: Encodable, Sendable {
    let status: Int
    var environment: String?
    var receipt: Receipt?
    /// Only if the receipt holds subscriptions.
    var latestReceipt: String?
    var latestReceiptInfo: [[String: String]]?
    var pendingRenewalInfo: [[String: String]]?

    private enum CodingKeys: String, CodingKey {
        case status, environment, receipt
        case latestReceipt = "latest_receipt"
        case latestReceiptInfo = "latest_receipt_info"
        case pendingRenewalInfo = "pending_renewal_info"
    }

    struct Receipt: Encodable, Sendable {
        /// Strings, like the members of the entries.
        var members: [String: String]
        let appID: Int64
        let entries: [[String: String]]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Name.self)
            for (name, value) in members { try container.encode(value, forKey: Name(name)) }
            // Numbers, unlike everything else.
            for name in ["adam_id", "app_item_id"] { try container.encode(appID, forKey: Name(name)) }
            for name in ["download_id", "version_external_identifier"] {
                try container.encode(0, forKey: Name(name))
            }
            try container.encode(entries, forKey: Name("in_app"))
        }
    }

    private struct Name: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(_ name: String) { stringValue = name }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }
}
