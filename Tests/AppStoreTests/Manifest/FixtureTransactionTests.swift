import AppStore
import FoundationEssentials
import Testing
import WalletDomain

@Suite(.enabled(if: Fixtures.arePresent, Comment(rawValue: Fixtures.absent)))
struct FixtureTransactionTests {
    @Test("a signed transaction says what Apple signed", arguments: Fixtures.rows(.signedTransaction))
    func transactions(row: Fixtures.Row) throws {
        guard let purchase = try FixtureReaders.purchase(row) else { return }  // its verdict: `ManifestTests`
        try FixtureChecks.compare(purchase, row.expected.object("claims"))
    }

    @Test("quantities that Apple cannot sell are genuine but say no number", arguments: ["negative", "zero", "string"])
    func impossibleQuantities(name: String) throws {
        let row = try Fixtures.row("negative/jws-quantity-\(name).jws")
        #expect(try #require(try FixtureReaders.purchase(row)).quantity == nil)
    }

    @Test("a renewal that Apple signed is no transaction of ours", arguments: Fixtures.rows(.renewal))
    func renewals(row: Fixtures.Row) throws {
        guard let payload = try FixtureReaders.signedData(row) else { return }
        #expect(try payload.claims["signedDate"] == row.expected.object("claims")["signedDate"])
        let settings = try row.settings(bundleID: "co.ringalarm.swtich")
        #expect(throws: ProofError.wrongApp) {
            try SignedTransactionVerifier(settings).verify(row.bytes, now: Fixtures.now)
        }
    }

    @Test("a notification's outside is what Apple signed", arguments: Fixtures.rows(.notification))
    func notifications(row: Fixtures.Row) throws {
        guard let payload = try FixtureReaders.signedData(row) else { return }
        for member in try row.expected.object("claims").members where member.name != "data" {
            #expect(payload.claims[member.name] == member.value)
        }
    }

    @Test("the genuine consumable has the values that Apple signed")
    func genuineConsumable() throws {
        let row = try Fixtures.row("jws/transaction-consumable-jpy.jws")
        let purchase = try #require(try FixtureReaders.purchase(row))
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
}
