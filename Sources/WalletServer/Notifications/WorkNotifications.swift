internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Does what kept notifications ask for. An allow-list of effects: one type credits, one takes back, one gives again;
/// everything else is information (case N-5). Each effect bears being done twice, so a process may die anywhere.
struct WorkNotifications: Sendable {
    let rooms: InboxRooms
    let verifier: NotificationVerifier
    let legacy: WorkLegacyNotification
    let caller: CallerID

    init(_ rooms: InboxRooms, caller: CallerID) {
        self.rooms = rooms
        self.caller = caller
        verifier = NotificationVerifier(rooms.appStore)
        legacy = WorkLegacyNotification(rooms: rooms, caller: caller)
    }

    /// One bounded batch of what is due.
    /// - Returns: how many were worked on.
    func run() async throws -> Int {
        let due = try await rooms.notifications.takeUp()
        try await Together.run(due) { try await work(on: $0) }
        return due.count
    }

    private func work(on notification: WaitingNotification) async throws {
        do {
            guard let outcome = try await outcome(of: notification) else { return try await wait(notification) }
            try await rooms.notifications.settle(notification.id, outcome: outcome)
            rooms.metrics.countWorkedNotification(outcome: outcome)
        } catch let error as ProofError {
            // It was genuine when it came: our own settings changed, or our clock.
            rooms.log.add(
                LogEvent(.error, "kept notification cannot be judged", [("cause", .text(error.cause))]))
            try await wait(notification)
        }
    }

    private func wait(_ notification: WaitingNotification) async throws {
        try await rooms.notifications.reschedule(
            notification.id, retryInMs: RetryPause.ms(after: notification.attempts - 1))
    }

    /// Nil: not now.
    private func outcome(of notification: WaitingNotification) async throws -> String? {
        guard notification.version == 2 else { return try await legacy.outcome(of: notification) }
        let payload = String(decoding: notification.payload, as: UTF8.self)
        let told = try verifier.verify(payload, now: rooms.now())
        let evidence = Evidence.notification(payload)
        switch (told.kind, told.purchase) {
        case (.purchased, let purchase?):
            return try await rooms.intake.take(purchase, evidence, caller: caller).rawValue
        case (.refunded, let purchase?), (.refundReversed, let purchase?):
            return try await rooms.intake.hear(purchase, evidence, caller: caller).rawValue
        case (.consumptionRequested, let purchase?):
            try await ask(about: purchase, told)
            return "asked"
        case (.test, _): return "test"
        case (.unknown, _): return "unknown"
        case (.information, _), (_, nil): return "information"
        }
    }

    private func ask(about purchase: Purchase, _ told: StoreNotification) async throws {
        try await rooms.questions.ask(
            ConsumptionQuestion(
                id: told.id, environment: purchase.environment, transactionID: purchase.transactionID,
                bundle: purchase.bundleID, askedAt: told.signedAt,
                deadline: told.signedAt.adding(milliseconds: Limits.consumptionDeadlineMs)))
    }
}
