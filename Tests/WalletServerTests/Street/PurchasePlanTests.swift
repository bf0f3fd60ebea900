import Foundation
import Testing
import WalletDomain

@testable import WalletLedger
@testable import WalletServer

/// What becomes of a purchase, by what is known of it: the tables are the specification.
@Suite struct PurchasePlanTests {
    @Test(
        "the policy for sandbox purchases",
        arguments: [
            (.testers, .production, false, true), (.testers, .sandbox, false, false), (.testers, .sandbox, true, true),
            (.everyone, .sandbox, false, true), (.nobody, .sandbox, true, false), (.nobody, .production, true, true),
        ] as [(SandboxPolicy, StoreEnvironment, Bool, Bool)]
    )
    func policy(policy: SandboxPolicy, environment: StoreEnvironment, isTester: Bool, allowed: Bool) {
        #expect(policy.allows(environment, isTester: isTester) == allowed)
    }

    private static let token = UUID(truncating: Array(repeating: 7, count: 16))

    private static func pack() throws -> Pack {
        Pack(
            id: try PackID("p"), bundle: "b", product: "c", title: "t", status: .withdrawn,
            versions: [
                .init(number: 1, coins: try CoinAmount(100), bonus: .zero, validFrom: Instant(milliseconds: 1_000)),
                .init(
                    number: 2, coins: try CoinAmount(90), bonus: try CoinAmount(9),
                    validFrom: Instant(milliseconds: 2_000)),
            ])
    }

    private func plan(
        _ environment: StoreEnvironment = .production, owner: String? = nil, testers: Set<String> = [],
        hasPack: Bool = true, change: (inout Purchase) -> Void = { _ in }
    ) throws -> PurchasePlan {
        var purchase = Purchase(
            environment: environment, transactionID: try TransactionID("1"), bundleID: "b", productID: "c",
            kind: .consumable, quantity: 1, purchasedAt: Instant(milliseconds: 1_500),
            signedAt: Instant(milliseconds: 1_500))
        change(&purchase)
        let facts = PurchasePlan.Facts(
            submitter: try UserID("me"), tokenOwner: try owner.map { try UserID($0) },
            pack: hasPack ? try Self.pack() : nil, policy: .testers, isTester: { testers.contains($0.text) })
        return PurchasePlan(purchase, facts)
    }

    private func credit(_ user: String, version: Int32 = 1, coins: Int64 = 100, bonus: Int64 = 0) throws -> PurchasePlan
    {
        .credit(
            try UserID(user),
            PurchaseWorth(
                pack: try PackID("p"), version: version, coins: try CoinAmount(coins), bonus: try CoinAmount(bonus)))
    }

    @Test("the version at the purchase decides, an older purchase gets the first, quantity multiplies")
    func versions() throws {
        #expect(try plan() == credit("me"))
        #expect(try plan { $0.purchasedAt = Instant(milliseconds: 0) } == credit("me"))
        #expect(try plan { $0.purchasedAt = Instant(milliseconds: 1_999) } == credit("me"))
        let second = try plan {
            $0.purchasedAt = Instant(milliseconds: 2_000)
            $0.quantity = 10
        }
        #expect(try second == credit("me", version: 2, coins: 900, bonus: 90))
        #expect(try plan { $0.kind = nil } == credit("me"))
    }

    @Test("whose it is: the token's owner, else the submitter, else it waits")
    func owners() throws {
        let withToken: (inout Purchase) -> Void = { $0.appAccountToken = Self.token }
        #expect(try plan(owner: "other", change: withToken) == credit("other"))
        #expect(try plan(owner: nil, change: withToken) == .wait(.unknownOwner))
        #expect(try plan(owner: nil) == credit("me"))
    }

    @Test("sandbox: the submitter first, before any question of ownership, then the owner")
    func sandbox() throws {
        let withToken: (inout Purchase) -> Void = { $0.appAccountToken = Self.token }
        #expect(
            try plan(.sandbox, owner: "other", testers: ["other"], change: withToken) == .refuse(.sandboxNotAllowed))
        #expect(try plan(.sandbox, owner: "other", testers: ["me"], change: withToken) == .refuse(.sandboxNotAllowed))
        #expect(try plan(.sandbox, owner: "other", testers: ["me", "other"], change: withToken) == credit("other"))
        #expect(try plan(.sandbox) { $0.kind = .other("x") } == .refuse(.sandboxNotAllowed))
    }

    @Test("what is final comes before what waits")
    func order() throws {
        let full = Revocation(at: Instant(milliseconds: 1))
        let part = Revocation(at: Instant(milliseconds: 1), type: nil, percentageMilli: 99_999)
        #expect(try plan(hasPack: false) == .wait(.product))
        #expect(try plan { $0.quantity = nil } == .wait(.review))
        #expect(try plan(hasPack: false) { $0.kind = .other("Auto-Renewable Subscription") } == .refuse(.notConsumable))
        #expect(try plan(hasPack: false) { $0.ownership = .other("FAMILY_SHARED") } == .refuse(.notPurchased))
        #expect(try plan(hasPack: false) { $0.revocation = full } == .refuse(.revoked))
        #expect(try plan(hasPack: false) { $0.revocation = part } == .wait(.product))
        // The Writer decides on Apple's newest word, which may be another than the proof's.
        #expect(try plan { $0.revocation = part } == plan())
        #expect(try plan { $0.revocation = full } == plan())
    }
}
