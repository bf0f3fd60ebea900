internal import WalletDomain

/// Reads bodies of the Server API, and verifies what is signed in them.
struct StoreAPIReader: Sendable {
    private let transactions: SignedTransactionVerifier
    private let notifications: NotificationVerifier
    private let bundleID: String
    private let clock: AppleClock

    /// All of them are read successes.
    private static let status = 200

    init(_ settings: AppStoreSettings, bundleID: String, clock: AppleClock) {
        notifications = NotificationVerifier(settings)
        transactions = notifications.transactions
        self.bundleID = bundleID
        self.clock = clock
    }

    func text(_ answer: JSONObject, _ name: String) throws(StoreAPIError) -> String {
        try read { () throws(JSONError) in try answer.text(name) }
    }

    func purchase(
        _ answer: JSONObject, _ name: String, _ environment: StoreEnvironment
    ) throws(StoreAPIError) -> Purchase {
        let token = try text(answer, name)
        do throws(ProofError) {
            return try verify(token, environment)
        } catch {
            throw .notGenuine(error)
        }
    }

    func historyPage(
        _ answer: JSONObject, _ environment: StoreEnvironment
    ) throws(StoreAPIError) -> HistoryPage {
        let tokens = try read { () throws(JSONError) in try answer.optionalArray("signedTransactions") } ?? []
        var purchases: [Purchase] = []
        var faults: [ProofError] = []
        for value in tokens {
            do throws(ProofError) {
                guard case .text(let token) = value else { throw ProofError.badEncoding }
                purchases.append(try verify(token, environment))
            } catch {
                faults.append(error)
            }
        }
        return HistoryPage(
            purchases: purchases, faults: faults,
            revision: try read { () throws(JSONError) in try answer.optionalText("revision") },
            hasMore: try read { () throws(JSONError) in try answer.optionalBoolean("hasMore") } ?? false)
    }

    func isValidOrder(_ answer: JSONObject) throws(StoreAPIError) -> Bool {
        try read { () throws(JSONError) in try answer.integer("status") } == 0
    }

    func record(_ answer: JSONObject) throws(StoreAPIError) -> NotificationRecord {
        let signedPayload = try text(answer, "signedPayload")
        let notification: Result<StoreNotification, ProofError>
        do throws(ProofError) {
            notification = .success(try notifications.verify(signedPayload, now: clock.wall()))
        } catch {
            notification = .failure(error)
        }
        let attempts = try read { () throws(JSONError) in
            try (answer.optionalArray("sendAttempts") ?? []).map(Self.attempt)
        }
        return NotificationRecord(signedPayload: signedPayload, notification: notification, attempts: attempts)
    }

    func notificationPage(_ answer: JSONObject) throws(StoreAPIError) -> NotificationPage {
        let values = try read { () throws(JSONError) in try answer.optionalArray("notificationHistory") } ?? []
        let records = try values.map { (value) throws(StoreAPIError) in
            guard case .object(let record) = value else { throw .unreadable(status: Self.status) }
            return try self.record(record)
        }
        let hasMore = try read { () throws(JSONError) in try answer.optionalBoolean("hasMore") } ?? false
        let next = try read { () throws(JSONError) in try answer.optionalText("paginationToken") }
        return NotificationPage(records: records, nextPage: hasMore ? next : nil)
    }

    private static func attempt(_ value: JSONValue) throws(JSONError) -> SendAttempt {
        guard case .object(let attempt) = value else { throw .wrongType("sendAttempts", expected: .object) }
        return SendAttempt(
            at: Instant(milliseconds: try attempt.integer("attemptDate")),
            result: try attempt.text("sendAttemptResult"))
    }

    /// Of this very app: with several apps a key could otherwise speak about another one's purchases.
    private func verify(_ token: String, _ environment: StoreEnvironment) throws(ProofError) -> Purchase {
        let purchase = try transactions.verify(token, now: clock.wall())
        guard purchase.bundleID.utf8.elementsEqual(bundleID.utf8) else { throw .wrongApp }
        guard purchase.environment == environment else { throw .wrongEnvironment }
        return purchase
    }

    private func read<Value>(_ body: () throws(JSONError) -> Value) throws(StoreAPIError) -> Value {
        do throws(JSONError) {
            return try body()
        } catch {
            throw .unreadable(status: Self.status)
        }
    }
}
