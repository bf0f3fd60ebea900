/// Of Send Consumption Information, version 2: what Apple demands of it.
struct ConsumptionBody: Decodable, Sendable {
    let customerConsented: Bool?
    let sampleContentProvided: Bool?
    let deliveryStatus: String?
    let consumptionPercentage: Int?
    let refundPreference: String?

    private static let delivered = "DELIVERED"
    private static let notDelivered: Set = [
        "UNDELIVERED_QUALITY_ISSUE", "UNDELIVERED_WRONG_ITEM", "UNDELIVERED_SERVER_OUTAGE", "UNDELIVERED_OTHER",
    ]
    private static let preferences: Set = ["DECLINE", "GRANT_FULL", "GRANT_PRORATED"]
    private static let wholePercentage = 100_000

    /// Apple names the errors about the percentage, and does not say their numbers: they are general ones here.
    static func check(_ bytes: [UInt8], isSubscription: Bool) throws(APIFailure) {
        // What is no such JSON is a bad request.
        guard let body = try? JSONText.decode(ConsumptionBody.self, bytes) else { throw .badRequest }
        guard body.customerConsented == true else { throw .consent }
        guard body.sampleContentProvided != nil else { throw .sampleContent }
        guard let status = body.deliveryStatus, status == delivered || notDelivered.contains(status) else {
            throw .deliveryStatus
        }
        if let preference = body.refundPreference, !preferences.contains(preference) { throw .refundPreference }
        try body.checkPercentage(isSubscription: isSubscription)
    }

    private func checkPercentage(isSubscription: Bool) throws(APIFailure) {
        if let percentage = consumptionPercentage {
            guard !isSubscription else { throw APIFailure(4_000_000, "ConsumptionPercentageAutoRenewable") }
            guard (0...Self.wholePercentage).contains(percentage) else {
                throw APIFailure(4_000_000, "ConsumptionPercentageOutOfRange")
            }
            guard deliveryStatus == Self.delivered || percentage == 0 else {
                throw APIFailure(4_000_000, "UndeliveredConsumptionPercentageNonZero")
            }
        }
        guard refundPreference == "GRANT_PRORATED" else { return }
        guard let percentage = consumptionPercentage, percentage > 0, percentage < Self.wholePercentage else {
            throw .refundPreference
        }
    }
}

/// The same of version 1: whole numbers, 0 for undeclared.
struct ConsumptionBodyV1: Decodable, Sendable {
    let customerConsented: Bool?
    let sampleContentProvided: Bool?
    let appAccountToken: String?
    let consumptionStatus: Int?
    let platform: Int?
    let deliveryStatus: Int?
    let accountTenure: Int?
    let playTime: Int?
    let lifetimeDollarsRefunded: Int?
    let lifetimeDollarsPurchased: Int?
    let userStatus: Int?
    let refundPreference: Int?

    static func check(_ bytes: [UInt8]) throws(APIFailure) {
        // What is no such JSON is a bad request.
        guard let body = try? JSONText.decode(ConsumptionBodyV1.self, bytes) else { throw .badRequest }
        guard body.customerConsented == true else { throw .consent }
        guard body.sampleContentProvided != nil else { throw .sampleContent }
        guard let token = body.appAccountToken, token.isEmpty || UUIDText.isOne(token) else {
            throw .consumptionToken
        }
        let fields: [(Int?, ClosedRange<Int>, APIFailure)] = [
            (body.consumptionStatus, 0...3, .consumptionStatus), (body.platform, 0...2, .platform),
            (body.deliveryStatus, 0...5, .deliveryStatus), (body.accountTenure, 0...7, .accountTenure),
            (body.playTime, 0...7, .playTime), (body.lifetimeDollarsRefunded, 0...7, .dollarsRefunded),
            (body.lifetimeDollarsPurchased, 0...7, .dollarsPurchased), (body.userStatus, 0...4, .userStatus),
        ]
        for (value, range, failure) in fields {
            guard let value, range.contains(value) else { throw failure }
        }
        guard (0...3).contains(body.refundPreference ?? 0) else { throw .refundPreference }
    }
}
