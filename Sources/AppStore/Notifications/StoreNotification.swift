package import WalletDomain

package import struct FoundationEssentials.UUID

/// A notification (version 2) that Apple signed, for one of our apps. Only `NotificationVerifier` makes one.
///
/// Source: Apple, "responseBodyV2DecodedPayload".
package struct StoreNotification: Equatable, Sendable {
    /// `notificationUUID`: the same through all of Apple's attempts to deliver it.
    package let id: UUID
    /// `notificationType`, as Apple wrote it: new ones appear at any time.
    package let type: String
    package let subtype: String?
    /// `signedDate`; for the few of early 2022 that lack it, the time at which it was verified.
    package let signedAt: Instant
    package let environment: StoreEnvironment
    package let bundleID: String
    /// The transaction inside, verified on its own and of the same app and environment; nil if there is none.
    package let purchase: Purchase?
    /// Why the customer wants money back, in Apple's word; only in a `CONSUMPTION_REQUEST`, and not always.
    package let consumptionRequestReason: String?

    init(
        id: UUID, type: String, subtype: String?, signedAt: Instant, environment: StoreEnvironment, bundleID: String,
        purchase: Purchase?, consumptionRequestReason: String?
    ) {
        self.id = id
        self.type = type
        self.subtype = subtype
        self.signedAt = signedAt
        self.environment = environment
        self.bundleID = bundleID
        self.purchase = purchase
        self.consumptionRequestReason = consumptionRequestReason
    }

    package var kind: NotificationKind { NotificationKind(type: type) }
}

/// What a notification means to a wallet. An allow-list: whatever is not named here moves no coins.
package enum NotificationKind: Equatable, Sendable {
    /// Somebody bought a one-time product: credit it, unless the app was faster.
    case purchased
    /// Apple gave money back: take the coins of it back.
    case refunded
    /// Apple took a refund back: give the coins again.
    case refundReversed
    /// Apple asks how much was used; an answer is worth something for twelve hours.
    case consumptionRequested
    /// Somebody asked Apple for a test.
    case test
    /// Known and of no effect here: subscriptions, refunds declined, and so on.
    case information
    /// Not in Apple's documentation when this was written: stored, counted, of no effect.
    case unknown

    package init(type: String) {
        switch type {
        case "ONE_TIME_CHARGE": self = .purchased
        case "REFUND": self = .refunded
        case "REFUND_REVERSED": self = .refundReversed
        case "CONSUMPTION_REQUEST": self = .consumptionRequested
        case "TEST": self = .test
        default: self = Self.informative.contains(type) ? .information : .unknown
        }
    }

    private static let informative: Set<String> = [
        "REFUND_DECLINED", "REVOKE", "SUBSCRIBED", "DID_RENEW", "EXPIRED", "DID_CHANGE_RENEWAL_PREF",
        "DID_CHANGE_RENEWAL_STATUS", "DID_FAIL_TO_RENEW", "GRACE_PERIOD_EXPIRED", "OFFER_REDEEMED", "PRICE_INCREASE",
        "PRICE_CHANGE", "RENEWAL_EXTENDED", "RENEWAL_EXTENSION", "METADATA_UPDATE", "MIGRATION",
        "EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT",
    ]
}
