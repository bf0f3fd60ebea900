import AppStore
import Crypto
import FoundationEssentials
import StoreSimulator
import Testing
import WalletDomain

/// Kinds whose verdict is more than yes or no.
enum FixtureChecks {
    /// The format of iOS 6 is dead: no reader of ours takes it for a proof.
    static func oldReceipt(_ row: Fixtures.Row) throws {
        #expect(row.verdict == "unverifiable locally")
        #expect(throws: ProofError.self) { try ReceiptVerifier(Forge.settings).verify(row.bytes, now: Fixtures.now) }
        #expect(throws: ProofError.self) {
            try SignedTransactionVerifier(Forge.settings).verify(row.bytes, now: Fixtures.now)
        }
    }

    /// Nothing without the shared secret; with it a hint, and the receipt inside is judged on its own.
    static func legacyNotification(_ row: Fixtures.Row) throws {
        for secret in [nil, Secret(""), Secret("another")] {
            #expect(throws: ProofError.invalidSignature(.signature)) {
                try FixtureReaders.legacy(row, secret: secret)
            }
        }
        let secret = row.text.contains("\"********\"") ? "********" : "dummy_shared_secret"
        let notification = try FixtureReaders.legacy(row, secret: Secret(secret))
        #expect(try notification.type == row.expected.text("notification_type"))
        let isProduction = try row.expected.text("environment") == "PROD"
        #expect(notification.environment == (isProduction ? .production : .sandbox))
        #expect(!notification.transactionIDs.isEmpty)
        let settings = AppStoreSettings(appIDs: [notification.bundleID: nil])
        let receipt = try? ReceiptVerifier(settings).verify(try #require(notification.receipt), now: Fixtures.now)
        let payload = try row.expected.optionalObject("latest_receipt_verified")?.object("payload")
        #expect(try receipt.map { Int64($0.purchases.count) } == payload?.integer("in_app_count"))
        #expect(try receipt?.bundleID == payload?.text("bundle_id"))
    }

    /// Worth nothing as it is; signed by a root that is believed it is read, unless its store is not the App Store.
    static func unsignedPayload(_ row: Fixtures.Row) throws {
        #expect(throws: ProofError.badEncoding) {
            try SignedTransactionVerifier(Forge.settings).verify(row.bytes, now: Forge.now)
        }
        let bundleID = "com.example"
        let settings = AppStoreSettings(appIDs: [bundleID: nil], anchors: Forge.settings.anchors)
        let asItIs = try Forge.authority.sign(payload: row.bytes)
        let text = row.text.replacing("LocalTesting", with: "Sandbox")
        guard row.text.contains("notificationType") else {
            let verifier = SignedTransactionVerifier(settings)
            #expect(throws: ProofError.wrongEnvironment) { try verifier.verify(asItIs, now: Forge.now) }
            let signed = try Forge.authority.sign(payload: Array(text.utf8))
            try compare(verifier.verify(signed, now: Forge.now), row.expected)
            return
        }
        let verifier = NotificationVerifier(settings)
        #expect(throws: ProofError.wrongEnvironment) { try verifier.verify(asItIs, now: Forge.now) }
        let inner = try Forge.authority.sign(Forge.transaction { $0.bundleId = bundleID })
        let renewal = try Forge.authority.sign(
            payload: Array(#"{"environment":"Sandbox","signedDate":1698148900000}"#.utf8))
        let whole = text.replacing("signed_transaction_info_value", with: inner)
            .replacing("signed_renewal_info_value", with: renewal)
        let notification = try verifier.verify(
            Forge.authority.sign(payload: Array(whole.utf8)), now: Forge.now)
        let data = try row.expected.object("data")
        #expect(notification.kind == .consumptionRequested && notification.purchase != nil)
        #expect(try notification.consumptionRequestReason == data.text("consumptionRequestReason"))
        #expect(try notification.id.uuidString.lowercased() == row.expected.text("notificationUUID"))
    }

    static func compare(_ purchase: Purchase, _ claims: JSONObject) throws {
        #expect(try purchase.transactionID.text == claims.text("transactionId"))
        #expect(try purchase.originalTransactionID == claims.text("originalTransactionId"))
        #expect(try purchase.bundleID == claims.text("bundleId"))
        #expect(try purchase.productID == claims.text("productId"))
        #expect(try purchase.purchasedAt == Instant(milliseconds: claims.integer("purchaseDate")))
        #expect(try purchase.signedAt == Instant(milliseconds: claims.integer("signedDate")))
        #expect(try purchase.quantity.map(Int64.init) == claims.integer("quantity"))
        #expect(try (purchase.kind == .consumable) == (claims.text("type") == "Consumable"))
        #expect(try (purchase.ownership == .purchased) == (claims.text("inAppOwnershipType") == "PURCHASED"))
        #expect(try purchase.price?.milliunits == claims.optionalInteger("price"))
        #expect(try purchase.price?.currency == claims.optionalText("currency"))
        #expect(try purchase.storefront == claims.optionalText("storefront"))
        #expect(
            try purchase.appAccountToken?.uuidString.lowercased()
                == claims.optionalText("appAccountToken")?.lowercased())
        #expect(
            try purchase.revocation?.at == claims.optionalInteger("revocationDate").map { Instant(milliseconds: $0) })
        #expect(
            try purchase.revocation?.percentageMilli.map(Int64.init) == claims.optionalInteger("revocationPercentage"))
        #expect(try purchase.revocation?.type == claims.optionalText("revocationType"))
    }
}
