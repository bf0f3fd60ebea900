import Crypto
import Foundation
import HTTPClient
import StoreSimulator

/// A developer's server that asks the production store's Server API over HTTP, with a token as Apple wants it.
struct APICaller: Sendable {
    let servers: StoreServers
    private let client = HTTPClient()
    private static let lifeSeconds = 600

    init(_ servers: StoreServers) { self.servers = servers }

    /// - Parameter path: behind `/inApps`.
    func get(_ path: String) async throws -> HTTPResponse {
        let headers = [("Authorization", "Bearer " + (try token()))]
        return try await client.send(HTTPRequest(.get, servers.url + "/inApps" + path, headers: headers))
    }

    /// Claims of the transaction in the answer, believed unseen.
    func transaction(_ id: String) async throws -> [String: Any] { JWS.claims(try await signed(id)) }

    /// DER of leaf, intermediate and root.
    func chain(_ id: String) async throws -> [Data] { JWS.chain(try await signed(id)) }

    private func signed(_ id: String) async throws -> String {
        let body = Data(try await get("/v1/transactions/" + id).body)
        let answer = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        return answer?["signedTransactionInfo"] as? String ?? ""
    }

    private func token() throws -> String {
        let key = servers.store.apiKey
        let nowSeconds = Int(Date().timeIntervalSince1970)
        let header = ["alg": "ES256", "kid": key.keyID, "typ": "JWT"]
        let claims: [String: Any] = [
            "iss": key.issuerID, "iat": nowSeconds, "exp": nowSeconds + Self.lifeSeconds,
            "aud": "appstoreconnect-v1", "bid": servers.store.settings.bundleID,
        ]
        let parts = try [header, claims].map {
            try Base64.encode(Array(JSONSerialization.data(withJSONObject: $0)), .url)
        }
        let text = parts.joined(separator: ".")
        let lines = key.privateKeyPEM.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        let der = Base64.decode(lines.joined(), .standard) ?? []
        return text + "." + Base64.encode(try PrivateKey(der: der).signES256(Array(text.utf8)), .url)
    }
}
