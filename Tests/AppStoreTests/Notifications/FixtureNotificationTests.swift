import AppStore
import FoundationEssentials
import Testing
import WalletDomain

@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureNotificationTests {
    /// Genuine, but without a date to verify at; ours, with its reason in `docs/decisions/0010-apple-words.md`.
    private static let choices = ["jws/notification-did-renew-2022-without-signed-date.jws": false]

    private static func settings(_ row: Fixtures.Row) throws -> AppStoreSettings {
        let configured = try row.expected.object("configure")
        let usual = try row.settings(bundleID: configured.text("bundle_id"))
        return AppStoreSettings(
            appIDs: [try configured.text("bundle_id"): try configured.optionalInteger("app_apple_id")],
            anchors: usual.anchors)
    }

    private static func judge(
        _ row: Fixtures.Row, _ settings: AppStoreSettings? = nil
    ) throws -> Result<StoreNotification, ProofError> {
        let verifier = NotificationVerifier(try settings ?? Self.settings(row))
        do throws(ProofError) {
            return .success(
                try verifier.verify(String(decoding: row.bytes, as: UTF8.self), now: Fixtures.now))
        } catch {
            return .failure(error)
        }
    }

    @Test(
        "notifications get the verdict of the manifest or our choice", arguments: Fixtures.rows("jws-notification-v2"))
    func verdicts(row: Fixtures.Row) throws {
        let notification = try? Self.judge(row).get()
        // Apple's mock chain lacks key identifiers, so strict checking refuses it.
        let isMock = row.path.hasPrefix("apple-testdata/")
        switch row.verdict {
        case "accept": #expect((notification != nil) == !isMock)
        case "reject": #expect(notification == nil)
        case "policy": #expect((notification != nil) == Self.choices[row.path])
        default: Issue.record("a verdict that this test does not know: \(row.verdict)")
        }
        if let notification { try compare(notification, row.expected) }
    }

    private func compare(_ notification: StoreNotification, _ expected: JSONObject) throws {
        let claims = try expected.object("claims")
        let data = try claims.object("data")
        #expect(try notification.id.uuidString.lowercased() == claims.text("notificationUUID"))
        #expect(try notification.type == claims.text("notificationType"))
        #expect(try notification.subtype == claims.optionalText("subtype"))
        #expect(try notification.signedAt == Instant(milliseconds: claims.integer("signedDate")))
        #expect(try notification.environment.rawValue == data.text("environment"))
        #expect(try notification.bundleID == data.text("bundleId"))
        #expect(try notification.consumptionRequestReason == data.optionalText("consumptionRequestReason"))
        let nested = try expected.optionalObject("nested")?.optionalObject("signedTransactionInfo")
        let inner = try nested?.object("claims")
        #expect(try notification.purchase?.transactionID.text == inner?.text("transactionId"))
        #expect(try notification.purchase?.quantity.map(Int64.init) == inner?.integer("quantity"))
        #expect(
            try notification.purchase?.revocation?.at
                == inner?.optionalInteger("revocationDate").map { Instant(milliseconds: $0) })
        #expect(
            try notification.purchase?.revocation?.percentageMilli.map(Int64.init)
                == inner?.optionalInteger("revocationPercentage"))
    }

    @Test("production names the app by its number too: another number is another app")
    func wrongAppNumber() throws {
        let row = try #require(
            Fixtures.rows("jws-notification-v2").first { $0.path.contains("consumption-request-production") })
        let anchors = try Self.settings(row).anchors
        func verdict(_ appIDs: [String: Int64?]) throws -> ProofError? {
            switch try Self.judge(row, AppStoreSettings(appIDs: appIDs, anchors: anchors)) {
            case .success: nil
            case .failure(let error): error
            }
        }
        #expect(try verdict(["com.jrjj.keysns": 1_601_830_814]) == nil)
        #expect(try verdict(["com.jrjj.keysns": 999]) == .wrongApp)
        #expect(try verdict(["com.example.other": 1_601_830_814]) == .wrongApp)
    }

    @Test("forged tokens are no notifications either", arguments: Fixtures.rows("jws-negative"))
    func forged(row: Fixtures.Row) throws {
        let settings = try row.settings(bundleID: "com.example.coinwallet")
        #expect(throws: ProofError.self) {
            try NotificationVerifier(settings).verify(String(decoding: row.bytes, as: UTF8.self), now: Fixtures.now)
        }
    }

    @Test("the genuine pair of a purchase and its refund means what it means")
    func kinds() throws {
        let kinds = Fixtures.rows("jws-notification-v2").compactMap { row -> (String, NotificationKind)? in
            guard let notification = try? Self.judge(row).get() else { return nil }
            return (row.path, notification.kind)
        }
        let table = Dictionary(uniqueKeysWithValues: kinds)
        #expect(table["jws/notification-one-time-charge-cynet.jws"] == .purchased)
        #expect(table["jws/notification-refund-cynet.jws"] == .refunded)
        #expect(table["synthetic/notification-refund-reversed.jws"] == .refundReversed)
        #expect(table["synthetic/notification-refund-declined.jws"] == .information)
        #expect(table["jws/notification-consumption-request-cynet.jws"] == .consumptionRequested)
        #expect(table["synthetic/notification-unknown-type.jws"] == .unknown)
        #expect(table["jws/notification-test-2022.jws"] == .test)
    }
}
