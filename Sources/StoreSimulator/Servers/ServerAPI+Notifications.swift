internal import Crypto
internal import HTTPServer

/// Calls about notifications.
extension ServerAPI {
    private struct TestAnswer: Encodable { let testNotificationToken: String }
    private struct AttemptAnswer: Encodable {
        let attemptDate: Int64
        let sendAttemptResult: String
    }
    private struct StatusAnswer: Encodable {
        let signedPayload: String
        let sendAttempts: [AttemptAnswer]
    }
    private struct HistoryAnswer: Encodable {
        let paginationToken: String?
        let hasMore: Bool
        let notificationHistory: [StatusAnswer]
    }

    private static let testType = "TEST"

    func requestTest(_ asked: Asked) throws -> Response {
        guard store.notificationURLs[environment] != nil else { throw APIFailure.noURL }
        let notification = try store.notify(Self.testType, in: environment, version: 2)
        return try StoreAnswer.json(TestAnswer(testNotificationToken: Self.token(of: notification)))
    }

    /// As Apple's: the id and the time.
    private static func token(of notification: SimulatedNotification) -> String {
        "\(notification.id)_\(notification.signedAtMs)"
    }

    func testStatus(_ token: String, _ asked: Asked) throws -> Response {
        let parts = token.split(separator: "_")
        guard parts.count == 2, UUIDText.isOne(String(parts[0])), Int64(parts[1]) != nil else {
            throw APIFailure.testToken
        }
        guard let notification = store.notification(String(parts[0])), notification.environment == environment,
            notification.type == Self.testType, !notification.attempts.isEmpty
        else { throw APIFailure.testNotFound }
        return try StoreAnswer.json(try status(of: notification, asked))
    }

    private func status(of notification: SimulatedNotification, _ asked: Asked) throws -> StatusAnswer {
        StatusAnswer(
            signedPayload: try store.signedPayload(notification, with: asked.signing),
            sendAttempts: notification.attempts.map {
                AttemptAnswer(attemptDate: $0.atMs, sendAttemptResult: $0.result)
            })
    }

    func notificationHistory(_ asked: Asked) throws -> Response {
        let filter = try NotificationFilter(asked.request, environment, nowMs: store.settings.nowMs())
        let all = store.notifications.filter { $0.bundleID == asked.bundleID && filter.accepts($0) }
        let begin = filter.position
        let end = min(all.count, begin + Self.pageSize)
        guard begin <= end else { throw APIFailure.paginationToken }
        let hasMore = end < all.count
        return try StoreAnswer.json(
            HistoryAnswer(
                paginationToken: hasMore ? filter.token(at: end) : nil, hasMore: hasMore,
                notificationHistory: try all[begin..<end].map { try status(of: $0, asked) }))
    }
}
