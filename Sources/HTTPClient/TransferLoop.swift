internal import CCurl
internal import Foundation
internal import Synchronization

/// One request on its way to the loop's thread.
struct Submission: Sendable {
    typealias Outcome = Result<HTTPResponse, HTTPClientError>

    let id: UInt64
    let request: HTTPRequest
    let continuation: CheckedContinuation<Outcome, Never>
}

/// The thread that owns libcurl's multi handle. Others only leave messages and wake it.
final class TransferLoop: Sendable {
    private struct Inbox: Sendable {
        var submissions: [Submission] = []
        var cancellations: [UInt64] = []
        var isEnding = false
        var wakeUp: WakeUp?
    }

    private let settings: HTTPClientSettings
    private let room: Room
    private let inbox = Mutex(Inbox())
    private let lastID = Atomic<UInt64>(0)

    private static let pollMs: Int32 = 1_000

    init(settings: HTTPClientSettings) {
        self.settings = settings
        room = Room(places: settings.requestsMax)
        let thread = Thread { [self] in run() }
        thread.name = "http-client"
        thread.start()
    }

    func newID() -> UInt64 { lastID.wrappingAdd(1, ordering: .relaxed).newValue }

    func submit(_ submission: Submission) {
        let refusal: HTTPClientError? = inbox.withLock { inbox in
            guard !inbox.isEnding, !Task.isCancelled else { return .cancelled }
            guard room.takePlace() else { return .busy }
            inbox.submissions.append(submission)
            inbox.wakeUp?.ring()
            return nil
        }
        if let refusal { submission.continuation.resume(returning: .failure(refusal)) }
    }

    func cancel(_ id: UInt64) {
        inbox.withLock { inbox in
            inbox.cancellations.append(id)
            inbox.wakeUp?.ring()
        }
    }

    func end() {
        inbox.withLock { inbox in
            inbox.isEnding = true
            inbox.wakeUp?.ring()
        }
    }

    private func run() {
        guard let multi = MultiHandle(settings: settings) else { return failForEver() }
        inbox.withLock { $0.wakeUp = multi.wakeUp }
        var transfers = Transfers(multi: multi, settings: settings, room: room)
        while turn(&transfers) { transfers.wait(atMostMs: Self.pollMs) }
        // Forgotten before it is freed: nobody can ring a handle that is gone.
        inbox.withLock { $0.wakeUp = nil }
        transfers.endAll()
    }

    /// False when the loop shall end.
    private func turn(_ transfers: inout Transfers) -> Bool {
        let mail = inbox.withLock { inbox in
            defer {
                inbox.submissions = []
                inbox.cancellations = []
            }
            return inbox
        }
        for submission in mail.submissions { transfers.start(submission) }
        for id in mail.cancellations { transfers.cancel(id) }
        transfers.advance()
        return !mail.isEnding
    }

    /// Without memory for a handle there is no client, but an answer for everyone who asks.
    private func failForEver() {
        let submissions = inbox.withLock { inbox in
            inbox.isEnding = true
            defer { inbox.submissions = [] }
            return inbox.submissions
        }
        for submission in submissions {
            submission.continuation.resume(returning: .failure(.other(code: Int(CURLE_FAILED_INIT.rawValue))))
        }
    }
}
