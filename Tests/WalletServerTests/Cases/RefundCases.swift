import AppStore
import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// Refunds over the real ledger: what Apple says by its own roads comes to `TopupService.hear`.
@Suite struct RefundCases {
    private let shop: ServiceFixture
    private let rooms: Rooms
    private let settings: ServiceSettings

    init() async throws {
        shop = try await ServiceFixture.shared
        settings = ServiceSettings(
            appStore: AppStoreSettings(
                appIDs: [ServiceFixture.bundle: nil],
                anchors: TrustAnchors.apple.adding(shop.authority.rootFingerprints)))
        rooms = Rooms(shop.ledger, settings, log: ServiceLog { _ in }, isReady: { true })
    }

    /// One purchase as Apple tells of it at different times.
    private struct Sale {
        let user = ServiceFixture.unique("refunded")
        let id = ServiceFixture.transactionID()
        let product: String
    }

    private func jws(_ sale: Sale, at second: Int64, percent: Int? = nil) throws -> String {
        try shop.purchase(sale.product, transactionID: sale.id) {
            $0.signedDate = $0.purchaseDate - 60_000 + second * 1_000
            guard let percent else { return }
            $0.revocationDate = $0.purchaseDate - 1_000
            $0.revocationType = percent == 100_000 ? "REFUND_FULL" : "REFUND_PRORATED"
            $0.revocationPercentage = percent
        }
    }

    @discardableResult
    private func hear(
        _ sale: Sale, at second: Int64, percent: Int? = nil, in other: Rooms? = nil
    ) async throws -> PurchaseNews.Outcome {
        let rooms = other ?? rooms
        let proof = Proof.signedTransaction(try jws(sale, at: second, percent: percent))
        let verifier = ProofVerifier(settings.appStore)
        let purchase = try #require(try verifier.verify(proof, now: Instant(Date())).first)
        let stored = Evidence.proof(proof).stored
        // As the jobs do: what a slow machine leaves open is heard again.
        for _ in 0..<100 {
            do throws(WalletError) {
                return try await rooms.topups.hear(purchase, proof: stored, caller: CallerID(1))
            } catch {
                guard [.overloaded, .outcomeUnknown, .ledgerUnavailable].contains(error) else { throw error }
            }
        }
        throw WalletError.ledgerUnavailable
    }

    private func balance(_ sale: Sale) async throws -> [Int64?] {
        let told = try await shop.get("/v1/wallets/\(sale.user)")
        return [told.number("available"), told.number("debt")]
    }

    enum Happening: CaseIterable { case purchase, refund, reversal, spend }

    @Test(
        "P8: all 24 orders of purchase, refund, reversal and spend, each once and twice, end alike", arguments: [1, 2])
    func allOrders(times: Int) async throws {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let item = try await shop.addItem(price: 30)
        for order in Self.orders(Happening.allCases) {
            let sale = Sale(product: product)
            var spent: Int64 = 0
            var told: [String] = []
            for happening in order {
                for time in 1...times {
                    switch happening {
                    case .purchase: told.append("\(try await shop.submit(jws(sale, at: 0), for: sale.user).states)")
                    case .refund: told.append("\(try await hear(sale, at: 10, percent: 100_000))")
                    case .reversal: told.append("\(try await hear(sale, at: 20))")
                    case .spend:
                        let spend = try await shop.spend(item, for: sale.user, price: 30, key: "\(sale.user)-\(time)")
                        told.append("\(spend.status)")
                        if spend.status == 200 { spent += 30 }
                    }
                }
            }
            let balance = try await balance(sale)
            #expect(balance == [100 - spent, 0], "\(order) \(told)")
        }
    }

