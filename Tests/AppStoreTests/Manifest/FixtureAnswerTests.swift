import FoundationEssentials
import Testing
import WalletDomain

@testable import AppStore

/// Published and made answers of verifyReceipt.
@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureAnswerTests {
    @Test("an answer grants what the manifest says", arguments: Fixtures.rows(.receiptAnswer))
    func grants(row: Fixtures.Row) throws {
        guard let purchases = try? FixtureReaders.answer(row).get() else { return }  // its verdict: `ManifestTests`
        let good = purchases.filter { $0.revocation == nil }
        for (member, expected) in [("grant", good), ("do_not_grant", purchases.filter { $0.revocation != nil })] {
            guard let rows = try row.expected.optionalArray(member) else { continue }
            let found = expected.map { "\($0.productID) \($0.transactionID.text)" }
            #expect(found == rows.map(Self.names), "\(member)")
            if member == "grant" { #expect(expected.map { Int64($0.quantity ?? 0) } == rows.map(Self.quantity)) }
        }
    }

    private static func names(_ value: JSONValue) -> String {
        guard case .array(let values) = value, values.count > 1, case .text(let product) = values[0],
            case .text(let transaction) = values[1]
        else { return "" }
        return "\(product) \(transaction)"
    }

    private static func quantity(_ value: JSONValue) -> Int64? {
        guard case .array(let values) = value, case .integer(let number)? = values.last else { return nil }
        return number
    }

    private static func row(_ name: String) throws -> Fixtures.Row {
        try #require(Fixtures.rows(.receiptAnswer).first { $0.path.hasSuffix(name) })
    }

    @Test("quantities, tokens and refunds are what Apple wrote")
    func values() throws {
        let consumables = try FixtureReaders.answer(Self.row("consumables-one-cancelled.json")).get()
        #expect(consumables.map(\.quantity) == [3, 1, 1] && consumables.allSatisfy { $0.kind == nil })
        let refunded = try #require(consumables.last)
        let refundedAt = try #require(refunded.revocation?.at)
        #expect(refunded.signedAt >= refundedAt, "a refund is not older than itself")
        let token = try #require(
            try FixtureReaders.answer(Self.row("app-account-token.json")).get().first?.appAccountToken)
        #expect(token == UUID(uuidString: "0f9d6f1e-7c0b-4a55-9a0e-3b8f0d1c2e3f"))
    }

    @Test("the genuine answer lists what the receipt itself says, each once, as the subscriptions that they are")
    func genuine() throws {
        let row = try Self.row("success-9-subscriptions.json")
        let purchases = try FixtureReaders.answer(row).get()
        let expected = try row.expected.array("in_app_transaction_ids")
        #expect(expected.allSatisfy { id in purchases.contains { .text($0.transactionID.text) == id } })
        #expect(purchases.count == 9 && purchases.allSatisfy { $0.kind == .other("Subscription") })
        let receipt = try ReceiptVerifier(AppStoreSettings(appIDs: ["com.revenuecat.sampleapp": nil]))
            .verify(Fixtures.read("receipts/sandbox-2020-sha1-9-subscriptions.b64"), now: Fixtures.now)
        for purchase in receipt.purchases {
            let twin = try #require(purchases.first { $0.transactionID == purchase.transactionID })
            #expect(twin.purchasedAt == purchase.purchasedAt && twin.signedAt == purchase.signedAt)
            #expect(twin.environment == purchase.environment && twin.productID == purchase.productID)
        }
    }

    @Test("numbers instead of texts count as what they say")
    func numbers() throws {
        let purchases = try FixtureReaders.answer(Self.row("success-numbers-instead-of-strings.json")).get()
        #expect(purchases.prefix(2).map(\.transactionID.text) == ["1000000156455961", "1000000156014803"])
        #expect(purchases.prefix(2).allSatisfy { $0.quantity == 1 })
    }
}
