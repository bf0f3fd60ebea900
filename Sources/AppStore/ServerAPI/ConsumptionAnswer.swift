internal import WalletDomain

/// How much of a purchase was used, for Apple's decision about a refund. Only with the customer's consent, which the
/// caller knows of.
///
/// Source: Apple, "ConsumptionRequest" (version 2 of Send Consumption Information).
package struct ConsumptionAnswer: Equatable, Sendable {
    package enum Delivery: String, Sendable {
        case delivered = "DELIVERED"
        case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
        case wrongItem = "UNDELIVERED_WRONG_ITEM"
        case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
        case otherReason = "UNDELIVERED_OTHER"
    }

    /// Advice: Apple decides.
    package enum Preference: String, Sendable {
        case decline = "DECLINE"
        case grantFull = "GRANT_FULL"
        case grantProrated = "GRANT_PRORATED"
    }

    private static let wholeMilli = 100_000

    package let delivery: Delivery
    /// Thousandths of a percent, 0 ... 100000; nil says nothing about it.
    package let consumedMilli: Int?
    package let preference: Preference?
    /// Whether the customer could try before buying.
    package let sampleProvided: Bool

    /// - Returns: nil for what Apple refuses: more than all, something used that was not delivered, a share of a
    ///   refund for what was used not at all or wholly.
    package init?(delivery: Delivery, consumedMilli: Int?, preference: Preference? = nil, sampleProvided: Bool = false)
    {
        let consumed = consumedMilli ?? 0
        guard (0...Self.wholeMilli).contains(consumed), delivery == .delivered || consumed == 0 else { return nil }
        guard preference != .grantProrated || (1..<Self.wholeMilli).contains(consumed) else { return nil }
        self.delivery = delivery
        self.consumedMilli = consumedMilli
        self.preference = preference
        self.sampleProvided = sampleProvided
    }

    var body: [UInt8] {
        var writer = JSONWriter()
        writer.object {
            $0.member("customerConsented", true)
            $0.member("sampleContentProvided", sampleProvided)
            $0.member("deliveryStatus", delivery.rawValue)
            $0.member("consumptionPercentage", consumedMilli.map(Int64.init))
            $0.member("refundPreference", preference?.rawValue)
        }
        return writer.bytes
    }
}
