import AppStore
import Foundation
import HTTPClient
import Postgres
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// A service with a stand-in App Store behind it. What the store tells is brought by the test, so that the test decides
/// when and how often.
final class StoreFixture: Sendable {
    let store: SimulatedStore
    let servers: StoreServers
    let shop: ServiceFixture

    private static let starting = Task { try await StoreFixture() }
    /// Its jobs run by themselves; tests take users and purchases of their own, and switch no faults on.
    static var shared: StoreFixture { get async throws { try await starting.value } }

    /// - Parameter callsMax: to the Server API at once.
    init(
        callsMax: Int = 32, appleTimeoutMs: Int = 8_000, configure: @Sendable (inout ServiceSettings) -> Void = { _ in }
    ) async throws {
        store = try SimulatedStore()
        servers = try StoreServers(store)
        let (store, servers) = (store, servers)
        shop = try await ServiceFixture(authority: store.authority) { settings in
            let client = HTTPClient(settings: HTTPClientSettings())
            var api = ServerAPISettings(
                issuerID: store.apiKey.issuerID, keyID: store.apiKey.keyID, key: Self.key(store),
                bundleID: store.settings.bundleID)
            api.productionURL = servers.url
            api.sandboxURL = servers.sandboxURL
            api.callsMax = callsMax
            api.timeoutMs = appleTimeoutMs
            var receipts = VerifyReceiptSettings(sharedSecret: Secret(store.settings.sharedSecret))
            receipts.productionURL = servers.url + "/verifyReceipt"
            receipts.sandboxURL = servers.sandboxURL + "/verifyReceipt"
            settings.apple = AppleDesk(
                apis: [AppStoreServerAPI(api, settings.appStore, client: client)],
                receipts: VerifyReceiptClient(receipts, settings.appStore, client: client),
                sharedSecret: Secret(store.settings.sharedSecret))
            configure(&settings)
        }
        try await shop.addPack(Self.product, coins: 100)
    }

    static let product = "com.example.coins.100"

    private static func key(_ store: SimulatedStore) -> StoreAPIKey {
        do {
            return try StoreAPIKey(pem: store.apiKey.privateKeyPEM)
        } catch {
            preconditionFailure("the store's own key")
        }
    }

    /// A user with a registered token.
    func makeUser() async throws -> (user: String, token: String) {
        let user = ServiceFixture.unique("customer")
        let token = UUID().uuidString.lowercased()
        try await register(token, for: user)
        return (user, token)
    }

    func register(_ token: String, for user: String) async throws {
        try #require(try await shop.call(.put, "/v1/users/\(user)/tokens/\(token)").status == 200)
    }

    func buy(
        token: String?, account: String = ServiceFixture.unique("account"),
        in environment: SimulatedEnvironment = .production, quantity: Int = 1
    ) throws -> SimulatedPurchase {
        var order = PurchaseOrder(Self.product, quantity: quantity, in: environment)
        order.appAccountToken = token
        order.account = account
        return try store.buy(order)
    }

    /// The store's newest message about a purchase.
    func message(_ type: String, about purchase: SimulatedPurchase) throws -> SimulatedNotification {
        try #require(
            store.notifications.last { $0.type == type && $0.transaction?.transactionId == purchase.transactionID })
    }

    func bring(_ notification: SimulatedNotification) async throws -> Told {
        try await bring(payload: try store.signedPayload(notification))
    }

    func bring(payload: String) async throws -> Told {
        try await bring(body: Array(#"{"signedPayload":"\#(payload)"}"#.utf8))
    }

    /// As Apple does: without a key.
    func bring(body: [UInt8]) async throws -> Told {
        Told(
            try await shop.client.send(
                HTTPRequest(
                    .post, shop.url + "/v1/apple/notifications", headers: [("Content-Type", "application/json")],
                    body: body)))
    }

    func bring(_ type: String, about purchase: SimulatedPurchase) async throws {
        let told = try await bring(try message(type, about: purchase))
        try #require(told.status == 200)
    }

    func has(_ coins: Int64, _ user: String, debt: Int64 = 0) async throws -> Bool {
        try await shop.waitUntil {
            let wallet = try await shop.wallet(user)
            return wallet.number("available") == coins && wallet.number("debt") == debt
        }
    }

    /// Waits until a notification was worked on.
    func outcome(of notification: SimulatedNotification) async throws -> String? {
        let id = try #require(UUID(uuidString: notification.id))
        var outcome: String?
        _ = try await shop.waitUntil {
            outcome = try await shop.ledger.notifications.outcome(of: id)
            return outcome != nil
        }
        return outcome
    }

    func unattributed(_ purchase: SimulatedPurchase) async throws -> JSONObject? {
        try await shop.get("/v1/admin/unattributed?limit=500").list("unattributed").first {
            (try? $0.text("transaction_id")) == purchase.transactionID
        }
    }
}
