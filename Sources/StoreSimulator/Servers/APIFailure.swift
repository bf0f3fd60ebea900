/// An error of the Server API: HTTP's status, Apple's number and words.
struct APIFailure: Error, Sendable {
    let status: Int
    let code: Int
    let message: String

    /// The first three digits of Apple's numbers are HTTP's status.
    init(_ code: Int, _ message: String) {
        let rest = 10_000
        status = code / rest
        self.code = code
        self.message = message
    }
}

extension APIFailure {
    static let badRequest = APIFailure(4_000_000, "Bad request.")
    static let revision = APIFailure(4_000_005, "Invalid request revision.")
    static let transactionID = APIFailure(4_000_006, "Invalid transaction id.")
    static let startTooFarBack = APIFailure(4_000_012, "Invalid request. The start date is too far in the past.")
    static let startAfterEnd = APIFailure(4_000_013, "Invalid request. The end date is not after the start date.")
    static let paginationToken = APIFailure(4_000_014, "Invalid request. The pagination token is not good.")
    static let startDate = APIFailure(4_000_015, "Invalid request. The start date is not good.")
    static let endDate = APIFailure(4_000_016, "Invalid request. The end date is not good.")
    static let notificationType = APIFailure(4_000_018, "Invalid request. The notification type is not good.")
    static let severalFilters = APIFailure(4_000_019, "Invalid request. Use one filter only.")
    static let testToken = APIFailure(4_000_020, "Invalid request. The test notification token is not good.")
    static let sort = APIFailure(4_000_021, "Invalid request. The sort parameter is not good.")
    static let productType = APIFailure(4_000_022, "Invalid request. The product type is not good.")
    static let ownershipType = APIFailure(4_000_026, "Invalid request. The in-app ownership type is not good.")
    static let revoked = APIFailure(4_000_030, "Invalid request. The revoked parameter is not good.")
    static let accountTenure = APIFailure(4_000_032, "Invalid request. The account tenure field is not good.")
    static let consumptionToken = APIFailure(4_000_033, "Invalid request. The app account token is not good.")
    static let consumptionStatus = APIFailure(4_000_034, "Invalid request. The consumption status is not good.")
    static let consent = APIFailure(4_000_035, "Invalid request. The customer consent field must be true.")
    static let deliveryStatus = APIFailure(4_000_036, "Invalid request. The delivery status is not good.")
    static let dollarsPurchased = APIFailure(4_000_037, "Invalid request. The dollars purchased are not good.")
    static let dollarsRefunded = APIFailure(4_000_038, "Invalid request. The dollars refunded are not good.")
    static let platform = APIFailure(4_000_039, "Invalid request. The platform is not good.")
    static let playTime = APIFailure(4_000_040, "Invalid request. The play time is not good.")
    static let sampleContent = APIFailure(4_000_041, "Invalid request. The sample content field is not good.")
    static let userStatus = APIFailure(4_000_042, "Invalid request. The user status is not good.")
    static let refundPreference = APIFailure(4_000_044, "Invalid request. The refund preference is not good.")
    static let accountToken = APIFailure(4_000_183, "Invalid request. The app account token is no UUID.")
    static let familyToken = APIFailure(4_000_185, "Invalid request. A family-shared purchase takes no token.")
    static let assignedToken = APIFailure(4_000_227, "Invalid request. An assigned purchase takes no token.")
    static let noURL = APIFailure(4_040_007, "No App Store server notification URL is set for this environment.")
    static let testNotFound = APIFailure(4_040_008, "The test notification is expired, or there was none.")
    static let transactionNotFound = APIFailure(4_040_010, "Transaction id not found.")
    static let rateLimit = APIFailure(4_290_000, "Rate limit exceeded.")
    static let general = APIFailure(5_000_000, "An unknown error occurred.")
}
