import AppStore
import Testing
import WalletDomain

/// Notifications of version 1: believed for their secret, and only as a hint.
@Suite struct LegacyNotificationTests {
    private static let secret = Secret("0123456789abcdef")

    private static func parse(
        _ text: String, secret: Secret? = secret, bundle: String = Forge.bundleID
    ) throws(ProofError) -> AppStore.LegacyNotification {
        guard case .legacy(let object) = try NotificationBody(Array(text.utf8)) else { throw .badEncoding }
        return try AppStore.LegacyNotification(
            object, sharedSecret: secret, AppStoreSettings(appIDs: [bundle: 1]))
    }

    private static func body(
        password: String = "\"0123456789abcdef\"", environment: String = "PROD", bid: String = Forge.bundleID,
        more: String = ""
    ) -> String {
        """
        {"notification_type":"REFUND","password":\(password),"environment":"\(environment)","bid":"\(bid)"\(more)}
        """
    }

    @Test("only the shared secret opens, byte for byte, and none opens without one")
    func secret() throws {
        _ = try Self.parse(Self.body())
        for password in ["\"0123456789abcdeF\"", "\"0123456789abcde\"", "\"\"", "null", "\"0123456789abcdef0\""] {
            #expect(throws: ProofError.invalidSignature(.signature)) {
                try Self.parse(Self.body(password: password))
            }
        }
        #expect(throws: ProofError.invalidSignature(.signature)) { try Self.parse(Self.body(), secret: nil) }
        #expect(throws: ProofError.invalidSignature(.signature)) {
            try Self.parse(Self.body(password: "\"\""), secret: Secret(""))
        }
    }

    @Test(
        "PROD and Production are one store",
        arguments: [("PROD", StoreEnvironment.production), ("Production", .production), ("Sandbox", .sandbox)]
            as [(String, StoreEnvironment)])
    func environments(text: String, environment: StoreEnvironment) throws {
        #expect(try Self.parse(Self.body(environment: text)).environment == environment)
        #expect(throws: ProofError.wrongEnvironment) { try Self.parse(Self.body(environment: "Xcode")) }
    }

    @Test("another app is not ours")
    func wrongApp() {
        #expect(throws: ProofError.wrongApp) { try Self.parse(Self.body(bid: "com.example.other")) }
    }

    @Test("an empty list still names the transaction at the top, numbers and texts alike, each once")
    func identifiers() throws {
        let empty = ",\"original_transaction_id\":\"11\",\"unified_receipt\":{\"latest_receipt_info\":[]}"
        #expect(try Self.parse(Self.body(more: empty)).transactionIDs.map(\.text) == ["11"])
        let mixed = """
            ,"original_transaction_id":11,"unified_receipt":{"latest_receipt":"MIIB","latest_receipt_info":[
            {"transaction_id":"12","original_transaction_id":"11"},{"transaction_id":13},{"transaction_id":"x"},7]},
            "latest_receipt_info":{"transaction_id":"14"}
            """
        let notification = try Self.parse(Self.body(more: mixed))
        #expect(notification.transactionIDs.map(\.text) == ["11", "12", "13", "14"])
        #expect(notification.receipt == "MIIB")
        #expect(try Self.parse(Self.body()).transactionIDs.isEmpty)
    }

    @Test("a hundred transactions are asked about, not more")
    func bounded() throws {
        let entries = (1...500).map { "{\"transaction_id\":\"\($0)\"}" }.joined(separator: ",")
        let more = ",\"unified_receipt\":{\"latest_receipt_info\":[\(entries)]}"
        #expect(try Self.parse(Self.body(more: more)).transactionIDs.count == Limits.legacyTransactionsMax)
    }

    @Test("a secret is shown nowhere")
    func hidden() {
        let texts = ["\(Self.secret)", String(reflecting: Self.secret), String(describing: [Self.secret])]
        #expect(texts.allSatisfy { !$0.contains("0123") && !$0.contains("48") })
        #expect(Mirror(reflecting: Self.secret).children.isEmpty)
    }
}
