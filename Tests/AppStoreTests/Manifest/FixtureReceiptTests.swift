import AppStore
import Testing
import WalletDomain

@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureReceiptTests {
    @Test("a receipt says what Apple wrote into it", arguments: Fixtures.rows(.receipt))
    func receipts(row: Fixtures.Row) throws {
        guard let receipt = try FixtureReaders.receipt(row) else { return }  // its verdict: `ManifestTests`
        try compare(receipt, row.expected.object("payload"))
    }

    @Test(
        "a quantity that Apple cannot sell is genuine but says no number",
        arguments: ["negative/receipt-quantity-2-to-the-70.b64", "negative/receipt-quantity-negative.b64"])
    func impossibleQuantities(path: String) throws {
        let receipt = try #require(try FixtureReaders.receipt(Fixtures.row(path)))
        #expect(receipt.purchases.map(\.quantity) == [nil])
    }

    @Test("a genuine receipt of another app is not ours")
    func otherApp() throws {
        let row = try Fixtures.row("receipts/sandbox-2024-sha256-consumable.b64")
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
