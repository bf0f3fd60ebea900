import AppStore
import Testing
import WalletDomain

@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureReceiptTests {
    /// Rows whose verdict is a choice: ours, with its reason in `docs/decisions/0004-proof-policies.md`.
    private static let choices: [String: Bool] = [
        "negative/receipt-genuine-base64-with-spaces-for-plus.b64": true,
        "negative/receipt-genuine-trailing-garbage.b64": false,
        "negative/receipt-in-app-without-transaction-id.b64": false,
        "negative/receipt-quantity-2-to-the-70.b64": true,
        "negative/receipt-quantity-negative.b64": true,
        "negative/receipt-two-bundle-ids.b64": false,
        "negative/receipt-without-creation-date.b64": false,
    ]

    /// Genuine files of the negative rows are of this app, made ones of the other.
    private static let bundleIDs = ["com.cynet.xingqi", "com.example.coinwallet"]

    private func judge(_ row: Fixtures.Row, bundleIDs: [String]) throws -> VerifiedReceipt? {
        let anchors = try row.settings(bundleID: "").anchors
        let settings = AppStoreSettings(
            appIDs: Dictionary(uniqueKeysWithValues: bundleIDs.map { ($0, nil) }), anchors: anchors)
        return try? ReceiptVerifier(settings).verify(row.bytes, now: Fixtures.now)
    }

    @Test("app receipts get the verdict of the manifest", arguments: Fixtures.rows("pkcs7-app-receipt"))
    func receipts(row: Fixtures.Row) throws {
        let receipt = try judge(row, bundleIDs: [row.expected.text("bundle_id_to_configure")])
        #expect((receipt != nil) == (row.verdict == "accept"))
        if let receipt { try compare(receipt, row.expected.object("payload")) }
    }

    @Test(
        "forged and odd receipts get the verdict of the manifest or our choice",
        arguments: Fixtures.rows("pkcs7-negative"))
    func negatives(row: Fixtures.Row) throws {
        let receipt = try judge(row, bundleIDs: Self.bundleIDs)
        switch row.verdict {
        case "reject": #expect(receipt == nil)
        case "policy": #expect((receipt != nil) == Self.choices[row.path])
        default: Issue.record("a verdict that this test does not know: \(row.verdict)")
        }
        if row.path.contains("quantity-"), let receipt { #expect(receipt.purchases.map(\.quantity) == [nil]) }
    }

    @Test("a genuine receipt of another app is not ours")
    func otherApp() throws {
        let row = try #require(
            Fixtures.rows("pkcs7-app-receipt").first { $0.path == "receipts/sandbox-2024-sha256-consumable.b64" })
        let settings = AppStoreSettings(appIDs: ["com.example.courses": nil])
        #expect(throws: ProofError.wrongApp) { try ReceiptVerifier(settings).verify(row.bytes, now: Fixtures.now) }
    }

    private func compare(_ receipt: VerifiedReceipt, _ payload: JSONObject) throws {
        #expect(try receipt.bundleID == payload.text("bundle_id"))
        #expect(try (receipt.environment == .sandbox) == payload.text("receipt_type").hasSuffix("Sandbox"))
        let entries = try payload.array("in_app")
        #expect(try Int64(receipt.purchases.count) == payload.integer("in_app_count"))
        let consumables = receipt.purchases.filter { $0.kind == .consumable }.map {
            JSONValue.text($0.transactionID.text)
        }
        #expect(try consumables == payload.array("consumable_transaction_ids"))
        for (purchase, entry) in zip(receipt.purchases, entries) {
            guard case .array(let columns) = entry else { throw ProofError.badEncoding }
            #expect(columns[0] == .text(purchase.productID))
            #expect(columns[1] == .text(purchase.transactionID.text))
            #expect(columns[2] == (purchase.originalTransactionID.map(JSONValue.text) ?? .null))
            #expect(columns[3] == .integer(Int64(try #require(purchase.quantity))))
            #expect((columns[7] == .null) == (purchase.revocation == nil))
            #expect(purchase.signedAt == receipt.createdAt)
        }
    }
}
