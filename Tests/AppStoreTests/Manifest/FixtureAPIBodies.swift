import HTTPServer
import Testing
import WalletDomain

@testable import AppStore

/// Bodies of the App Store Server API, given to our client by a server on loopback.
enum FixtureAPIBodies {
    static func check(_ row: Fixtures.Row) async throws {
        if row.what.hasPrefix("HTTP ") { try await refusal(row) } else { try await success(row) }
    }

    /// `HTTP 404 body`: number, text and status decide what may be done about it.
    private static func refusal(_ row: Fixtures.Row) async throws {
        let status = try #require(Int(row.what.dropFirst("HTTP ".count).prefix(3)))
        let code = Int(try row.expected.integer("errorCode"))
        let message = try row.expected.text("errorMessage")
        let error = try await asking(row.text, status: status) { api in
            await StoreAPISupport.fault { () async throws(StoreAPIError) in
                try await api.transaction(StoreAPISupport.id, in: .production)
            }
        }
        switch status {
        case 429: #expect(error == .rateLimited(retryAfterMs: Limits.appleRetryAfterMsDefault))
        case 500...: #expect(error == .failing(status: status, code: code))
        default: #expect(error == .refused(StoreRefusal(status: status, code: code, message: message)))
        }
        #expect(error?.isRetryable == (status == 429 || status >= 500))
        #expect(error?.isTransactionUnknown == (code == 4_040_010))
        #expect(error?.isAboutCredentials == false)
    }

    private static func success(_ row: Fixtures.Row) async throws {
        switch row.path {
        case "api/transactionInfoResponse.json": try await transaction(row)
        case "api/transactionHistoryResponse.json":
            try await history(row) { api throws(StoreAPIError) in
                try await api.history(of: StoreAPISupport.id, in: .production)
            }
        case "api/getRefundHistoryResponse.json":
            try await history(row) { api throws(StoreAPIError) in
                try await api.refunds(of: StoreAPISupport.id, in: .production)
            }
        case "api/lookupOrderIdResponse.json":
            // Apple's sample says that the number is none of this app's; with a 0 the same body is an order.
            let none = try await asking(row.text) { try await $0.order("MSD3K2TK9F") }
            #expect(try row.expected.integer("status") == 1 && none == nil)
            try await history(row, text: row.text.replacing("\"status\": 1", with: "\"status\": 0")) {
                api throws(StoreAPIError) in
                guard let page = try await api.order("MSD3K2TK9F") else { throw .cancelled }
                return page
            }
        case "api/requestTestNotificationResponse.json":
            let token = try await asking(row.text) { try await $0.requestTestNotification(in: .sandbox) }
            #expect(try token == row.expected.text("testNotificationToken"))
        case "api/getTestNotificationStatusResponse.json":
            let record = try await asking(row.text) { try await $0.testNotification("t", in: .sandbox) }
            #expect(record.attempts.map(\.result) == ["NO_RESPONSE", "SUCCESS"])
            #expect(record.attempts.map(\.at.milliseconds) == [1_698_148_900_000, 1_698_148_950_000])
            #expect(record.notification == .failure(.badEncoding), "a placeholder is no signature")
        case "api/getNotificationHistoryResponse.json": try await notifications(row)
        default: Issue.record("a body that nobody reads")
        }
    }

    /// The placeholder proves nothing; a signed transaction in its place does.
    private static func transaction(_ row: Fixtures.Row) async throws {
        func ask(_ text: String) async throws -> Result<Purchase, StoreAPIError> {
            try await asking(text) { api in
                do throws(StoreAPIError) {
                    return .success(try await api.transaction(StoreAPISupport.id, in: .production))
                } catch {
                    return .failure(error)
                }
            }
        }
        #expect(try await ask(row.text) == .failure(.notGenuine(.badEncoding)))
        let token = try StoreAPISupport.signed("Production")
        let purchase = try await ask(row.text.replacing("signed_transaction_info_value", with: token)).get()
        #expect(purchase.transactionID == StoreAPISupport.id)
    }

    /// Two placeholders are two faults; with one of them signed, that one counts.
    private static func history(
        _ row: Fixtures.Row, text: String? = nil,
        _ ask: @escaping @Sendable (AppStoreServerAPI) async throws(StoreAPIError) -> HistoryPage
    ) async throws {
        let body = text ?? row.text
        let page = try await asking(body) { try await ask($0) }
        #expect(page.purchases.isEmpty && page.faults == [.badEncoding, .badEncoding])
        #expect(try page.revision == row.expected.optionalText("revision"))
        #expect(try page.hasMore == row.expected.optionalBoolean("hasMore") ?? false)
        let first = try #require(
            ["signed_transaction_value\"", "signed_transaction_one\""].first { body.contains($0) })
        let signed = body.replacing(first, with: try StoreAPISupport.signed("Production") + "\"")
        let half = try await asking(signed) { try await ask($0) }
        #expect(half.purchases.map(\.transactionID) == [StoreAPISupport.id] && half.faults == [.badEncoding])
    }

    private static func notifications(_ row: Fixtures.Row) async throws {
        let page = try await asking(row.text) {
            try await $0.notifications(in: .production, from: Forge.now, to: Forge.now)
        }
        #expect(try page.nextPage == row.expected.text("paginationToken"))
        #expect(page.records.map(\.signedPayload) == ["signed_payload_one", "signed_payload_two"])
        #expect(page.records.map { $0.attempts.map(\.result) } == [["NO_RESPONSE", "SUCCESS"], ["CIRCULAR_REDIRECT"]])
        #expect(page.records.allSatisfy { $0.notification == .failure(.badEncoding) })
    }

    private static func asking<Value: Sendable>(
        _ text: String, status: Int = 200, _ ask: (AppStoreServerAPI) async throws -> Value
    ) async throws -> Value {
        try await withApple { _ in
            FakeApple.json(text, status: status)
        } _: { base, _ in
            try await ask(try StoreAPISupport.api(base))
        }
    }
}
