import Foundation
import HTTPClient
import Postgres
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Case R-2: an erased user is gone for everybody, and the books are as they were.
@Suite struct ErasureCases {
    private let user = ServiceFixture.unique("erased")

    private func erase(_ shop: ServiceFixture, _ user: String) async throws -> Told {
        try await shop.call(.post, "/v1/users/\(user)/erase")
    }

    @Test("Every later call that names the user is 410, replays too; again is 200 with the same moment")
    func gone() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let course = try await shop.addItem("course", price: 60, kind: 1)
        let transaction = ServiceFixture.transactionID()
        let proof = try shop.purchase(product, transactionID: transaction)
        _ = try await shop.submit(proof, for: user)
        let key = ServiceFixture.unique("K")
        let spend = try #require(try await shop.spend(course, for: user, price: 60, key: key).text("spend"))
        let order = try #require(
            try await shop.call(.post, "/v1/orders", #"{"user":"\#(user)","pack":"pack-\#(product)"}"#).text("order"))
        let told = try await erase(shop, user)
        #expect(told.status == 200 && told.text("state") == "erased")
        let again = try await erase(shop, user)
        #expect(again.status == 200 && again.bytes == told.bytes)

        let calls: [(HTTPRequest.Method, String, String?)] = [
            (.get, "/v1/wallets/\(user)", nil), (.get, "/v1/wallets/\(user)/entries", nil),
            (.get, "/v1/wallets/\(user)/lots", nil), (.get, "/v1/wallets/\(user)/purchases", nil),
            (.get, "/v1/wallets/\(user)?environment=sandbox", nil),
            (.get, "/v1/spends/\(spend)", nil), (.post, "/v1/spends/\(spend)/undo", nil),
            (.get, "/v1/orders/\(order)", nil),
            (.post, "/v1/orders", #"{"user":"\#(user)","pack":"pack-\#(product)"}"#),
            (.put, "/v1/users/\(user)/tokens/\(UUID().uuidString)", nil),
            (.put, "/v1/users/\(user)/consent", #"{"consumption":true}"#),
            (.put, "/v1/admin/users/\(user)/tester", #"{"tester":true,"reason":"review"}"#),
            (.post, "/v1/users/\(user)/merge", #"{"into":"somebody"}"#),
            (.post, "/v1/users/somebody-\(user)/merge", #"{"into":"\#(user)"}"#),
            (.post, "/v1/wallets/\(user)/grants", #"{"coins":1,"reason":"test"}"#),
            (.post, "/v1/wallets/\(user)/holds", #"{"amount":1}"#),
            (.post, "/v1/topups", #"{"user":"\#(user)","signed_transaction":"\#(proof)"}"#),
        ]
        for (method, path, body) in calls {
            let told = try await shop.call(
                method, path, body, headers: [("Idempotency-Key", ServiceFixture.unique("k"))])
            #expect(told.status == 410 && told.code == "user_erased", "\(method) \(path): \(told.status)")
        }
        #expect(try await shop.spend(course, for: user, price: 60, key: key).code == "user_erased")

        let thief = ServiceFixture.unique("u9")
        let brought = try await shop.submit(proof, for: thief)
        #expect(brought.status == 409 && brought.code == "purchase_belongs_to_another_user")
        #expect(brought.flag("finish") == true)
        #expect(try await shop.available(thief) == 0)
    }

    @Test("Coins and totals stay; a later refund finds the wallet and leaves a debt there")
    func refunds() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 100)
        let item = try await shop.addItem(price: 60)
        let transaction = ServiceFixture.transactionID()
        _ = try await shop.submit(try shop.purchase(product, transactionID: transaction), for: user)
        _ = try await shop.spend(item, for: user, price: 60)
        let id = try TransactionID(transaction)
        let key = StoreTransaction.Key(environment: .production, id: id)
        let wallet = try #require(try await shop.ledger.transactions.find(key)?.owner)
        let before = try await shop.ledger.wallets.summary(of: wallet).balances
        #expect(try await erase(shop, user).status == 200)
        #expect(try await shop.ledger.wallets.summary(of: wallet).balances == before)
        let at = Instant(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000) + 1_000)
        let refund = RefundPurchase(
            key: key, word: StoreWord(signedAt: at, revocation: Revocation(at: at)), policy: .debt)
        let outcome = try await shop.ledger.writer.run(
            Command(
                wallet: wallet, environment: .production, caller: CallerID(1), idempotency: nil,
                action: .refund(refund)))
        guard case .done = outcome else {
            Issue.record("the refund did not find its wallet: \(outcome)")
            return
        }
        let after = try await shop.ledger.wallets.summary(of: wallet)
        #expect(after.balances == Balances(paid: 0, bonus: 0, promo: 0, held: 0, debt: 60))
        #expect(after.status == .erased)
    }

    @Test("Erasing an account covers the guests that were merged into it, and naming a guest means the account")
    func family() async throws {
        let shop = try await ServiceFixture.shared
        for named in ["account", "guest"] {
            let (guest, account) = (ServiceFixture.unique("guest"), ServiceFixture.unique("account"))
            for user in [guest, account] { _ = try await shop.grant(10, to: user) }
            let key = ServiceFixture.unique("K")
            let item = try await shop.addItem(price: 1)
            _ = try await shop.spend(item, for: guest, price: 1, key: key)
            _ = try await shop.call(
                .post, "/v1/users/\(guest)/merge", #"{"into":"\#(account)"}"#,
                headers: [("Idempotency-Key", ServiceFixture.unique("m"))])
            #expect(try await erase(shop, named == "guest" ? guest : account).status == 200)
            for user in [guest, account] {
                #expect(try await shop.wallet(user).code == "user_erased")
                #expect(try await erase(shop, user).status == 200)
            }
            #expect(try await shop.spend(item, for: guest, price: 1, key: key).code == "user_erased")
            try await requireGone([guest, account], shop)
        }
    }

    @Test("A user never seen is erased too; without a secret nobody is")
    func neverSeen() async throws {
        let shop = try await ServiceFixture.shared
        #expect(try await erase(shop, user).status == 200)
        #expect(try await shop.grant(1, to: user).code == "user_erased")
        #expect(try await shop.call(.post, "/v1/users/\(user)/erase", #"{"why":1}"#).status == 400)
    }

    @Test("An erasure that was cut is finished by the job")
    func cut() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(10, to: user)
        let caller = try await shop.ledger.keys.caller(named: "all")
        guard case .close = try await shop.ledger.erasures.begin(try UserID(user), by: caller) else {
            Issue.record("nothing to close")
            return
        }
        let isGone = try await shop.wallet(ServiceFixture.unique("other")).status == 200
        #expect(isGone)
        try await shop.database.execute("UPDATE users SET erasure_at = 'epoch' WHERE user_id = '\(user)'")
        try await shop.service.finishUsers()
        #expect(try await shop.wallet(user).code == "user_erased")
        try await requireGone([user], shop)
    }

    @Test("Who is erased by somebody else, while an erasure waits for the user's row, is erased once; nothing crashes")
    func overtaken() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.grant(10, to: user)
        let session = try PostgresSession(
            PostgresSettings(conninfo: shop.database.ownerConninfo, options: [("search_path", "coffer")]))
        defer { session.close() }
        try session.runScript("BEGIN; SELECT FROM users WHERE user_id = '\(user)' FOR UPDATE", deadlineMs: 60_000)
        async let told = erase(shop, user)
        try await shop.database.execute(Self.untilSomebodyWaits)
        let other = "erased:\(ServiceFixture.unique("other"))"
        try session.runScript(
            """
            UPDATE users SET user_id = '\(other)', erasure_at = 'epoch', erasure_caller = 1, erased_at = 'epoch'
            WHERE user_id = '\(user)'; COMMIT
            """, deadlineMs: 60_000)
        #expect(try await told.status == 200)
        #expect(try await shop.wallet(user).code == "user_erased")
    }

    private static let untilSomebodyWaits = """
        DO $$ BEGIN
            FOR i IN 1..6000 LOOP
                IF EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()
                    AND wait_event_type = 'Lock' AND query LIKE '%merged_into = $1 ORDER BY%')
                THEN RETURN; END IF;
                PERFORM pg_sleep(0.01), pg_stat_clear_snapshot();
            END LOOP;
            RAISE EXCEPTION 'nobody waits for the user';
        END $$
        """

    /// Throws if one of them still stands in the directory.
    private func requireGone(_ users: [String], _ shop: ServiceFixture) async throws {
        let list = users.map { "'\($0)'" }.joined(separator: ", ")
        try await shop.database.execute(
            """
            DO $$ BEGIN
                IF EXISTS (SELECT FROM users WHERE user_id IN (\(list)) OR merged_into IN (\(list)))
                    OR EXISTS (SELECT FROM user_wallets WHERE user_id IN (\(list)))
                THEN RAISE EXCEPTION 'the user still stands there'; END IF;
            END $$
            """)
    }
}
