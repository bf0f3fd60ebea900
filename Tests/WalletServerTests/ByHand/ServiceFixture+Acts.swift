import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletServer

extension ServiceFixture {
    /// An act of support's, by the key that may do everything unless another is given.
    func act(
        _ path: String, _ body: String, key: String? = nil, idempotencyKey: String = ServiceFixture.unique("act")
    ) async throws -> Told {
        try await call(.post, "/v1/admin/" + path, body, key: key, headers: [("Idempotency-Key", idempotencyKey)])
    }

    func adjust(
        _ coins: Int64, of user: String, key: String? = nil, idempotencyKey: String = ServiceFixture.unique("adj")
    ) async throws -> Told {
        try await act(
            "wallets/\(user)/adjustments", #"{"coins":\#(coins),"reason":"goodwill","ticket":"T-1"}"#, key: key,
            idempotencyKey: idempotencyKey)
    }

    func approve(_ approval: String, key: String?) async throws -> Told {
        try await call(.post, "/v1/admin/approvals/\(approval)/approve", key: key)
    }

    /// True in the database, by its own word.
    func isTrue(_ condition: String) async throws -> Bool {
        do {
            try await database.execute("DO $$ BEGIN ASSERT (\(condition)); END $$")
            return true
        } catch {
            return false
        }
    }

    /// SQL for a user's wallet of Production.
    static func wallet(of user: String) -> String {
        "(SELECT wallet FROM user_wallets WHERE user_id = '\(user)' AND environment = 1)"
    }
}
