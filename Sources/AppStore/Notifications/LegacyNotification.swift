internal import Crypto
package import WalletDomain

/// A notification of version 1: not signed, only its sender knows the shared secret. It is a hint: nothing in it
/// counts until Apple was asked about the transactions or the receipt inside was verified.
///
/// Source: Apple, "responseBodyV1" (deprecated since June 2023).
package struct LegacyNotification: Equatable, Sendable {
    /// `notification_type`, as Apple wrote it.
    package let type: String
    package let environment: StoreEnvironment
    package let bundleID: String
    /// Everything that Apple can be asked about, each once, at most `Limits.legacyTransactionsMax`.
    package let transactionIDs: [TransactionID]
    /// `latest_receipt`, in base64: verify it as a proof.
    package let receipt: String?

    /// - Throws: `.invalidSignature` if the secret is not ours, or none of ours is known: then nobody may speak so.
    package init(
        _ object: JSONObject, sharedSecret: Secret?, _ settings: AppStoreSettings
    ) throws(ProofError) {
        let claims = ClaimReader(object)
        try Self.check(claims, sharedSecret)
        guard let bundleID = try claims.optionalText("bid"), settings.isOurs(bundleID: bundleID) else {
            throw .wrongApp
        }
        self.bundleID = bundleID
        type = try claims.text("notification_type")
        environment = try Self.environment(claims)
        let receipts = [try claims.optionalObject("unified_receipt"), claims].compactMap(\.self)
        receipt = try Self.firstReceipt(receipts)
        transactionIDs = Self.transactionIDs(claims, receipts)
    }

    private static func check(_ claims: ClaimReader, _ sharedSecret: Secret?) throws(ProofError) {
        let given = Array((try claims.optionalToken("password") ?? "").utf8)
        guard let sharedSecret, !sharedSecret.bytes.isEmpty, constantTimeEqual(given, sharedSecret.bytes) else {
            throw .invalidSignature(.signature)
        }
    }

    /// Here production is `PROD`; inside `unified_receipt` it is `Production`.
    private static func environment(_ claims: ClaimReader) throws(ProofError) -> StoreEnvironment {
        switch try claims.optionalText("environment")?.uppercased() {
        case "PROD", "PRODUCTION": .production
        case "SANDBOX": .sandbox
        default: throw .wrongEnvironment
        }
    }

    private static func firstReceipt(_ places: [ClaimReader]) throws(ProofError) -> String? {
        for place in places {
            if let receipt = try place.optionalToken("latest_receipt"), !receipt.isEmpty { return receipt }
        }
        return nil
    }

    /// Tolerant: an id that is none is left out, since Apple is asked about the others anyway.
    private static func transactionIDs(_ claims: ClaimReader, _ receipts: [ClaimReader]) -> [TransactionID] {
        var texts = [claims["transaction_id"], claims["original_transaction_id"]]
        for receipt in receipts {
            for entry in entries(receipt["latest_receipt_info"]) {
                texts += [entry["transaction_id"], entry["original_transaction_id"]]
            }
        }
        var found: [TransactionID] = []
        var seen: Set<TransactionID> = []
        for case let id? in texts.map(transactionID) where seen.insert(id).inserted {
            found.append(id)
            if found.count == Limits.legacyTransactionsMax { break }
        }
        return found
    }

    /// A list of entries, or a single one as older notifications have it.
    private static func entries(_ value: JSONValue?) -> [JSONObject] {
        switch value {
        case .object(let entry): [entry]
        case .array(let values):
            values.compactMap { value in
                if case .object(let entry) = value { entry } else { nil }
            }
        default: []
        }
    }

    private static func transactionID(_ value: JSONValue?) -> TransactionID? {
        switch value {
        // What is no id is left out (see above).
        case .text(let text): try? TransactionID(text)
        case .integer(let number): try? TransactionID(String(number))
        default: nil
        }
    }
}
