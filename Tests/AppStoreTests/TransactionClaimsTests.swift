import AppStore
import FoundationEssentials
import StoreSimulator
import Testing
import WalletDomain

/// Validly signed, so only the claims decide. The choices stand in `docs/decisions/0004-proof-policies.md`.
@Suite struct TransactionClaimsTests {
    private func fault(_ name: String, _ json: String?) throws -> ProofError? {
        Forge.fault(try Forge.authority.sign(payload: Forge.payload(name, json)))
    }

    @Test(
        "quantity: absent is one, 1 to 10 counts, anything else is held for review",
        arguments: [
            (nil, 1), ("1", 1), ("3", 3), ("10", 10), ("0", nil), ("-1", nil), ("11", nil), ("1000", nil),
            ("9223372036854775807", nil), ("1e2", nil), ("1.0", nil), ("\"3\"", nil), ("null", nil), ("true", nil),
            ("[1]", nil), ("1180591620717411303424", nil),
        ] as [(String?, Int?)]
    )
    func quantity(json: String?, expected: Int?) throws {
        #expect(try Forge.purchase(payload: Forge.payload("quantity", json)).quantity == expected)
    }

    @Test(
        "another bundle is not ours, nor is one in other letters", arguments: ["com.other.app", "com.example.Courses"])
    func bundles(bundleID: String) throws {
        #expect(try fault("bundleId", "\"\(bundleID)\"") == .wrongApp)
        #expect(try fault("bundleId", nil) == .wrongApp)
    }

    @Test(
        "only the two stores are environments",
        arguments: ["\"Xcode\"", "\"LocalTesting\"", "\"production\"", "\"Other\"", nil, "null"]
    )
    func environments(json: String?) throws {
        #expect(try fault("environment", json) == .wrongEnvironment)
        #expect(try Forge.purchase(payload: Forge.payload("environment", "\"Production\"")).environment == .production)
    }

    @Test("the token may be written in any letter case; what is no UUID counts as absent")
    func tokens() throws {
        let uuid = try #require(UUID(uuidString: "7b0c6f1e-7c0b-4a55-9a0e-3b8f0d1c2e3f"))
        for text in [uuid.uuidString.lowercased(), uuid.uuidString, "7B0c6f1e-7c0B-4A55-9a0e-3b8f0d1c2e3F"] {
            #expect(
                try Forge.purchase(payload: Forge.payload("appAccountToken", "\"\(text)\"")).appAccountToken == uuid)
        }
        for json in ["\"\"", "\"user-1\"", "\"7b0c6f1e7c0b4a559a0e3b8f0d1c2e3f\"", "1", "null", nil] {
            #expect(try Forge.purchase(payload: Forge.payload("appAccountToken", json)).appAccountToken == nil)
        }
    }

    @Test(
        "prices are whole thousandths for the whole quantity, or unknown",
        arguments: [
            (9_990, "USD"), (160_000, "JPY"), (1_500, "KWD"), (14_970, "EUR"), (0, "USD"),
        ] as [(Int64, String)]
    )
    func prices(milliunits: Int64, currency: String) throws {
        let transaction = Forge.transaction {
            $0.quantity = 3
            $0.price = milliunits
            $0.currency = currency
        }
        let purchase = try Forge.purchase(payload: Forge.payload(transaction))
        #expect(purchase.price == StorePrice(milliunits: milliunits, currency: currency))
        #expect(try Forge.purchase(payload: Forge.payload()).price == nil)
        #expect(try Forge.purchase(payload: Forge.payload("price", "990")).price == nil)
        #expect(try Forge.purchase(payload: Forge.payload("price", "9.99")).price == nil)
    }

    @Test("ownership, kind and unknown claims are kept as Apple says them, and are no faults")
    func texts() throws {
        let shared = try Forge.purchase(payload: Forge.payload("inAppOwnershipType", "\"FAMILY_SHARED\""))
        #expect(shared.ownership == .other("FAMILY_SHARED"))
        #expect(try Forge.purchase(payload: Forge.payload("inAppOwnershipType", nil)).ownership == .purchased)
        #expect(
            try Forge.purchase(payload: Forge.payload("type", "\"Non-Consumable\"")).kind == .other("Non-Consumable"))
        #expect(try Forge.purchase(payload: Forge.payload("type", nil)).kind == nil)
        #expect(try Forge.purchase(payload: Forge.payload("newClaim", "{\"a\":[1.5,null]}")).kind == .consumable)
    }

    @Test("a refund is kept with Apple's date and share; one that cannot be read is never taken for none")
    func revocations() throws {
        let refunded = Forge.transaction {
            $0.revocationDate = 1_799_999_999_000
            $0.revocationType = "REFUND_PRORATED"
            $0.revocationPercentage = 50_000
        }
        let revocation = try #require(Forge.purchase(payload: Forge.payload(refunded)).revocation)
        #expect(revocation.at == Instant(milliseconds: 1_799_999_999_000))
        #expect(revocation.percentageMilli == 50_000 && !revocation.isFull)
        #expect(try #require(Forge.purchase(payload: Forge.payload("revocationDate", "1")).revocation).isFull)
        for json in ["\"1\"", "1.5", "true", "{}"] {
            #expect(try fault("revocationDate", json) == .invalidSignature(.claim("revocationDate")))
        }
    }

    @Test(
        "what identifies the purchase must be there and be storable",
        arguments: [
            ("transactionId", nil), ("transactionId", "\"\""), ("transactionId", "\"12a\""), ("transactionId", "12"),
            ("productId", nil), ("productId", "\"\""), ("productId", "\"a\\nb\""), ("productId", "7"),
            ("purchaseDate", nil), ("purchaseDate", "\"1\""), ("purchaseDate", "1.5"), ("signedDate", "\"1\""),
            ("signedDate", "1.5"), ("type", "1"), ("inAppOwnershipType", "[]"),
        ] as [(String, String?)]
    )
    func required(name: String, json: String?) throws {
        #expect(try fault(name, json) == .invalidSignature(.claim(name)))
    }

    @Test("without a signing date the present decides")
    func withoutSigningDate() throws {
        #expect(try Forge.purchase(payload: Forge.payload("signedDate", nil)).signedAt == Forge.now)
    }
}
