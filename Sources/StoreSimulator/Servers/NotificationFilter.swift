internal import Crypto
internal import HTTPServer

/// The body of Get Notification History, checked as Apple checks it, and the place where the page begins.
struct NotificationFilter: Sendable {
    let position: Int
    private let body: Body
    private let environment: SimulatedEnvironment
    private let fingerprint: String

    private struct Body: Decodable, Sendable {
        let startDate: Int64?
        let endDate: Int64?
        let notificationType: String?
        let notificationSubtype: String?
        let transactionId: String?
        let onlyFailures: Bool?
    }

    private static let msPerDay: Int64 = 86_400_000

    init(_ request: Request, _ environment: SimulatedEnvironment, nowMs: Int64) throws(APIFailure) {
        // What is no such JSON is a bad request.
        guard let body = try? JSONText.decode(Body.self, request.body) else { throw .badRequest }
        try Self.check(body, environment, nowMs: nowMs)
        fingerprint = Fingerprinted.short(String(decoding: request.body, as: UTF8.self))
        self.body = body
        self.environment = environment
        let query = request.head.query ?? []
        if let token = query.first(where: { $0.name == "paginationToken" })?.value, !token.isEmpty {
            position = try Self.place(in: token, fingerprint)
        } else {
            position = 0
        }
    }

    private static func check(
        _ body: Body, _ environment: SimulatedEnvironment, nowMs: Int64
    ) throws(APIFailure) {
        let daysMax: Int64 = environment == .production ? 180 : 30
        guard let start = body.startDate, start >= 0 else { throw .startDate }
        guard let end = body.endDate, end >= 0 else { throw .endDate }
        guard start >= nowMs - daysMax * msPerDay else { throw .startTooFarBack }
        guard start < end else { throw .startAfterEnd }
        if let type = body.notificationType {
            guard NotificationTypes.all.contains(type) else { throw .notificationType }
            guard body.transactionId == nil else { throw .severalFilters }
        }
        guard body.notificationSubtype == nil || body.notificationType != nil else { throw .notificationType }
    }

    func accepts(_ notification: SimulatedNotification) -> Bool {
        guard notification.environment == environment, notification.version == 2,
            let start = body.startDate, let end = body.endDate, (start...end).contains(notification.signedAtMs)
        else { return false }
        if let type = body.notificationType, type != notification.type { return false }
        if let subtype = body.notificationSubtype, subtype != notification.subtype { return false }
        if let id = body.transactionId, id != notification.transaction?.transactionId { return false }
        return body.onlyFailures != true || !notification.attempts.contains { $0.result == SendAttempt.success }
    }

    func token(at position: Int) -> String { Base64.encode(Array("\(fingerprint).\(position)".utf8), .url) }

    private static func place(in token: String, _ fingerprint: String) throws(APIFailure) -> Int {
        guard let bytes = Base64.decode(token, .url) else { throw .paginationToken }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".")
        guard parts.count == 2, parts[0] == fingerprint, let position = Int(parts[1]), position >= 0 else {
            throw .paginationToken
        }
        return position
    }
}
