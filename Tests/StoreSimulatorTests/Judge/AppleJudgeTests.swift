import Foundation
import HTTPServer
import StoreSimulator
import TestSupport
import Testing

/// Apple's library accepts what the store signs, and its client gets through every call that the store serves.
@Suite(.enabled(if: OracleProcess.isPresent, Comment(rawValue: OracleProcess.absent)))
struct AppleJudgeTests {
    private static let product = "com.example.coins.200"
    /// More than two pages.
    private static let purchasesCount = 45
    private static let checksCount = 2 * 16

    @Test("every call and every document, in both worlds")
    func everything() async throws {
        let inbox = try HTTPServer(settings: HTTPServerSettings(), handler: Inbox())
        defer { inbox.stop() }
        var settings = try SharedAuthority.settings()
        for environment in SimulatedEnvironment.allCases {
            settings.notificationURLs[environment] = "http://127.0.0.1:\(inbox.port)/"
        }
        let store = try SimulatedStore(settings)
        let servers = try StoreServers(store)
        defer { servers.stop() }
        let worlds = try SimulatedEnvironment.allCases.map { try world($0, servers) }
        let foreign = worlds.map { $0["transactions"] as? [String] ?? [] }
        let asked = zip(worlds, foreign.reversed()).map { world, other in
            world.merging(["foreign": other.first ?? ""]) { own, _ in own }
        }
        let verdict = try await StoreJudge.judge([
            "key": store.apiKey.privateKeyPEM, "key_id": store.apiKey.keyID, "issuer_id": store.apiKey.issuerID,
            "control": servers.url, "bundle_id": settings.bundleID, "app_id": settings.appAppleID,
            "roots": store.authority.rootCertificates.prefix(1).map { Data($0).base64EncodedString() },
            "worlds": asked,
        ])
        #expect(verdict.failures.isEmpty, "\(verdict.failures.joined(separator: "\n"))")
        #expect(verdict.checks.count == Self.checksCount, "\(verdict.checks)")
        for environment in SimulatedEnvironment.allCases {
            let bought = store.purchases.filter { $0.environment == environment }
            #expect(bought.first?.consumptionAnswers.map(\.version).sorted() == [1, 2])
            #expect(bought.dropFirst().first?.isFinished == true)
        }
    }

    /// Some purchases of one account, one of them refunded in part, and a message of every type.
    private func world(_ environment: SimulatedEnvironment, _ servers: StoreServers) throws -> [String: Any] {
        let store = servers.store
        var ids: [String] = []
        for number in 0..<Self.purchasesCount {
            let order = PurchaseOrder(Self.product, quantity: 1 + number % 10, in: environment)
            ids.append(try store.buy(order).transactionID)
        }
        let subscription = try store.buy(PurchaseOrder("com.example.club.monthly", in: environment)).transactionID
        try store.refund(ids[2], milliPercent: 33_333, reason: 1)
        try store.refund(ids[3])
        try store.reverseRefund(ids[3])
        try store.askConsumption(ids[4])
        try store.declineRefund(ids[4])
        let made = ["REFUND", "REFUND_REVERSED", "REFUND_DECLINED", "CONSUMPTION_REQUEST", "ONE_TIME_CHARGE"]
        for type in NotificationTypes.all where !made.contains(type) && type != "TEST" {
            let subtype = type == "RENEWAL_EXTENSION" ? "SUMMARY" : nil
            let about = ["EXTERNAL_PURCHASE_TOKEN", "RESCIND_CONSENT", "RENEWAL_EXTENSION"].contains(type)
            try store.notify(type, subtype: subtype, about: about ? nil : subscription, in: environment)
        }
        let order = try #require(store.purchase(ids[0])).orderID
        return [
            "environment": environment.rawValue, "url": environment == .production ? servers.url : servers.sandboxURL,
            "transactions": ids + [subscription], "subscription": subscription, "refunded": ids[2], "order": order,
            "refunds": 2,
            "product": Self.product, "types": NotificationTypes.all.filter { $0 != "TEST" },
            "signed": try ids.prefix(5).map(store.signedTransaction),
            "payloads": try store.notifications.filter { $0.environment == environment }.map(store.signedPayload),
        ]
    }
}
