import AppStore
import Foundation
import StoreSimulator
import Testing
import WalletDomain
import WalletServer

/// Cases N-1, N-5, N-6, O-2, O-4 and V-9 at the door that Apple knocks at: odd, slow, large and many messages.
@Suite struct MessageCases {
    @Test("N-1: the answer does not wait for the work; a wallet that is locked gets its coins afterwards, once")
    func slowWork() async throws {
        let apple = try await StoreFixture()
        let (user, token) = try await apple.makeUser()
        let first = try apple.buy(token: token)
        try await apple.bring("ONE_TIME_CHARGE", about: first)
        #expect(try await apple.has(100, user))
        let lock = Task {
            try await apple.shop.database.execute(
                "BEGIN; LOCK TABLE wallets IN EXCLUSIVE MODE; SELECT pg_sleep(8); COMMIT")
        }
        let sale = apple.transaction { $0.appAccountToken = token }
        let payload = try apple.payload("ONE_TIME_CHARGE", sale)
        async let left = apple.bring(payload: payload)
        async let right = apple.bring(payload: payload)
        #expect(try await [left, right].map(\.status) == [200, 200])
        #expect(try await Set([left, right].map { $0.text("state") }) == ["stored", "known"])
        for _ in 0..<3 { #expect(try await apple.bring(payload: payload).text("state") == "known") }
        let again = try apple.payload("ONE_TIME_CHARGE", sale)
        #expect(try await apple.bring(payload: again).text("state") == "stored")
        try await lock.value
        #expect(try await apple.has(200, user))
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.metrics().contains(
                    #"coffer_notifications_worked_total{outcome="already_credited"} 1"#)
            })
        #expect(try await apple.shop.available(user) == 200)
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    @Test(
        "N-5: subjects without a purchase, subtypes nobody knows and questions are stored and move nothing",
        arguments: [
            (
                "RENEWAL_EXTENSION", "SUMMARY",
                #""summary":{APP,"requestIdentifier":"r","productId":"p","succeededCount":1}"#
            ),
            (
                "EXTERNAL_PURCHASE_TOKEN", "UNREPORTED",
                #""externalPurchaseToken":{"externalPurchaseId":"e","tokenCreationDate":1,APPID}"#
            ),
            ("RESCIND_CONSENT", nil, #""appData":{APP}"#), ("TEST", nil, #""data":{APP}"#),
            ("BRAND_NEW_TYPE", "BRAND_NEW_SUBTYPE", #""data":{APP,"brandNew":{"a":[1]}}"#),
        ] as [(String, String?, String)])
    func otherSubjects(type: String, subtype: String?, subject: String) async throws {
        let apple = try await StoreFixture.shared
        let id = UUID()
        let appID = #""appAppleId":\#(apple.store.settings.appAppleID),"bundleId":"\#(apple.store.settings.bundleID)""#
        let payload = try apple.payload(
            type, subtype: subtype, id: id,
            subject: subject.replacing("APPID", with: appID).replacing("APP", with: apple.app()))
        let told = try await apple.bring(payload: payload)
        #expect(told.status == 200)
        #expect(told.text("state") == "stored")
        let outcome = try await apple.outcome(of: id)
        #expect(["information", "test", "unknown"].contains(outcome))
        if type == "BRAND_NEW_TYPE" {
            #expect(try await apple.shop.metrics().contains(#"coffer_notifications_total{kind="unknown"}"#))
        }
    }

    @Test("N-5: types of no effect carry a whole purchase and credit nothing; a known type with a new subtype acts")
    func allowList() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let sale = apple.transaction { $0.appAccountToken = token }
        for type in ["CONSUMPTION_REQUEST", "REFUND_DECLINED", "DID_RENEW", "BRAND_NEW_TYPE", "one_time_charge"] {
            #expect(try await apple.bring(payload: apple.payload(type, subtype: "INITIAL_BUY", sale)).status == 200)
        }
        let known = try apple.payload("ONE_TIME_CHARGE", subtype: "BRAND_NEW_SUBTYPE", sale)
        #expect(try await apple.bring(payload: known).status == 200)
        #expect(try await apple.has(100, user))
        #expect(try await apple.shop.get("/v1/wallets/\(user)/entries").list("entries").count == 1)
    }

    @Test("N-6: production with another number of the app is refused, not stored and told to operators; ours counts")
    func wrongNumber() async throws {
        let apple = try await StoreFixture { settings in
            settings.appStore = AppStoreSettings(
                appIDs: settings.appStore.appIDs.mapValues { _ in Self.ourNumber }, anchors: settings.appStore.anchors)
        }
        let (user, token) = try await apple.makeUser()
        let inner = try apple.store.authority.sign(apple.transaction { $0.appAccountToken = token })
        func payload(_ number: String) throws -> String {
            try apple.payload(
                "ONE_TIME_CHARGE",
                subject: #""data":{"# + number + #""bundleId":"\#(apple.store.settings.bundleID)","#
                    + #""environment":"Production","signedTransactionInfo":"\#(inner)"}"#)
        }
        for number in [#""appAppleId":999,"#, ""] {
            let told = try await apple.bring(payload: payload(number))
            #expect(told.status == 422)
            #expect(told.code == "wrong_app")
        }
        #expect(try await apple.shop.logs("notification refused", "wrong_app", times: 2))
        #expect(try await apple.shop.available(user) == 0)
        let good = #""appAppleId":\#(Self.ourNumber),"#
        #expect(try await apple.bring(payload: payload(good)).status == 200)
        #expect(try await apple.has(100, user))
        _ = await apple.shop.service.drain(deadlineMs: 2_000)
    }

    private static let ourNumber: Int64 = 123_456

    @Test("O-2: app, notifications and first look at once, through two services: one wallet, each purchase once")
    func together() async throws {
        let apple = try await StoreFixture.shared
        let second = try await ServiceFixture(database: apple.shop.database, authority: apple.store.authority)
        let (user, token) = try await apple.makeUser()
        let hot = apple.transaction { $0.appAccountToken = token }
        let proof = try apple.store.authority.sign(hot)
        let messages = try (0..<5).map { _ in try apple.payload("ONE_TIME_CHARGE", hot) }
        let others = try (0..<20).map { _ in try apple.store.authority.sign(apple.transaction()) }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<25 {
                let shop = number.isMultiple(of: 2) ? apple.shop : second
                group.addTask { try await shop.submit(proof, for: user).status }
            }
            for message in messages { group.addTask { try await apple.bring(payload: message).status } }
            for (number, other) in others.enumerated() {
                let shop = number.isMultiple(of: 2) ? apple.shop : second
                group.addTask { try await shop.submit(other, for: user).status }
            }
            for _ in 0..<10 { group.addTask { try await second.wallet(user).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count == 60 && statuses.allSatisfy { $0 == 200 })
        #expect(try await apple.has(2_100, user))
        #expect(try await apple.shop.get("/v1/wallets/\(user)/purchases?limit=500").list("purchases").count == 21)
        try await apple.shop.database.execute(
            """
            DO $$ BEGIN
                ASSERT (SELECT count(*) FROM user_wallets WHERE user_id = '\(user)' AND environment = 1) = 1;
            END $$
            """)
        _ = await second.service.drain(deadlineMs: 2_000)
    }

    @Test("O-4: a notification's token in upper, lower and mixed letters is the same user's")
    func letterCase() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let mixed = String(
            token.enumerated().map { $0.offset.isMultiple(of: 2) ? Character($0.element.uppercased()) : $0.element })
        for spelling in [token, token.uppercased(), mixed] {
            let sale = apple.transaction { $0.appAccountToken = spelling }
            #expect(try await apple.bring(payload: apple.payload("ONE_TIME_CHARGE", sale)).status == 200)
        }
        #expect(try await apple.has(300, user))
        // A text that is no UUID names nobody, so a person must look.
        let odd = apple.transaction { $0.appAccountToken = "no uuid" }
        #expect(try await apple.bring(payload: apple.payload("ONE_TIME_CHARGE", odd)).status == 200)
        #expect(
            try await apple.shop.waitUntil {
                try await apple.shop.get("/v1/admin/unattributed?limit=500").list("unattributed").contains {
                    try $0.text("transaction_id") == odd.transactionId
                }
            })
    }

    @Test("V-9: a notification of more than 20 KB is processed, one of more than 256 KiB is refused by its size")
    func large() async throws {
        let apple = try await StoreFixture.shared
        let (user, token) = try await apple.makeUser()
        let inner = try apple.store.authority.sign(apple.transaction { $0.appAccountToken = token })
        func payload(padding: Int) throws -> String {
            try apple.payload(
                "ONE_TIME_CHARGE", subject: #""data":{\#(apple.app()),"signedTransactionInfo":"\#(inner)"}"#,
                more: #","padding":"\#(String(repeating: "p", count: padding))""#)
        }
        let usual = try payload(padding: 15_000)
        #expect(usual.utf8.count > 20_000)
        #expect(try await apple.bring(payload: usual).status == 200)
        #expect(try await apple.has(100, user))
        let tooLarge = try await apple.bring(payload: payload(padding: 300_000))
        #expect(tooLarge.status == 413)
        #expect(tooLarge.code == "body_too_large")
    }
}