    @Test("3 x 100 refunded at 33.333 %, at 66.667 %, reversed: 100, 100 more, all back; old words change nothing")
    func partly() async throws {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let sale = Sale(product: product)
        let three = try shop.purchase(product, transactionID: sale.id) {
            $0.quantity = 3
            $0.signedDate = $0.purchaseDate - 60_000
        }
        #expect(try await shop.submit(three, for: sale.user).states == ["credited"])
        try await hear(sale, at: 10, percent: 33_333)
        #expect(try await balance(sale) == [200, 0])
        try await hear(sale, at: 20, percent: 66_667)
        try await hear(sale, at: 10, percent: 33_333)
        #expect(try await balance(sale) == [100, 0])
        let listed = try await shop.get("/v1/wallets/\(sale.user)/purchases").purchases.first
        #expect(try listed?.optionalObject("refund")?.optionalInteger("coins") == 200)
        try await hear(sale, at: 30)
        #expect(try await balance(sale) == [300, 0])
    }

    @Test("What was spent is owed, blocks spending, shows in the statement, and the next purchase meets it")
    func debt() async throws {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let item = try await shop.addItem(price: 80)
        let sale = Sale(product: product)
        _ = try await shop.submit(jws(sale, at: 0), for: sale.user)
        _ = try await shop.spend(item, for: sale.user, price: 80)
        try await hear(sale, at: 10, percent: 100_000)
        #expect(try await balance(sale) == [0, 80])
        _ = try await shop.grant(500, to: sale.user)
        #expect(try await shop.spend(item, for: sale.user, price: 80).code == "wallet_in_debt")
        _ = try await shop.submit(try shop.purchase(product), for: sale.user)
        #expect(try await balance(sale) == [520, 0])
        let kinds = try await shop.get("/v1/wallets/\(sale.user)/entries").list("entries").compactMap {
            try $0.text("kind")
        }
        let wanted = ["sold", "spent", "refunded", "refunded", "granted", "sold", "debt_settled"]
        #expect(kinds == wanted || kinds == wanted.reversed())
    }

    @Test("With the policy revoke a refund takes the course instead of leaving a debt, and its coins come back with it")
    func revoke() async throws {
        var taking = settings
        taking.refundOwnership = .revoke
        let rooms = Rooms(shop.ledger, taking, log: ServiceLog { _ in }, isReady: { true })
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let course = try await shop.addItem("course", price: 60, kind: 1)
        let sale = Sale(product: product)
        _ = try await shop.submit(jws(sale, at: 0), for: sale.user)
        let spend = try #require(try await shop.spend(course, for: sale.user, price: 60).text("spend"))
        try await hear(sale, at: 10, percent: 30_000, in: rooms)
        #expect(try await balance(sale) == [10, 0])
        #expect(try await shop.get("/v1/wallets/\(sale.user)/ownerships").list("ownerships").count == 1)
        try await hear(sale, at: 20, percent: 100_000, in: rooms)
        #expect(try await balance(sale) == [0, 0])
        #expect(try await shop.get("/v1/wallets/\(sale.user)/ownerships").list("ownerships").isEmpty)
        #expect(try await shop.get("/v1/spends/\(spend)").number("undone") == 60)
        try await hear(sale, at: 30, in: rooms)
        #expect(try await balance(sale) == [100, 0])
        #expect(try await shop.spend(course, for: sale.user, price: 60).status == 200)
    }

    @Test("An app's own proof tells of a refund; an older one cannot undo it, whoever brings it")
    func ownProof() async throws {
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let sale = Sale(product: product)
        _ = try await shop.submit(jws(sale, at: 0), for: sale.user)
        _ = try await shop.submit(jws(sale, at: 10, percent: 100_000), for: sale.user)
        #expect(try await balance(sale) == [0, 0])
        _ = try await shop.submit(jws(sale, at: 20), for: sale.user)
        #expect(try await balance(sale) == [0, 0])

        let unseen = Sale(product: product)
        #expect(try await shop.submit(jws(unseen, at: 10, percent: 100_000), for: unseen.user).code == "revoked")
        #expect(try await shop.submit(jws(unseen, at: 0), for: unseen.user).code == "revoked")
        let other = try await shop.submit(jws(unseen, at: 0), for: ServiceFixture.unique("other"))
        #expect(other.code == "revoked")
    }

    private static func orders(_ left: [Happening]) -> [[Happening]] {
        guard !left.isEmpty else { return [[]] }
        return left.flatMap { first in orders(left.filter { $0 != first }).map { [first] + $0 } }
    }
}
