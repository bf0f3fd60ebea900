import FoundationEssentials
import WalletDomain

@testable import AppStore

/// Our reader of each kind of proof, set up as the row says. Nil: refused.
enum FixtureReaders {
    /// Genuine by signature, but of an environment other than configured: a later step decides about it.
    static func purchase(_ row: Fixtures.Row) throws -> Purchase? {
        let configured = try row.expected.object("configure")
        let settings = try row.settings(bundleID: configured.optionalText("bundle_id") ?? "none.configured")
        let environment = try configured.text("environment")
        let purchase = try? SignedTransactionVerifier(settings).verify(row.bytes, now: Fixtures.now)
        return purchase?.environment.rawValue == environment ? purchase : nil
    }

    static func signedData(_ row: Fixtures.Row) throws -> SignedPayload? {
        let verifier = SignedDataVerifier(roots: try row.settings(bundleID: "any").anchors.signedData)
        return try? verifier.verify(row.bytes, now: Fixtures.now, bytesMax: 256 * 1_024)
    }

    static func notification(
        _ row: Fixtures.Row, _ settings: AppStoreSettings? = nil
    ) throws -> Result<StoreNotification, ProofError> {
        let verifier = NotificationVerifier(try settings ?? notificationSettings(row))
        do throws(ProofError) {
            return .success(try verifier.verify(row.text, now: Fixtures.now))
        } catch {
            return .failure(error)
        }
    }

    static func notificationSettings(_ row: Fixtures.Row) throws -> AppStoreSettings {
        let configured = try row.expected.object("configure")
        let bundleID = try configured.text("bundle_id")
        return AppStoreSettings(
            appIDs: [bundleID: try configured.optionalInteger("app_apple_id")],
            anchors: try row.settings(bundleID: bundleID).anchors)
    }

    static func receipt(_ row: Fixtures.Row) throws -> VerifiedReceipt? {
        let configured = try row.expected.optionalText("bundle_id_to_configure")
        // Genuine files of the negative rows are of the first app, made ones of the second.
        let bundleIDs = configured.map { [$0] } ?? ["com.cynet.xingqi", "com.example.coinwallet"]
        let settings = AppStoreSettings(
            appIDs: Dictionary(uniqueKeysWithValues: bundleIDs.map { ($0, nil) }),
            anchors: try row.settings(bundleID: "").anchors)
        return try? ReceiptVerifier(settings).verify(row.bytes, now: Fixtures.now)
    }

    /// Asked at the address that the answer itself names.
    static func answer(_ row: Fixtures.Row) -> Result<[Purchase], VerifyReceiptError> {
        do throws(VerifyReceiptError) {
            let answer = try VerifyReceiptAnswer(row.bytes)
            let object = try? JSONObject(parsing: row.bytes)
            let environment = try? object?.optionalText("environment")
            let bundleID = try? object?.object("receipt").optionalText("bundle_id")
            let expected = try? row.expected.optionalText("bundle_id")
            let settings = AppStoreSettings(appIDs: [(expected ?? bundleID) ?? "none": nil])
            // Empty never is the id of an app of ours.
            let ours = expected == "" ? AppStoreSettings(appIDs: ["com.example": nil]) : settings
            return .success(
                try answer.purchases(ours, asked: environment.flatMap { StoreEnvironment(rawValue: $0) } ?? .production)
            )
        } catch {
            return .failure(error)
        }
    }

    static func legacy(_ row: Fixtures.Row, secret: Secret?) throws(ProofError) -> AppStore.LegacyNotification {
        guard case .legacy(let object) = try NotificationBody(row.bytes), let bundleID = try? row.expected.text("bid")
        else { throw .badEncoding }
        return try AppStore.LegacyNotification(object, sharedSecret: secret, AppStoreSettings(appIDs: [bundleID: 1]))
    }
}
