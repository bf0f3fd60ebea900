import Foundation
import HTTPClient
import StoreSimulator
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// A guest becomes an account: through the API, with everything that names the guest afterwards.
@Suite struct MergeCases {
    private let guest = ServiceFixture.unique("guest")
    private let account = ServiceFixture.unique("account")

    private func merge(
        _ shop: ServiceFixture, _ user: String, into other: String, key: String = ServiceFixture.unique("merge")
    ) async throws -> Told {
        try await shop.call(
            .post, "/v1/users/\(user)/merge", #"{"into":"\#(other)"}"#, headers: [("Idempotency-Key", key)])
    }

    private func hold(_ shop: ServiceFixture, _ user: String, _ coins: Int) async throws -> Told {
        try await shop.call(
            .post, "/v1/wallets/\(user)/holds", #"{"amount":\#(coins)}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("hold"))])
    }

    private func undo(
        _ shop: ServiceFixture, _ spend: String, _ body: String? = nil, key: String = ServiceFixture.unique("undo")
    ) async throws -> Told {
        try await shop.call(.post, "/v1/spends/\(spend)/undo", body, headers: [("Idempotency-Key", key)])
    }

    @Test("An account without a wallet gets the guest's as it is, open holds too; both ids lead to it")
    func handsOver() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(50, to: guest)
        let held = try #require(try await hold(shop, guest, 20).text("hold"))
        let key = ServiceFixture.unique("K")
        let told = try await merge(shop, guest, into: account, key: key)
        #expect(told.status == 200)
        #expect(try told.list("environments").map { try $0.text("wallet") } == ["handed_over"])
        #expect(told.text("merged_at") != nil)
        let again = try await merge(shop, guest, into: account, key: key)
        #expect(again.bytes == told.bytes && again.header("Idempotency-Replayed") == "true")
        #expect(try await shop.available(account) == 30)
        #expect(try await shop.available(guest) == 30)
        let captured = try await shop.call(
            .post, "/v1/holds/\(held)/capture", headers: [("Idempotency-Key", ServiceFixture.unique("capture"))])
        #expect(captured.status == 200)
        _ = try await shop.grant(5, to: guest)
        #expect(try await shop.available(account) == 35)
    }

    @Test("All that a guest had is the account's, and old ids and keys lead there")
    func moves() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let course = try await shop.addItem("course", price: 60, kind: 1)
        let transaction = ServiceFixture.transactionID()
        let proof = try shop.purchase(product, transactionID: transaction)
        #expect(try await shop.submit(proof, for: guest).status == 200)
        let spendKey = ServiceFixture.unique("K")
        let spent = try await shop.spend(course, for: guest, price: 60, key: spendKey)
        let spend = try #require(spent.text("spend"))
        _ = try await shop.grant(7, to: account)

        let told = try await merge(shop, guest, into: account)
        #expect(told.status == 200, "\(String(decoding: told.bytes, as: UTF8.self))")
        let move = try #require(told.list("environments").first)
        #expect(try move.text("wallet") == "moved")
        #expect(try move.integer("paid") == 40)
        #expect(try move.object("balance").integer("available") == 47)
        for user in [guest, account] { #expect(try await shop.available(user) == 47) }

        // The old request again is the old answer; a new one of the guest's is the account's.
        let repeated = try await shop.spend(course, for: guest, price: 60, key: spendKey)
        #expect(repeated.bytes == spent.bytes && repeated.header("Idempotency-Replayed") == "true")
        #expect(try await shop.spend(course, for: guest, price: 60).code == "already_owned")
        #expect(try await shop.spend(course, for: account, price: 60).text("spend") == spend)
        let owned = try await shop.get("/v1/wallets/\(account)/ownerships").list("ownerships")
        #expect(try owned.map { try $0.text("spend") } == [spend])

        // The purchase is the account's: brought again, listed, and refunded there.
        let submitted = try await shop.submit(proof, for: account)
        #expect(submitted.states == ["already_credited"])
        #expect(try await shop.submit(proof, for: ServiceFixture.unique("other")).status == 409)
        let purchases = try await shop.get("/v1/wallets/\(guest)/purchases").list("purchases")
        #expect(try purchases.map { try $0.text("transaction_id") } == [transaction])
        #expect(try await shop.get("/v1/wallets/\(guest)/lots").list("lots").count == 2)

        let undoKey = ServiceFixture.unique("U")
        let undone = try await undo(shop, spend, #"{"amount":25}"#, key: undoKey)
        #expect(undone.status == 200 && undone.text("spend") == spend)
        #expect(try undone.object("balance")?.integer("available") == 72)
        let undoneAgain = try await undo(shop, spend, #"{"amount":25}"#, key: undoKey)
        #expect(undoneAgain.bytes == undone.bytes)
        let reading = try await shop.get("/v1/spends/\(spend)")
        #expect(reading.number("undone") == 25)
        #expect(try reading.list("undos").map { try $0.integer("coins") } == [25])
        #expect(try reading.list("lots").map { try $0.integer("undone") } == [25])

        // Lots both ways: what the purchase was spent on, also what the guest did.
        let lot = try await shop.get("/v1/wallets/\(account)/lots/2")
        #expect(
            try lot.list("uses").map { try $0.text("kind") }
                == ["sold", "spent", "merged", "merged", "merged_spent", "undone"])
        #expect(try lot.list("uses")[1].text("operation") == spend)

        // Of 100 bought coins 35 are spent: half of the price back takes 50 of the 65 that are left.
        let refunded = try shop.purchase(product, transactionID: transaction) {
            $0.signedDate = $0.purchaseDate + 60_000
            $0.revocationDate = $0.purchaseDate
            $0.revocationType = "REFUND_PRORATED"
            $0.revocationPercentage = 50_000
        }
        #expect(try await shop.submit(refunded, for: account).status == 200)
        #expect(try await shop.available(account) == 22)
        #expect(try await verify(shop) == [])
    }

    /// What `coffer verify` would tell.
    private func verify(_ shop: ServiceFixture) async throws -> [String] {
        let settings = LedgerSettings.export(conninfo: shop.database.serviceConninfo)
        let report = try await Verifier(settings, namedMax: 10).run()
        return report.findings.named.map { "\($0.rule.rawValue) \($0.table) \($0.key): \($0.stored) / \($0.computed)" }
    }

    @Test("The undos of a spend go on from one wallet to the next, page by page")
    func pagesUndos() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(50, to: guest)
        _ = try await shop.grant(1, to: account)
        let spend = try #require(
            try await shop.spend(try await shop.addItem(price: 30), for: guest, price: 30).text("spend"))
        for _ in 0..<2 { _ = try await undo(shop, spend, #"{"amount":1}"#) }
        #expect(try await merge(shop, guest, into: account).status == 200)
        for _ in 0..<2 { _ = try await undo(shop, spend, #"{"amount":2}"#) }
        var coins: [Int64] = []
        var path: String? = "/v1/spends/\(spend)?limit=1"
        while let next = path {
            let page = try await shop.get(next)
            coins += try page.list("undos").map { try $0.integer("coins") }
            path = page.text("next_cursor").map { "/v1/spends/\(spend)?limit=1&cursor=\($0)" }
        }
        #expect(coins == [1, 1, 2, 2])
        #expect(try await shop.get("/v1/spends/\(spend)").number("undone") == 6)
    }

    @Test("Open holds refuse by name and nothing happens; afterwards the same merge is done")
    func holdsOpen() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(50, to: guest)
        _ = try await shop.grant(1, to: account)
        let held = try #require(try await hold(shop, guest, 20).text("hold"))
        let key = ServiceFixture.unique("K")
        let refused = try await merge(shop, guest, into: account, key: key)
        #expect(refused.status == 409 && refused.code == "holds_open")
        #expect(try await shop.available(guest) == 30)
        #expect(try await shop.available(account) == 1)
        _ = try await shop.call(
            .post, "/v1/holds/\(held)/release", headers: [("Idempotency-Key", ServiceFixture.unique("release"))])
        #expect(try await merge(shop, guest, into: account, key: key).status == 200)
        #expect(try await shop.available(account) == 51)
        let late = try await shop.call(
            .post, "/v1/holds/\(held)/capture", headers: [("Idempotency-Key", ServiceFixture.unique("capture"))])
        #expect(late.status == 409 && late.code == "hold_released")
        #expect(try await shop.get("/v1/holds/\(held)").text("state") == "released")
    }

    @Test("Both own the same course: both spends are named, and it stays owned until both are undone")
    func bothOwn() async throws {
        let shop = try await ServiceFixture.shared
        let course = try await shop.addItem("course", price: 30, kind: 1)
        var spends: [String] = []
        for user in [account, guest] {
            _ = try await shop.grant(50, to: user)
            spends.append(try #require(try await shop.spend(course, for: user, price: 30).text("spend")))
        }
        let other = try await shop.addItem("other", price: 10, kind: 1)
        #expect(try await shop.spend(other, for: guest, price: 10).status == 200)
        let held = try await shop.call(
            .post, "/v1/wallets/\(account)/holds", #"{"item":"\#(other)","expected_price":10}"#,
            headers: [("Idempotency-Key", ServiceFixture.unique("hold"))])
        #expect(try await merge(shop, guest, into: account).status == 200)
        let captured = try await shop.call(
            .post, "/v1/holds/\(try #require(held.text("hold")))/capture",
            headers: [("Idempotency-Key", ServiceFixture.unique("capture"))])
        #expect(captured.status == 200, "\(String(decoding: captured.bytes, as: UTF8.self))")
        let path = "/v1/wallets/\(account)/ownerships"
        let owned = try await shop.get(path).list("ownerships")
        #expect(owned.count == 2)
        let both = try #require(try owned.first { try $0.text("item") == course })
        #expect(try both.text("spend") == spends[0])
        guard case .text(spends[1]) = try both.array("also_paid_by").first else {
            Issue.record("the other spend is not named")
            return
        }
        _ = try await undo(shop, spends[0])
        #expect(try await shop.spend(course, for: account, price: 30).text("spend") == spends[1])
        #expect(try await undo(shop, spends[1]).flag("ownership_ended") == true)
        #expect(try await shop.get(path).list("ownerships").count == 1)
        #expect(try await verify(shop) == [])
    }

    @Test("More coins than a wallet can count are refused before anything moves")
    func tooMany() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(CoinAmount.coinsMax, to: account)
        _ = try await shop.grant(1, to: guest)
        let told = try await merge(shop, guest, into: account)
        #expect(told.status == 422 && told.code == "amount_out_of_range")
        #expect(try await shop.available(guest) == 1)
    }

    @Test("Into oneself, without a key, with a used key, into whom is merged, back again: each a clear answer")
    func refusals() async throws {
        let shop = try await ServiceFixture.shared
        let (third, key) = (ServiceFixture.unique("third"), ServiceFixture.unique("K"))
        for user in [guest, account, third] { _ = try await shop.grant(10, to: user) }
        let oneself = try await merge(shop, guest, into: guest)
        #expect(oneself.status == 400 && oneself.code == "malformed" && oneself.text("member") == "into")
        let keyless = try await shop.call(.post, "/v1/users/\(guest)/merge", #"{"into":"\#(account)"}"#)
        #expect(keyless.status == 400 && keyless.code == "idempotency_key_missing")
        #expect(try await merge(shop, guest, into: account, key: key).status == 200)
        let reused = try await merge(shop, guest, into: third, key: key)
        #expect(reused.status == 422 && reused.code == "idempotency_key_reused")
        for (user, other) in [(guest, third), (third, guest), (account, guest)] {
            let told = try await merge(shop, user, into: other)
            #expect(told.status == 409 && told.code == "user_merged")
        }
        #expect(try await merge(shop, guest, into: account).status == 200)
        let chained = try await merge(shop, account, into: third)
        #expect(chained.status == 200)
        for user in [guest, account, third] { #expect(try await shop.available(user) == 30) }
        #expect(try await merge(shop, guest, into: account, key: key).status == 200)
    }

    @Test("Two merges that meet, one the other way round: one is done, the other refused, and no coin is lost")
    func crossing() async throws {
        let shop = try await ServiceFixture.shared
        for user in [guest, account] { _ = try await shop.grant(10, to: user) }
        async let there = merge(shop, guest, into: account)
        async let back = merge(shop, account, into: guest)
        let statuses = [try await there.status, try await back.status].sorted()
        #expect(statuses == [200, 409])
        for user in [guest, account] { #expect(try await shop.available(user) == 20) }
    }

    @Test("Spends of the guest while it is merged are done once, somewhere, and none is lost")
    func underLoad() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(200, to: guest)
        _ = try await shop.grant(1, to: account)
        let item = try await shop.addItem(price: 5)
        let (user, other) = (guest, account)
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { try await shop.spend(item, for: user, price: 5).status }
            }
            group.addTask { try await merge(shop, user, into: other).status }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.allSatisfy { $0 == 200 })
        #expect(try await shop.available(account) == 101)
        #expect(try await verify(shop) == [])
    }

    @Test("Tokens, orders and consent lead to the account; a late purchase with the guest's token is the account's")
    func leadsTokens() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        _ = try await shop.grant(1, to: guest)
        _ = try await shop.grant(2, to: account)
        let order = try await shop.call(.post, "/v1/orders", #"{"user":"\#(guest)","pack":"pack-\#(product)"}"#)
        let token = try #require(order.text("app_account_token"))
        #expect(try await merge(shop, guest, into: account).status == 200)
        let number = try #require(order.text("order"))
        #expect(try await shop.get("/v1/orders/\(number)").text("user") == account)
        for user in [guest, account] {
            let told = try await shop.call(.put, "/v1/users/\(user)/tokens/\(token)")
            #expect(told.status == 200)
        }
        let proof = try shop.purchase(product, token: token)
        let told = try await shop.call(
            .post, "/v1/topups", #"{"user":"\#(guest)","order":"\#(number)","signed_transaction":"\#(proof)"}"#)
        #expect(told.states == ["credited"])
        #expect(try await shop.available(account) == 103)
    }

    @Test("Both environments are merged; the account's tester flag is the guest's from then on")
    func environments() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        try await shop.makeTester(guest)
        #expect(try await shop.submit(try shop.purchase(product, environment: "Sandbox"), for: guest).status == 200)
        #expect(try await shop.submit(try shop.purchase(product), for: guest).status == 200)
        _ = try await shop.grant(1, to: account)
        let told = try await merge(shop, guest, into: account)
        #expect(told.status == 200)
        #expect(
            try told.list("environments").map { "\(try $0.text("environment")) \(try $0.text("wallet"))" }.sorted()
                == ["Production moved", "Sandbox handed_over"])
        #expect(try await shop.waitUntil { try await shop.wallet(guest).text("environment") == "Production" })
        #expect(try await shop.wallet(account).number("available") == 101)
        #expect(try await shop.wallet(account, "?environment=sandbox").number("available") == 100)
    }

    @Test("A merge that was cut between its halves is finished by the job, or by whoever names the guest first")
    func cut() async throws {
        let shop = try await ServiceFixture.shared
        for finisher in ["job", "spend", "merge"] {
            let (user, other) = (ServiceFixture.unique("guest"), ServiceFixture.unique("account"))
            _ = try await shop.grant(40, to: user)
            _ = try await shop.grant(2, to: other)
            let idempotency = Idempotency(key: UUID(), fingerprint: UUID())
            let caller = try await shop.ledger.keys.caller(named: "all")
            let wanted = UserMerge(
                user: try UserID(user), into: try UserID(other), merge: UUID(), caller: caller,
                idempotency: idempotency)
            guard case .move(let pairs, _) = try await shop.ledger.merges.plan(wanted) else {
                Issue.record("nothing to move")
                return
            }
            let close = Command(
                wallet: pairs[0].source, environment: .production, caller: caller, idempotency: idempotency,
                action: .close(CloseWallet(into: pairs[0].target)))
            guard case .done = try await shop.ledger.writer.run(close) else {
                Issue.record("not closed")
                return
            }
            switch finisher {
            case "job":
                try await shop.database.execute("UPDATE user_merges SET next_attempt_at = 'epoch' WHERE state = 1")
                try await shop.service.finishUsers()
            case "spend":
                let item = try await shop.addItem(price: 1)
                #expect(try await shop.spend(item, for: user, price: 1).status == 200)
                _ = try await shop.grant(1, to: user)
            default: #expect(try await merge(shop, user, into: other).status == 200)
            }
            #expect(try await shop.waitUntil { try await shop.available(other) == 42 }, "\(finisher)")
        }
        #expect(try await verify(shop) == [])
    }
}
