internal import HTTPClient
package import WalletDomain

/// Calls about notifications.
extension AppStoreServerAPI {
    /// Has Apple send a `TEST` to the address that App Store Connect knows for the environment.
    ///
    /// - Returns: the token by which `testNotification` asks what became of it.
    package func requestTestNotification(in environment: StoreEnvironment) async throws(StoreAPIError) -> String {
        let answer = try await road.send(
            StoreAPICall(method: .post, path: "/inApps/v1/notifications/test", pace: .testNotification, body: []),
            in: environment)
        return try reader.text(answer, "testNotificationToken")
    }

    /// What became of a test; refused with `StoreAPICode.testNotificationNotFound` until Apple has sent it.
    package func testNotification(
        _ token: String, in environment: StoreEnvironment
    ) async throws(StoreAPIError) -> NotificationRecord {
        let path = "/inApps/v1/notifications/test/\(StoreAPICall.encoded(token))"
        let answer = try await road.send(
            StoreAPICall(method: .get, path: path, pace: .testStatus), in: environment)
        return try reader.record(answer)
    }

    /// Notifications that Apple sent, or tried to: at most 180 days back, in the sandbox 30; twenty a page.
    ///
    /// - Parameters:
    ///   - onlyFailures: those that never reached us.
    ///   - page: `nextPage` of the page before; with the same other arguments.
    package func notifications(
        in environment: StoreEnvironment, from start: Instant, to end: Instant, onlyFailures: Bool = false,
        page: String? = nil
    ) async throws(StoreAPIError) -> NotificationPage {
        var body = JSONWriter()
        body.object {
            $0.member("startDate", start.milliseconds)
            $0.member("endDate", end.milliseconds)
            if onlyFailures { $0.member("onlyFailures", true) }
        }
        var call = StoreAPICall(
            method: .post, path: "/inApps/v1/notifications/history", pace: .notificationHistory, body: body.bytes)
        call.query = page.map { [("paginationToken", $0)] } ?? []
        return try reader.notificationPage(try await road.send(call, in: environment))
    }
}
