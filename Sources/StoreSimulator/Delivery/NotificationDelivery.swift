internal import HTTPClient
internal import HTTPServer

/// Sends what waits to the developer's server, again and again as Apple does.
struct NotificationDelivery: Sendable {
    private let store: SimulatedStore
    private let client: HTTPClient
    private let schedule: RetrySchedule

    private static let atOnceMax = 32
    private static let pollMs: Int64 = 1_000
    /// Apple waits so long for an answer.
    private static let answerMsMax = 30_000

    init(_ store: SimulatedStore) {
        self.store = store
        var settings = HTTPClientSettings()
        settings.timeoutMs = Self.answerMsMax
        settings.certificateAuthorityPath = store.settings.notificationAuthorityPath
        settings.userAgent = "App Store Server Notifications (simulated)"
        client = HTTPClient(settings: settings)
        schedule = RetrySchedule(speed: store.settings.speed)
    }

    /// Runs until the task is cancelled.
    func run() async {
        var held = HeldMessages()
        while !Task.isCancelled {
            let due = store.dueNotifications(max: Self.atOnceMax, except: held.ids)
            let late = held.takeLate(nowMs: store.settings.nowMs())
            if due.isEmpty && late.isEmpty {
                let waitMs = store.nextAttemptInMs(atMost: Self.pollMs, except: held.ids)
                await store.bell.wait(atMostMs: Int(waitMs))
            }
            await send(due, &held)
            for message in late { await attempt(message.notification, message.strikes) }
        }
    }

    /// Sends what is not held back; what was, comes after it.
    private func send(_ due: [SimulatedNotification], _ held: inout HeldMessages) async {
        var now: [HeldMessages.Message] = []
        for notification in due {
            let strikes = store.faults.strike(.notification, in: notification.environment)
            let message = HeldMessages.Message(notification: notification, strikes: strikes)
            if !held.hold(message, nowMs: store.settings.nowMs()) { now.append(message) }
        }
        guard !now.isEmpty else { return }
        await withTaskGroup(of: Void.self) { group in
            for message in now { group.addTask { await attempt(message.notification, message.strikes) } }
        }
        for message in held.takeAll() { await attempt(message.notification, message.strikes) }
    }

    /// One attempt, and the note about it. A duplicate is a second one at once, of which nothing is noted.
    private func attempt(_ notification: SimulatedNotification, _ strikes: [Fault]) async {
        for fault in strikes where fault.kind == .delay {
            // Cancelled: the store closes.
            try? await Task.sleep(for: .milliseconds(fault.milliseconds))
        }
        guard !Task.isCancelled else { return }
        let atMs = store.settings.nowMs()
        let (result, status) = await post(notification, strikes)
        guard !Task.isCancelled else { return }
        let attempt = SendAttempt(atMs: atMs, result: result, status: status)
        if strikes.contains(where: { $0.kind == .duplicate }) { _ = await post(notification, strikes) }
        let isOver = RetrySchedule.isFinal(status)
        let waitMs = isOver ? nil : schedule.waitMs(after: notification.attempts.count + 1, of: notification)
        store.note(attempt, nextAtMs: waitMs.map { store.settings.nowMs() + $0 }, of: notification.id)
    }

    private struct Envelope: Encodable { let signedPayload: String }

    private func post(
        _ notification: SimulatedNotification, _ strikes: [Fault]
    ) async -> (result: String, status: Int?) {
        guard !strikes.contains(where: { $0.kind == .drop }),
            let url = store.notificationURLs[notification.environment]
        else { return ("NO_RESPONSE", nil) }
        do {
            let response = try await client.send(
                HTTPRequest(
                    .post, url, headers: [("Content-Type", "application/json")],
                    body: try body(notification, strikes)))
            return (SendResult.of(status: response.status), response.status)
        } catch let error as HTTPClientError {
            return (SendResult.of(error), nil)
        } catch {
            return ("OTHER", nil)
        }
    }

    private func body(_ notification: SimulatedNotification, _ strikes: [Fault]) throws -> [UInt8] {
        guard notification.version == 2 else { return try store.legacyBody(notification) }
        let signing = strikes.lazy.compactMap { SigningFault(rawValue: $0.kind.rawValue) }.first
        return try JSONText.encode(Envelope(signedPayload: try store.signedPayload(notification, with: signing)))
    }
}
