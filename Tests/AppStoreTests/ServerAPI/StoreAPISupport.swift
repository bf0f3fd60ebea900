import AppStore
import Crypto
import FoundationEssentials
import HTTPClient
import HTTPServer
import StoreSimulator
import WalletDomain

/// A client of the Server API that asks a fake.
enum StoreAPISupport {
    static let issuer = "57246542-96fe-1a63-e053-0824d011072a"
    static let keyID = "ABC123DEFG"
    static let id = made { try TransactionID("2000000000000001") }
    static let key = made { try PrivateKey(generating: .p256).der() }

    static func api(
        _ base: String, hand: HandClock = HandClock(), allowsSandbox: Bool = true,
        change: (inout ServerAPISettings) -> Void = { _ in }
    ) throws -> AppStoreServerAPI {
        let base64 = Base64.encode(key, .standard)
        let pem = "-----BEGIN PRIVATE KEY-----\n\(base64)\n-----END PRIVATE KEY-----\n"
        var settings = ServerAPISettings(
            issuerID: issuer, keyID: keyID, key: try StoreAPIKey(pem: pem), bundleID: Forge.bundleID)
        settings.productionURL = base + "/p"
        settings.sandboxURL = base + "/s"
        change(&settings)
        return AppStoreServerAPI(
            settings, Forge.settings, client: HTTPClient(), clock: hand.clock, allowsSandbox: allowsSandbox)
    }

    /// A good answer about a transaction, as the store that was asked gives it.
    static func transaction(_ request: Request, change: (inout SimulatedTransaction) -> Void = { _ in }) -> Response {
        let token = made { try signed(isSandbox(request) ? "Sandbox" : "Production", change) }
        return FakeApple.json("{\"signedTransactionInfo\":\"\(token)\"}")
    }

    static func signed(
        _ environment: String, _ change: (inout SimulatedTransaction) -> Void = { _ in }
    ) throws -> String {
        try Forge.authority.sign(
            Forge.transaction {
                $0.environment = environment
                change(&$0)
            })
    }

    static func isSandbox(_ request: Request) -> Bool { request.head.path.hasPrefix("/s/") }

    static func fault<Value>(_ body: () async throws(StoreAPIError) -> Value) async -> StoreAPIError? {
        do throws(StoreAPIError) {
            _ = try await body()
            return nil
        } catch {
            return error
        }
    }

    /// Header and claims of the token that a request carries.
    static func token(_ request: Request) throws -> (header: JSONObject, claims: JSONObject, isSigned: Bool) {
        let text = request.head.headers["Authorization"] ?? ""
        let parts = text.dropFirst("Bearer ".count).split(separator: ".").map(String.init)
        guard text.hasPrefix("Bearer "), parts.count == 3 else { throw ProofError.badEncoding }
        let publicKey = try ES256PublicKey(publicKeyInfo: PrivateKey(der: key).publicKeyInfo(), slotsCount: 1)
        let signature = Base64.decode(parts[2], .url) ?? []
        let isSigned = publicKey.isValid(signature, digest: SHA256.hash(Array("\(parts[0]).\(parts[1])".utf8)))
        return (
            try JSONObject(parsing: Base64.decode(parts[0], .url) ?? []),
            try JSONObject(parsing: Base64.decode(parts[1], .url) ?? []), isSigned
        )
    }

    private static func made<Value>(_ make: () throws -> Value) -> Value {
        do { return try make() } catch { preconditionFailure("cannot make test data: \(error)") }
    }
}
