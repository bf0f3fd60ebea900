import AppStore
import FoundationEssentials
import Testing
import WalletDomain

@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureNotificationTests {
    @Test("a notification says what Apple signed", arguments: Fixtures.rows(.notification))
    func contents(row: Fixtures.Row) throws {
        guard let notification = try? FixtureReaders.notification(row).get() else { return }
        try compare(notification, row.expected)
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
        let row = try Fixtures.row("jws/notification-consumption-request-production.jws")
        let anchors = try FixtureReaders.notificationSettings(row).anchors
        func verdict(_ appIDs: [String: Int64?]) throws -> ProofError? {
            switch try FixtureReaders.notification(row, AppStoreSettings(appIDs: appIDs, anchors: anchors)) {
            case .success: nil
            case .failure(let error): error
            }
        }
        #expect(try verdict(["com.jrjj.keysns": 1_601_830_814]) == nil)
        #expect(try verdict(["com.jrjj.keysns": 999]) == .wrongApp)
        #expect(try verdict(["com.example.other": 1_601_830_814]) == .wrongApp)
    }

    @Test("forged tokens are no notifications either", arguments: Fixtures.rows(.oddToken))
    func forged(row: Fixtures.Row) throws {
        let settings = try row.settings(bundleID: "com.example.coinwallet")
        #expect(throws: ProofError.self) {
            try NotificationVerifier(settings).verify(String(decoding: row.bytes, as: UTF8.self), now: Fixtures.now)
        }
    }

    @Test("the genuine pair of a purchase and its refund means what it means")
    func kinds() throws {
        let kinds = Fixtures.rows(.notification).compactMap { row -> (String, NotificationKind)? in
            guard let notification = try? FixtureReaders.notification(row).get() else { return nil }
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
