import Foundation
import StoreSimulator
import TestSupport
import Testing

extension EndToEnd {
    /// Purchases over all roads, while Apple fails and everything dies: afterwards store and ledger agree.
    /// `COFFER_SOAK=20000` is the long one (scripts/soak).
    @Suite(.serialized) struct SoakTests {
        private static let agreementMs = 600_000

        @Test("The store's list of truth and the ledger agree purchase by purchase, whatever failed in between")
        func soak() async throws {
            let size = SoakSize.fromEnvironment
            let cluster = try await PrivatePostgres.start()
            let shop = try SoakStore.open()
            defer { shop.servers.stop() }
            let service = try await TestService.make(on: cluster, shop.serviceSettings)
            try await service.start()
            try shop.notify(service.api().url)
            for number in 0..<50 {
                let user = "buyer-\(number)"
                let path = "/v1/users/\(user)/tokens/\(SoakPurchase.token(of: user))"
                #expect(try await service.api().put(path, "{}").status == 200)
            }
            try shop.addFaults()
            let run = SoakRun(size: size, shop: shop, service: service, cluster: cluster)
            try await run.run()
            let left = try await disagreements(run)
            #expect(left.isEmpty, "\(left.count) purchases differ: \(left.prefix(20))")
            #expect(run.bought.count == size.purchases && shop.store.purchases.count == size.purchases)
            try await service.stop()
            let broken = try await service.books.brokenRules()
            #expect(broken == [])
            try await cluster.stop()
        }

        /// Purchases on which the two do not agree in the end: messages and proofs may still be on their way.
        private func disagreements(_ run: SoakRun) async throws -> [String] {
            let end = ContinuousClock.now + .milliseconds(Self.agreementMs)
            var left: [String] = []
            repeat {
                try await Task.sleep(for: .seconds(1))
                left = try await compare(run)
            } while !left.isEmpty && ContinuousClock.now < end
            return left
        }

        /// - Returns: a sentence for each purchase whose owner or coins are not as the store's truth says.
        private func compare(_ run: SoakRun) async throws -> [String] {
            let rows = try await run.service.books.ask(
                """
                SELECT t.transaction_id, u.user_id, coalesce(sum(CASE e.kind WHEN 1 THEN e.coins
                    WHEN 5 THEN -e.coins WHEN 7 THEN e.coins ELSE 0 END), 0)
                FROM store_transactions t LEFT JOIN user_wallets u USING (bucket, wallet)
                LEFT JOIN entries e ON (e.bucket, e.wallet, e.transaction_id) = (t.bucket, t.wallet, t.transaction_id)
                GROUP BY 1, 2
                """)
            let ledger = Dictionary(grouping: rows) { $0[0] }
            return run.shop.store.purchases.compactMap { purchase in
                guard let planned = run.bought[purchase.transactionID] else { return "unplanned purchase" }
                let expected = planned.coins - Self.refunded(planned.coins, purchase.revocation?.milliPercent ?? 0)
                let found = ledger[purchase.transactionID] ?? []
                let coins = found.first.flatMap { Int($0[2]) } ?? 0
                let owner = found.first?[1] ?? ""
                // What was wholly refunded before anybody asked for it may belong to nobody.
                let isOwned = owner == planned.user || owner.isEmpty && expected == 0
                guard found.count > 1 || coins != expected || !isOwned else { return nil }
                return "\(purchase.transactionID) (\(planned.road)): \(coins) of \(expected), owner '\(owner)'"
            }
        }

        /// Apple's share of the coins, half a coin rounded up.
        private static func refunded(_ coins: Int, _ milliPercent: Int) -> Int {
            let whole = 100_000
            return (2 * coins * milliPercent + whole) / (2 * whole)
        }
    }
}
