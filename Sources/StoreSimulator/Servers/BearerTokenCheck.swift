internal import Crypto

/// Checks the token that each call of the Server API carries.
struct BearerTokenCheck: Sendable {
    private let key: ES256PublicKey
    private let keyID: String
    private let issuerID: String

    private static let audience = "appstoreconnect-v1"
    /// Apple's bound: at most an hour of life.
    private static let lifeSecondsMax: Int64 = 3_600
    private static let skewSeconds: Int64 = 60
    private static let msPerSecond: Int64 = 1_000
    private static let slots = 4

    init(_ apiKey: SimulatedAPIKey) throws {
        key = try ES256PublicKey(publicKeyInfo: apiKey.publicKeyInfo(), slotsCount: Self.slots)
        keyID = apiKey.keyID
        issuerID = apiKey.issuerID
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String
    }

    private struct Claims: Decodable {
        let iss: String
        /// Apple's own libraries leave it out.
        let iat: Int64?
        let exp: Int64
        let aud: String
        let bid: String
    }

    /// - Returns: the bundle that the caller speaks for; nil if the token is not good, for whatever reason.
    func bundleID(authorization: String?, nowMs: Int64) -> String? {
        guard let authorization, authorization.hasPrefix("Bearer ") else { return nil }
        let parts = authorization.dropFirst("Bearer ".count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header: Header = Self.decode(parts[0]), header.alg == "ES256",
            header.kid == keyID, let signature = Base64.decode(String(parts[2]), .url),
            key.isValid(signature, digest: SHA256.hash(Array("\(parts[0]).\(parts[1])".utf8))),
            let claims: Claims = Self.decode(parts[1]), isGood(claims, nowSeconds: nowMs / Self.msPerSecond)
        else { return nil }
        return claims.bid
    }

    private func isGood(_ claims: Claims, nowSeconds: Int64) -> Bool {
        guard claims.iss == issuerID, claims.aud == Self.audience, claims.exp > nowSeconds - Self.skewSeconds else {
            return false
        }
        let begin = claims.iat ?? nowSeconds
        return begin <= nowSeconds + Self.skewSeconds && claims.exp - begin <= Self.lifeSecondsMax
    }

    private static func decode<Value: Decodable>(_ part: Substring) -> Value? {
        guard let bytes = Base64.decode(String(part), .url) else { return nil }
        // What is no such JSON is no token.
        return try? JSONText.decode(Value.self, bytes)
    }
}
