internal import HTTPServer

/// Questions about purchases.
extension ServerAPI {
    private struct TransactionAnswer: Encodable { let signedTransactionInfo: String }
    private struct AppTransactionAnswer: Encodable { let signedAppTransactionInfo: String }
    private struct HistoryAnswer: Encodable {
        let revision: String
        let hasMore: Bool
        let bundleId: String
        let appAppleId: Int64
        let environment: String
        let signedTransactions: [String]
    }
    private struct RefundAnswer: Encodable {
        let signedTransactions: [String]
        let revision: String
        let hasMore: Bool
    }
    private struct OrderAnswer: Encodable {
        /// 0 known, 1 unknown.
        let status: Int
        let signedTransactions: [String]
    }

    func transaction(_ id: String, _ asked: Asked) throws -> Response {
        let signed = try sign([try purchase(id, asked)], asked)
        return try StoreAnswer.json(TransactionAnswer(signedTransactionInfo: signed[0]))
    }

    func appTransaction(_ id: String, _ asked: Asked) throws -> Response {
        let signed = try store.signedAppTransaction(of: try purchase(id, asked), with: asked.signing)
        return try StoreAnswer.json(AppTransactionAnswer(signedAppTransactionInfo: signed))
    }

    func history(_ id: String, _ asked: Asked) throws -> Response {
        let customer = try purchase(id, asked).customer
        let filter = try HistoryFilter(asked.request.head.query ?? [])
        let all = store.read { $0.purchases(of: customer) }.filter(filter.accepts)
        let page = filter.page(of: all, size: Self.pageSize)
        return try StoreAnswer.json(
            HistoryAnswer(
                revision: page.revision, hasMore: page.hasMore, bundleId: customer.bundleID,
                appAppleId: store.settings.appAppleID, environment: environment.rawValue,
                signedTransactions: try sign(page.purchases, asked)))
    }

    /// Granted refunds only: one that was reversed is gone.
    func refunds(_ id: String, _ asked: Asked) throws -> Response {
        let customer = try purchase(id, asked).customer
        let query = (asked.request.head.query ?? []).filter { $0.name == "revision" }
        let filter = try HistoryFilter(query)
        let all = store.read { $0.purchases(of: customer) }.filter { $0.revocation != nil }
        let page = filter.page(of: all, size: Self.pageSize)
        return try StoreAnswer.json(
            RefundAnswer(
                signedTransactions: try sign(page.purchases, asked), revision: page.revision, hasMore: page.hasMore))
    }

    /// Apple's sandbox knows no orders.
    func order(_ id: String, _ asked: Asked) throws -> Response {
        let found = environment == .sandbox ? [] : store.read { $0.purchases(ofOrder: id) }
        let own = found.filter { $0.bundleID == asked.bundleID && $0.environment == environment }
        return try StoreAnswer.json(
            OrderAnswer(status: own.isEmpty ? 1 : 0, signedTransactions: try sign(own, asked)))
    }
}
