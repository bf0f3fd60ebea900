import AppStore
import FoundationEssentials
import Testing
import WalletDomain

@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureTransactionTests {
    /// Rows whose verdict is a choice: ours, with its reason in `docs/decisions/0004-proof-policies.md`.
    private static let choices: [String: Bool] = [
        "negative/jws-app-account-token-not-a-uuid.jws": true,
        "negative/jws-duplicate-key-quantity.jws": false,
        "negative/jws-genuine-padding.jws": false,
        "negative/jws-genuine-trailing-newline.jws": true,
        "negative/jws-huge-64kb.jws": false,
        "negative/jws-quantity-negative.jws": true,
        "negative/jws-quantity-string.jws": true,
        "negative/jws-quantity-zero.jws": true,
        "negative/jws-signed-date-missing.jws": true,
        "negative/jws-signed-date-string.jws": false,
        "negative/jws-x5c-third-is-not-the-root.jws": false,
    ]

    /// Genuine by signature, but of an environment other than configured: a later step decides about it.
    private func judge(_ row: Fixtures.Row) throws -> Purchase? {
        let configured = try row.expected.object("configure")
        let settings = try row.settings(bundleID: configured.optionalText("bundle_id") ?? "none.configured")
        let environment = try configured.text("environment")
        let purchase = try? SignedTransactionVerifier(settings).verify(row.bytes, now: Fixtures.now)
        return purchase?.environment.rawValue == environment ? purchase : nil
    }

    @Test("signed transactions get the verdict of the manifest", arguments: Fixtures.rows("jws-transaction"))
    func transactions(row: Fixtures.Row) throws {
        let purchase = try judge(row)
        // Apple's mock chain lacks key identifiers, so strict checking refuses it.
        let isMock = row.path.hasPrefix("apple-testdata/")
        #expect((purchase != nil) == (row.verdict == "accept" && !isMock))
        if let purchase { try compare(purchase, row.expected.object("claims")) }
    }

    @Test(
        "forged and odd tokens get the verdict of the manifest or our choice", arguments: Fixtures.rows("jws-negative"))
    func negatives(row: Fixtures.Row) throws {
        let purchase = try judge(row)
        switch row.verdict {
        case "reject": #expect(purchase == nil)
        case "policy": #expect((purchase != nil) == Self.choices[row.path])
        default: Issue.record("a verdict that this test does not know: \(row.verdict)")
        }
    }

    @Test("quantities that Apple cannot sell are genuine but say no number", arguments: ["negative", "zero", "string"])
    func impossibleQuantities(name: String) throws {
        let row = try #require(Fixtures.rows("jws-negative").first { $0.path == "negative/jws-quantity-\(name).jws" })
        #expect(try #require(try judge(row)).quantity == nil)
    }

    @Test("every choice names a file that is there")
    func choicesExist() {
        #expect(Set(Self.choices.keys).subtracting(Fixtures.rows("jws-negative").map(\.path)).isEmpty)
    }

    @Test("renewal infos verify as signed data and are no transactions", arguments: Fixtures.rows("jws-renewal-info"))
    func renewals(row: Fixtures.Row) throws {
        let settings = try row.settings(bundleID: "co.ringalarm.swtich")
        let verifier = SignedDataVerifier(roots: settings.anchors.signedData)
        if row.path.hasPrefix("apple-testdata/") {
            #expect(throws: ProofError.self) { try verifier.verify(row.bytes, now: Fixtures.now) }
        } else {
            let claims = try verifier.verify(row.bytes, now: Fixtures.now).claims
            #expect(try claims["signedDate"] == row.expected.object("claims")["signedDate"])
            #expect(throws: ProofError.wrongApp) {
                try SignedTransactionVerifier(settings).verify(row.bytes, now: Fixtures.now)
            }
        }
    }

    @Test("notifications verify as signed data", arguments: Fixtures.rows("jws-notification-v2"))
    func notifications(row: Fixtures.Row) throws {
        let settings = try row.settings(bundleID: "any")
        let verifier = SignedDataVerifier(roots: settings.anchors.signedData)
        let payload = try? verifier.verify(row.bytes, now: Fixtures.now, bytesMax: 256 * 1024)
        let isMock = row.path.hasPrefix("apple-testdata/")
        // The one without signedDate is judged at the present, when its leaf has ended.
        #expect((payload != nil) == (row.verdict == "accept" && !isMock))
        if let payload {
            let claims = try row.expected.object("claims")
            for member in claims.members where member.name != "data" {
                #expect(payload.claims[member.name] == member.value)
            }
        }
    }

    @Test("the genuine consumable has the values that Apple signed")
    func genuineConsumable() throws {
        let row = try #require(
            Fixtures.rows("jws-transaction").first { $0.path == "jws/transaction-consumable-jpy.jws" })
        let purchase = try #require(try judge(row))
        #expect(purchase.transactionID.text == "2000000847061981")
        #expect(purchase.productID == "gh_super_good_ticket_1")
        #expect(purchase.environment == .sandbox)
        #expect(purchase.kind == .consumable)
        #expect(purchase.quantity == 1)
        #expect(purchase.purchasedAt == Instant(milliseconds: 1_738_645_560_000))
        #expect(purchase.signedAt == Instant(milliseconds: 1_739_161_772_561))
        #expect(purchase.price == StorePrice(milliunits: 230_000, currency: "JPY"))
        #expect(purchase.storefront == "JPN")
        #expect(purchase.ownership == .purchased)
        #expect(purchase.revocation == nil && purchase.appAccountToken == nil)
    }

    private func compare(_ purchase: Purchase, _ claims: JSONObject) throws {
        #expect(try purchase.transactionID.text == claims.text("transactionId"))
        #expect(try purchase.originalTransactionID == claims.text("originalTransactionId"))
        #expect(try purchase.bundleID == claims.text("bundleId"))
        #expect(try purchase.productID == claims.text("productId"))
        #expect(try purchase.purchasedAt == Instant(milliseconds: claims.integer("purchaseDate")))
        #expect(try purchase.signedAt == Instant(milliseconds: claims.integer("signedDate")))
        #expect(try purchase.quantity.map(Int64.init) == claims.integer("quantity"))
        #expect(try (purchase.kind == .consumable) == (claims.text("type") == "Consumable"))
        #expect(try (purchase.ownership == .purchased) == (claims.text("inAppOwnershipType") == "PURCHASED"))
        #expect(try purchase.price?.milliunits == claims.optionalInteger("price"))
        #expect(try purchase.price?.currency == claims.optionalText("currency"))
        #expect(try purchase.storefront == claims.optionalText("storefront"))
        #expect(
            try purchase.appAccountToken?.uuidString.lowercased()
                == claims.optionalText("appAccountToken")?.lowercased())
        #expect(
            try purchase.revocation?.at == claims.optionalInteger("revocationDate").map { Instant(milliseconds: $0) })
        #expect(
            try purchase.revocation?.percentageMilli.map(Int64.init) == claims.optionalInteger("revocationPercentage"))
    }
}
