import AppStore
import FoundationEssentials
import HTTPServer
import StoreSimulator
import Testing
import WalletDomain

/// What each call sends, and what becomes of its answer.
@Suite struct StoreAPICallTests {
    private static let id = StoreAPISupport.id

    @Test("a page of history: what is genuine counts, what is not is told, the revision leads on")
    func history() async throws {
        try await withApple { _ in
            let good = (try? StoreAPISupport.signed("Production")) ?? ""
            let other = (try? StoreAPISupport.signed("Production") { $0.bundleId = "com.example.other" }) ?? ""
            let text = """
                {"revision":"r 2/+","hasMore":true,"bundleId":"\(Forge.bundleID)","environment":"Production",
                "signedTransactions":["\(good)","\(other)",7]}
                """
            return FakeApple.json(text)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base)
            let page = try await api.history(of: Self.id, in: .production)
            #expect(page.purchases.map(\.transactionID) == [Self.id])
            #expect(page.faults == [.wrongApp, .badEncoding] && page.hasMore)
            _ = try await api.history(of: Self.id, in: .production, after: page.revision)
            #expect(
                apple.paths == [
                    "/p/inApps/v2/history/\(Self.id.text)", "/p/inApps/v2/history/\(Self.id.text)?revision=r%202%2F%2B",
                ])
        }
    }

    @Test("refunds and an empty answer")
    func refunds() async throws {
        try await withApple { request in
            guard StoreAPISupport.isSandbox(request) else { return FakeApple.json("{}") }
            let refunded = (try? StoreAPISupport.signed("Sandbox") { $0.revocationDate = 5 }) ?? ""
            return FakeApple.json("{\"revision\":\"1\",\"hasMore\":false,\"signedTransactions\":[\"\(refunded)\"]}")
        } _: { base, apple in
            let api = try StoreAPISupport.api(base)
            let page = try await api.refunds(of: Self.id, in: .sandbox)
            #expect(page.purchases.first?.revocation?.at == Instant(milliseconds: 5) && !page.hasMore)
            let empty = try await api.refunds(of: Self.id, in: .production)
            #expect(empty.purchases.isEmpty && empty.faults.isEmpty && empty.revision == nil && !empty.hasMore)
            #expect(apple.paths.first == "/s/inApps/v2/refund/lookup/\(Self.id.text)")
        }
    }

    @Test("an order number is sent as it is, whatever stands in it; one of another app is none")
    func order() async throws {
        try await withApple { request in
            let good = (try? StoreAPISupport.signed("Production")) ?? ""
            let status = request.head.path.hasSuffix("other") ? 1 : 0
            return FakeApple.json("{\"status\":\(status),\"signedTransactions\":[\"\(good)\"]}")
        } _: { base, apple in
            let api = try StoreAPISupport.api(base)
            #expect(try await api.order("M/../x?y=1")?.purchases.map(\.transactionID) == [Self.id])
            #expect(try await api.order("other") == nil)
            #expect(apple.paths.first == "/p/inApps/v1/lookup/M%2F..%2Fx%3Fy%3D1")
        }
    }

    @Test("what tells Apple something has the method, path and body that Apple wants")
    func changes() async throws {
        try await withApple { request in
            Response(status: request.head.method == "PUT" ? 202 : 200)
        } _: { base, apple in
            let api = try StoreAPISupport.api(base)
            let token = try #require(UUID(uuidString: "0F9D6F1E-7C0B-4A55-9A0E-3B8F0D1C2E3F"))
            try await api.setAppAccountToken(token, of: Self.id, in: .production)
            try await api.finish(Self.id, in: .sandbox)
            let answer = try #require(
                ConsumptionAnswer(delivery: .delivered, consumedMilli: 33_333, preference: .grantProrated))
            try await api.sendConsumption(answer, of: Self.id, in: .production)
            let sent = apple.requests.map {
                "\($0.head.method) \($0.head.path) \(String(decoding: $0.body, as: UTF8.self))"
            }
            let id = Self.id.text
            #expect(
                sent == [
                    "PUT /p/inApps/v1/transactions/\(id)/appAccountToken "
                        + "{\"appAccountToken\":\"0f9d6f1e-7c0b-4a55-9a0e-3b8f0d1c2e3f\"}",
                    "POST /s/inApps/v1/transactions/\(id)/finish ",
                    "PUT /p/inApps/v2/transactions/consumption/\(id) {\"customerConsented\":true,"
                        + "\"sampleContentProvided\":false,\"deliveryStatus\":\"DELIVERED\","
                        + "\"consumptionPercentage\":33333,\"refundPreference\":\"GRANT_PRORATED\"}",
                ])
        }
    }

    @Test(
        "answers about consumption that Apple would refuse cannot be made",
        arguments: [
            (.delivered, nil, nil, true), (.delivered, 0, .decline, true), (.delivered, 100_000, .grantFull, true),
            (.delivered, -1, nil, false), (.delivered, 100_001, nil, false), (.otherReason, 0, .grantFull, true),
            (.otherReason, 1, nil, false), (.delivered, 0, .grantProrated, false),
            (.delivered, 100_000, .grantProrated, false), (.delivered, nil, .grantProrated, false),
            (.delivered, 1, .grantProrated, true),
        ] as [(AppStore.ConsumptionAnswer.Delivery, Int?, AppStore.ConsumptionAnswer.Preference?, Bool)])
    func consumption(
        delivery: AppStore.ConsumptionAnswer.Delivery, milli: Int?,
        preference: AppStore.ConsumptionAnswer.Preference?, isGood: Bool
    ) {
        let answer = AppStore.ConsumptionAnswer(delivery: delivery, consumedMilli: milli, preference: preference)
        #expect((answer != nil) == isGood)
    }

    private static func notification() -> String {
        let text = """
            {"notificationType":"TEST","notificationUUID":"9ad56bd2-0bc6-42e0-af24-fd996d87a1e6",
            "signedDate":\(Forge.now.milliseconds),"data":{"bundleId":"\(Forge.bundleID)","environment":"Sandbox"}}
            """
        return (try? Forge.authority.sign(payload: Array(text.utf8))) ?? ""
    }

    @Test("a test notification is asked for by a token and comes with Apple's attempts")
    func testNotification() async throws {
        try await withApple { request in
            guard request.head.method == "GET" else { return FakeApple.json("{\"testNotificationToken\":\"t/1\"}") }
            let attempts = "[{\"attemptDate\":7,\"sendAttemptResult\":\"NO_RESPONSE\"}]"
            return FakeApple.json("{\"signedPayload\":\"\(Self.notification())\",\"sendAttempts\":\(attempts)}")
        } _: { base, apple in
            let api = try StoreAPISupport.api(base) { $0.paceWaitMsMax = 60_000 }
            let token = try await api.requestTestNotification(in: .sandbox)
            let record = try await api.testNotification(token, in: .sandbox)
            #expect(try record.notification.get().kind == .test)
            #expect(record.attempts.map(\.result) == ["NO_RESPONSE"] && record.attempts.first?.isSuccess == false)
            #expect(apple.paths.last == "/s/inApps/v1/notifications/test/t%2F1")
        }
    }

    @Test("the history of notifications is paged, and one that is not genuine is told beside the others")
    func notificationHistory() async throws {
        try await withApple { request in
            let isFirst = request.head.rawQuery == nil
            let records =
                isFirst
                ? "[{\"signedPayload\":\"\(Self.notification())\"},{\"signedPayload\":\"nonsense\"}]" : "[]"
            return FakeApple.json(
                "{\"paginationToken\":\"n\",\"hasMore\":\(isFirst),\"notificationHistory\":\(records)}")
        } _: { base, apple in
            let api = try StoreAPISupport.api(base)
            let start = Instant(milliseconds: 5)
            let end = Instant(milliseconds: 9)
            let page = try await api.notifications(in: .production, from: start, to: end, onlyFailures: true)
            #expect(page.records.map { (try? $0.notification.get()) != nil } == [true, false] && page.nextPage == "n")
            let last = try await api.notifications(
                in: .production, from: start, to: end, onlyFailures: true, page: page.nextPage)
            #expect(last.records.isEmpty && last.nextPage == nil)
            let bodies = Set(apple.requests.map { String(decoding: $0.body, as: UTF8.self) })
            #expect(bodies == ["{\"startDate\":5,\"endDate\":9,\"onlyFailures\":true}"])
            #expect(apple.paths.last == "/p/inApps/v1/notifications/history?paginationToken=n")
        }
    }
}
