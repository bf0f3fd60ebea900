package import HTTPClient
package import WalletDomain

/// The App Store Server API for one app. Everything signed in an answer is verified before it counts.
///
/// Source: Apple, "App Store Server API"; limits and failures in `docs/decisions/0011-asking-apple.md`.
package final class AppStoreServerAPI: Sendable {
    package let bundleID: String
    let road: StoreAPIRoad
    let reader: StoreAPIReader
    private let allowsSandbox: Bool

    /// - Parameters:
    ///   - client: shared with other calls; its own bounds hold as well.
    ///   - allowsSandbox: whether the sandbox is asked about what production does not know.
    package init(
        _ settings: ServerAPISettings, _ appStore: AppStoreSettings, client: HTTPClient,
        clock: AppleClock = .system, allowsSandbox: Bool = true
    ) {
        bundleID = settings.bundleID
        road = StoreAPIRoad(settings, client: client, clock: clock)
        reader = StoreAPIReader(appStore, bundleID: settings.bundleID, clock: clock)
        self.allowsSandbox = allowsSandbox
    }

    /// Our clock minus Apple's as of its last answer, to a second; nil before the first.
    package var clockSkewMs: Int64? { road.clockSkewMs }

    /// Apple's newest word about one transaction.
    ///
    /// - Parameter environment: nil asks production and, if that does not know it, the sandbox. Production answers 401
    ///   to everything about an app that was never released: then the sandbox is asked too, and if it knows the
    ///   transaction, the key was good.
    package func transaction(
        _ id: TransactionID, in environment: StoreEnvironment? = nil
    ) async throws(StoreAPIError) -> Purchase {
        if let environment { return try await transaction(id, environment) }
        do throws(StoreAPIError) {
            return try await transaction(id, .production)
        } catch {
            guard allowsSandbox, error.isTransactionUnknown || error.isAboutCredentials else { throw error }
            return try await sandboxTransaction(id, productionSaid: error)
        }
    }

    private func sandboxTransaction(
        _ id: TransactionID, productionSaid first: StoreAPIError
    ) async throws(StoreAPIError) -> Purchase {
        do throws(StoreAPIError) {
            return try await transaction(id, .sandbox)
        } catch {
            // Unknown in the sandbox while production did not let us ask: nothing is known.
            throw error.isTransactionUnknown || error.isAboutCredentials ? first : error
        }
    }

    private func transaction(
        _ id: TransactionID, _ environment: StoreEnvironment
    ) async throws(StoreAPIError) -> Purchase {
        let answer = try await road.send(
            StoreAPICall(method: .get, path: "/inApps/v1/transactions/\(id.text)", pace: .transaction), in: environment)
        let purchase = try reader.purchase(answer, "signedTransactionInfo", environment)
        guard purchase.transactionID == id else { throw .notGenuine(.invalidSignature(.claim("transactionId"))) }
        return purchase
    }

    /// Everything the customer bought, finished consumables included, oldest change first, twenty a page.
    ///
    /// - Parameters:
    ///   - id: any transaction of the customer.
    ///   - revision: of an earlier page; nil begins at the beginning.
    package func history(
        of id: TransactionID, in environment: StoreEnvironment, after revision: String? = nil
    ) async throws(StoreAPIError) -> HistoryPage {
        try await page("/inApps/v2/history/\(id.text)", .history, environment, revision)
    }

    /// As `history`, but only what was bought since `start`, and the newest change first.
    package func recentHistory(
        of id: TransactionID, in environment: StoreEnvironment, since start: Instant, after revision: String? = nil
    ) async throws(StoreAPIError) -> HistoryPage {
        // A revision belongs to its filters, so they go with every page.
        let filters = [("startDate", String(start.milliseconds)), ("sort", "DESCENDING")]
        return try await page("/inApps/v2/history/\(id.text)", .history, environment, revision, filters)
    }

    /// The customer's granted refunds, twenty a page.
    package func refunds(
        of id: TransactionID, in environment: StoreEnvironment, after revision: String? = nil
    ) async throws(StoreAPIError) -> HistoryPage {
        try await page("/inApps/v2/refund/lookup/\(id.text)", .refundHistory, environment, revision)
    }

    private func page(
        _ path: String, _ pace: StorePace, _ environment: StoreEnvironment, _ revision: String?,
        _ filters: [(String, String)] = []
    ) async throws(StoreAPIError) -> HistoryPage {
        var call = StoreAPICall(method: .get, path: path, pace: pace)
        call.query = filters + (revision.map { [("revision", $0)] } ?? [])
        return try reader.historyPage(try await road.send(call, in: environment), environment)
    }

    /// The purchases of an order, by the number on the customer's invoice. Production only, as orders are.
    ///
    /// - Returns: nil if Apple says that the number is none of this app's.
    package func order(_ orderID: String) async throws(StoreAPIError) -> HistoryPage? {
        let path = "/inApps/v1/lookup/\(StoreAPICall.encoded(orderID))"
        let answer = try await road.send(
            StoreAPICall(method: .get, path: path, pace: .orderLookup), in: .production)
        return try reader.isValidOrder(answer) ? try reader.historyPage(answer, .production) : nil
    }
}
