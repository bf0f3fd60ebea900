import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Cases O-1 … O-5 and M-4: whose purchase it is, and that it counts once.
@Suite struct OwnershipCases {
    @Test("O-1: the same proof again is already_credited with its reference; another user gets 409 and learns nothing")
    func again() async throws {
        let shop = try await ServiceFixture.shared
        let (first, second) = (ServiceFixture.unique("u1"), ServiceFixture.unique("u2"))
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let proof = try shop.purchase(product)
        let credited = try await shop.submit(proof, for: first)
        for _ in 0..<5 {
            let repeated = try await shop.submit(proof, for: first)
            #expect(repeated.status == 200)
            #expect(repeated.states == ["already_credited"])
            #expect(repeated.flag("finish") == true)
            #expect(try repeated.purchases.first?.text("credit") == credited.purchases.first?.text("credit"))
        }
        let told = try await shop.submit(proof, for: second)
        #expect(told.status == 409)
        #expect(told.code == "purchase_belongs_to_another_user")
        #expect(told.flag("finish") == true)
        #expect(!String(decoding: told.bytes, as: UTF8.self).contains(first))
        #expect(told.purchases.first?["credit"] == nil)
        let transaction = try #require(try told.purchases.first?.text("transaction_id"))
        #expect(try await shop.logs("purchase refused", "purchase_belongs_to_another_user", transaction))
        let restarted = try await ServiceFixture(database: shop.database, authority: shop.authority)
        let afterwards = try await restarted.submit(proof, for: first)
        #expect(afterwards.states == ["already_credited"])
        #expect(try afterwards.purchases.first?.text("credit") == credited.purchases.first?.text("credit"))
        _ = await restarted.service.drain(deadlineMs: 2_000)
        #expect(try await shop.get("/v1/wallets/\(first)/entries").list("entries").count == 1)
        #expect(try await shop.available(first) == 100)
        #expect(try await shop.available(second) == 0)
    }

    @Test("O-2: many calls of a user never seen, through two services: one wallet, each purchase once")
    func together() async throws {
        let shop = try await ServiceFixture.shared
        let second = try await ServiceFixture(database: shop.database, authority: shop.authority)
        let user = ServiceFixture.unique("u3")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let hot = try shop.purchase(product)
        let others = try (0..<20).map { _ in try shop.purchase(product) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<25 {
                group.addTask { try await (number.isMultiple(of: 2) ? shop : second).submit(hot, for: user).status }
            }
            for (number, proof) in others.enumerated() {
                group.addTask { try await (number.isMultiple(of: 2) ? shop : second).submit(proof, for: user).status }
            }
            for _ in 0..<10 { group.addTask { try await shop.wallet(user).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 200 })
        #expect(try await shop.available(user) == 2_100)
        #expect(try await shop.get("/v1/wallets/\(user)/purchases").list("purchases").count == 21)
        _ = await second.service.drain(deadlineMs: 2_000)
    }

    @Test("one transaction brought by two users at once, through two services: one credit, one 409, every time")
    func contested() async throws {
        let shop = try await ServiceFixture.shared
        let second = try await ServiceFixture(database: shop.database, authority: shop.authority)
        let users = [ServiceFixture.unique("a"), ServiceFixture.unique("b")]
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 1)
        let rounds = 100
        for _ in 0..<rounds {
            let proof = try shop.purchase(product)
            async let one = shop.submit(proof, for: users[0])
            async let two = second.submit(proof, for: users[1])
            let told = try await [one, two]
            #expect(told.map(\.status).sorted() == [200, 409])
            #expect(told.first { $0.status == 409 }?.code == "purchase_belongs_to_another_user")
            #expect(told.allSatisfy { $0.flag("finish") == true })
        }
        let total = try await (shop.available(users[0]) ?? 0) + (shop.available(users[1]) ?? 0)
        #expect(total == Int64(rounds))
        _ = await second.service.drain(deadlineMs: 2_000)
    }

