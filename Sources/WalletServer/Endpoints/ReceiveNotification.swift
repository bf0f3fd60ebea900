internal import AppStore
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Apple tells something. The signature is the key (version 1: the shared secret); what is genuine is kept before the
/// answer and worked on afterwards, because Apple waits some seconds only and calls again after a 5xx.
struct ReceiveNotification: GuestEndpoint {
    static let route = Route(
        .post, "/v1/apple/notifications", access: .anyone, bodyBytesMax: Limits.notificationBytesMax)
    let desk: NotificationDesk
    let notifications: NotificationStore
    let metrics: Metrics
    let log: ServiceLog

    struct Input: Sendable {
        let body: [UInt8]
        let requestID: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        return Input(body: call.request.body, requestID: call.requestID)
    }

    func run(_ input: Input) async throws -> ReceivedAnswer {
        let kept: KeptNotification
        do throws(ProofError) {
            kept = try desk.judge(input.body)
        } catch {
            metrics.countVerificationFailure(cause: "notification_" + error.cause)
            log.add(
                LogEvent(
                    .warning, "notification refused",
                    [("request_id", .text(input.requestID)), ("cause", .text(error.cause))]))
            throw Self.problem(error)
        }
        let isNew = try await notifications.store(kept)
        metrics.countNotification(version: kept.version, type: kept.type, isNew: isNew)
        return ReceivedAnswer(isNew: isNew)
    }

    /// As for proofs, without the word about finishing, which is the app's matter.
    private static func problem(_ error: ProofError) -> Problem { Problem(code: Problem(error).code) }
}

/// The same for a new one and a repeated one but for one member that Apple does not read.
struct ReceivedAnswer: Answer {
    let isNew: Bool

    func write(to object: inout JSONWriter) { object.member("state", isNew ? "stored" : "known") }
}
