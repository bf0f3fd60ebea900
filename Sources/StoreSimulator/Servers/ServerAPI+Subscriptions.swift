internal import HTTPServer

extension ServerAPI {
    private struct StatusAnswer: Encodable {
        let environment: String
        let bundleId: String
        let appAppleId: Int64
        let data: [Group]
    }
    private struct Group: Encodable {
        let subscriptionGroupIdentifier: String
        let lastTransactions: [Last]
    }
    private struct Last: Encodable {
        let originalTransactionId: String
        let status: Int
        let signedTransactionInfo: String
        let signedRenewalInfo: String
    }

    private enum Status {
        static let active = 1
        static let expired = 2
        static let revoked = 5
    }

    /// Get All Subscription Statuses, of the account that made this purchase.
    func subscriptions(_ id: String, _ asked: Asked) throws -> Response {
        let customer = try purchase(id, asked).customer
        let all = store.read { $0.purchases(of: customer) }.filter { $0.kind == .autoRenewable }
        let lasts = try all.map { purchase in
            let atMs = store.signatureMs()
            return Last(
                originalTransactionId: purchase.originalTransactionID, status: Self.status(of: purchase, atMs),
                signedTransactionInfo: try store.sign(
                    SimulatedTransaction(purchase, signedAtMs: atMs), with: asked.signing),
                signedRenewalInfo: try store.sign(SimulatedRenewal(purchase, signedAtMs: atMs), with: asked.signing))
        }
        let group = Group(subscriptionGroupIdentifier: SimulatedRenewal.group, lastTransactions: lasts)
        return try StoreAnswer.json(
            StatusAnswer(
                environment: environment.rawValue, bundleId: customer.bundleID,
                appAppleId: store.settings.appAppleID, data: lasts.isEmpty ? [] : [group]))
    }

    private static func status(of purchase: SimulatedPurchase, _ nowMs: Int64) -> Int {
        if purchase.revocation != nil { return Status.revoked }
        return (purchase.expiresAtMs ?? 0) > nowMs ? Status.active : Status.expired
    }
}
