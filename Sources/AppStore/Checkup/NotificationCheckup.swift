internal import WalletDomain

/// Has Apple send a test notification of one store, and tells what became of it.
struct NotificationCheckup {
    private static let pollMs: Int64 = 1_000

    private let api: AppStoreServerAPI
    private let clock: AppleClock
    private let waitMs: Int64
    private let environment: StoreEnvironment
    /// Whether no other store can tell anything.
    private let isOnly: Bool

    init(_ checkup: AppleCheckup, _ environment: StoreEnvironment, isOnly: Bool) {
        api = checkup.api
        clock = checkup.clock
        waitMs = checkup.waitMs
        self.environment = environment
        self.isOnly = isOnly
    }

    private var subject: String { "notifications, \(environment.name)" }

    func run() async -> [CheckupLine] {
        do throws(StoreAPIError) {
            let token = try await api.requestTestNotification(in: environment)
            guard let record = try await outcome(token) else {
                return [
                    .failed(
                        subject, "Apple has not sent the test within \(waitMs / 1_000) s",
                        "run this again with a longer --wait; Apple takes a minute at times")
                ]
            }
            return [delivery(record), content(record)]
        } catch {
            return [refusal(error)]
        }
    }

    /// - Returns: nil if Apple has tried nothing until the time was over.
    private func outcome(_ token: String) async throws(StoreAPIError) -> NotificationRecord? {
        let endMs = clock.steadyMs() + waitMs
        while clock.steadyMs() < endMs {
            do {
                try await clock.sleep(Self.pollMs)
            } catch {
                throw .cancelled
            }
            do throws(StoreAPIError) {
                let record = try await api.testNotification(token, in: environment)
                if !record.attempts.isEmpty { return record }
            } catch {
                guard Self.isTooEarly(error) else { throw error }
            }
        }
        return nil
    }

    private static func isTooEarly(_ error: StoreAPIError) -> Bool {
        if case .busy = error { return true }
        return error.code == StoreAPICode.testNotificationNotFound
    }

    private func refusal(_ error: StoreAPIError) -> CheckupLine {
        guard error.code == StoreAPICode.notificationURLNotFound else {
            return .failed(subject, "\(error)", "try again; if it stays, Apple's system status page may know more")
        }
        let finding = "App Store Connect knows no address to send them to"
        let advice =
            "App Store Connect, the app, App Information, App Store Server Notifications: enter "
            + "https://<this service>/v1/apple/notifications, version 2"
        return environment == .production || isOnly
            ? .failed(subject, finding, advice) : .note(subject, finding, advice)
    }

    private func delivery(_ record: NotificationRecord) -> CheckupLine {
        guard let last = record.attempts.last, !last.isSuccess else {
            return .ok(subject, "Apple's test arrived")
        }
        return .failed(subject, "Apple could not deliver its test (\(last.result))", Self.advice(last.result))
    }

    /// What Apple signed says which app it means: also when it did not arrive.
    private func content(_ record: NotificationRecord) -> CheckupLine {
        let subject = "app, \(environment.name)"
        switch record.notification {
        case .success(let notification): return .ok(subject, "Apple signs for \(notification.bundleID), as configured")
        case .failure(.wrongApp):
            return .failed(
                subject, "the test is for another app than COFFER_BUNDLE_IDS says",
                "write bundle id and Apple's number of the app as App Store Connect shows them (App Information)")
        case .failure(.clockAhead):
            return .failed(subject, "the test is signed in our future", "set this machine's clock right")
        case .failure:
            return .failed(
                subject, "the test's signature does not hold",
                "Apple may have a new root: look for a newer release of Coffer")
        }
    }

    private static func advice(_ result: String) -> String {
        switch result {
        case "TIMED_OUT", "NO_RESPONSE", "SOCKET_ISSUE", "PREMATURE_CLOSE":
            "let 17.0.0.0/8 reach the address on its port, and see that the service is running behind it"
        case "TLS_ISSUE": "give the address a certificate of a public authority, with TLS 1.2 or newer"
        case "CIRCULAR_REDIRECT": "enter the last address itself, one that does not redirect"
        case "UNSUCCESSFUL_HTTP_RESPONSE_CODE":
            "see the service's log, or that of the proxy in front: the address answers with an error"
        default: "see that the address in App Store Connect is this service's, /v1/apple/notifications"
        }
    }
}