    @Test("O-3: the token's owner is credited whoever submits; the submitter gets 409 and may finish")
    func tokenOfAnother() async throws {
        let shop = try await ServiceFixture.shared
        let (thief, owner) = (ServiceFixture.unique("u1"), ServiceFixture.unique("u2"))
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let token = UUID().uuidString.lowercased()
        #expect(try await shop.call(.put, "/v1/users/\(owner)/tokens/\(token)").status == 200)
        let proof = try shop.purchase(product, token: token)
        for _ in 0..<3 {
            let told = try await shop.submit(proof, for: thief)
            #expect(told.status == 409)
            #expect(told.code == "purchase_belongs_to_another_user")
            #expect(told.flag("finish") == true)
            #expect(!String(decoding: told.bytes, as: UTF8.self).contains(owner))
            #expect(told.text("topup") == nil)
        }
        #expect(try await shop.submit(proof, for: owner).states == ["already_credited"])
        #expect(try await shop.available(owner) == 100)
        #expect(try await shop.available(thief) == 0)
        let stolen = try await shop.call(.put, "/v1/users/\(thief)/tokens/\(token.uppercased())")
        #expect(stolen.code == "token_belongs_to_another_user")
    }

    @Test("O-4: the letter case of a token does not matter; a text that is no UUID counts as absent")
    func letterCase() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let token = UUID().uuidString.lowercased()
        _ = try await shop.call(.put, "/v1/users/\(user)/tokens/\(token)")
        let mixed = String(
            token.enumerated().map { $0.offset.isMultiple(of: 2) ? Character($0.element.uppercased()) : $0.element })
        for spelling in [token.uppercased(), mixed, "no uuid"] {
            #expect(
                try await shop.submit(try shop.purchase(product, token: spelling), for: user).states == ["credited"])
        }
        #expect(try await shop.available(user) == 300)
    }

    @Test("O-5: shared and refunded purchases are refused for good; other kinds too")
    func refused() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let proofs = [
            ("not_purchased", try shop.purchase(product) { $0.inAppOwnershipType = "FAMILY_SHARED" }),
            ("revoked", try shop.purchase(product) { $0.revocationDate = $0.purchaseDate }),
            ("not_consumable", try shop.purchase(product) { $0.type = "Auto-Renewable Subscription" }),
        ]
        for (code, proof) in proofs {
            let told = try await shop.submit(proof, for: user)
            #expect(told.status == 422)
            #expect(told.code == code)
            #expect(told.flag("finish") == true)
        }
        let partly = try await shop.submit(
            try shop.purchase(product) {
                $0.revocationDate = $0.purchaseDate
                $0.revocationPercentage = 33_333
            }, for: user)
        #expect(partly.states == ["credited"])
        #expect(try await shop.available(user) == 67)
        #expect(try await shop.submit(try shop.purchase(product), for: user).states == ["credited"])
    }

    @Test("M-4: an unmapped product waits and is credited once it is mapped, with no call by the client")
    func mappedLater() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        let product = ServiceFixture.unique("coins1200")
        let told = try await shop.submit(try shop.purchase(product), for: user)
        #expect(told.status == 202)
        #expect(told.flag("finish") == false)
        #expect(try told.purchases.first?.text("reason") == "pending_product")
        #expect(try await shop.available(user) == 0)
        try await shop.addPack(product, coins: 1_200)
        #expect(try await shop.waitUntil { try await shop.available(user) == 1_200 })
        let later = try await shop.get("/v1/topups/\(try #require(told.text("topup")))")
        #expect(later.status == 200)
        #expect(later.states == ["already_credited"])
        #expect(later.flag("finish") == true)
    }

    @Test("a token nobody has registered: pending, credited to its user once it is registered")
    func unknownOwner() async throws {
        let shop = try await ServiceFixture.shared
        let (submitter, owner) = (ServiceFixture.unique("u1"), ServiceFixture.unique("u9"))
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let token = UUID().uuidString
        let told = try await shop.submit(try shop.purchase(product, token: token), for: submitter)
        #expect(told.status == 202)
        #expect(try told.purchases.first?.text("reason") == "unknown_owner")
        _ = try await shop.call(.put, "/v1/users/\(owner)/tokens/\(token)")
        #expect(try await shop.waitUntil { try await shop.available(owner) == 100 })
        #expect(try await shop.available(submitter) == 0)
    }

    @Test("a receipt with a known and an unknown product: the known one is credited now, the other one later")
    func mixedReceipt() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u1")
        let known = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let unknown = ServiceFixture.unique("later")
        let told = try await shop.submit(
            receipt: try shop.makeReceipt([shop.entry(known), shop.entry(unknown)]), for: user)
        #expect(told.status == 202)
        #expect(told.states.sorted() == ["credited", "pending"])
        #expect(told.flag("finish") == false)
        try await shop.addPack(unknown, coins: 7)
        #expect(try await shop.waitUntil { try await shop.available(user) == 107 })
    }
}
