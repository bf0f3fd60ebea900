internal import AppStore
internal import WalletDomain
internal import WalletLedger

/// Tells Apple how much of a purchase was used, truthfully, in time, and only with the customer's consent.
struct AnswerConsumption: Sendable {
    let rooms: InboxRooms

    /// One bounded batch of what is due, the nearest deadline first.
    /// - Returns: how many questions were looked at.
    func run() async throws -> Int {
        let due = try await rooms.questions.takeUp()
        try await Together.run(due) { try await work(on: $0) }
        return due.count
    }

    private func work(on question: ConsumptionQuestion) async throws {
        let facts = try await rooms.questions.facts(question)
        let isLate = question.deadline <= rooms.now()
        guard let facts, facts.consent == true, facts.issued > 0 else {
            // A consent or the coins may still come.
            return try await isLate ? end(question, .withheld) : wait(question, nil)
        }
        guard !isLate else { return try await end(question, .missed) }
        guard let api = rooms.apple.api(forBundle: question.bundle) else { return try await wait(question, nil) }
        try await send(question, facts, api)
    }

    private func send(
        _ question: ConsumptionQuestion, _ facts: ConsumptionFacts, _ api: AppStoreServerAPI
    ) async throws {
        let consumedMilli = Share.milli(facts.consumed, of: facts.issued)
        let preference = rooms.preference.preference(consumedMilli: consumedMilli)
        guard
            let answer = ConsumptionAnswer(
                delivery: .delivered, consumedMilli: consumedMilli, preference: preference)
        else { preconditionFailure("a share is 0 to 100000, and prorated only in between") }
        do throws(StoreAPIError) {
            try await api.sendConsumption(answer, of: question.transactionID, in: question.environment)
        } catch {
            guard error.isRetryable else {
                tell(.error, "Apple refused an answer about consumption", question, error)
                return try await end(question, .refused)
            }
            return try await wait(question, error)
        }
        // Written down even while we are being ended: otherwise it would be sent a second time.
        let said = ConsumptionEnd.answered(consumedMilli: consumedMilli, preference: preference?.rawValue)
        try await Task { try await end(question, said) }.value
    }

    private func end(_ question: ConsumptionQuestion, _ end: ConsumptionEnd) async throws {
        guard try await rooms.questions.settle(question.id, end) else { return }
        let seconds = max(0, (rooms.now().milliseconds - question.askedAt.milliseconds) / 1_000)
        switch end {
        case .answered: rooms.metrics.countConsumption(end: "answered", seconds: seconds)
        case .withheld: rooms.metrics.countConsumption(end: "withheld", seconds: nil)
        case .refused: rooms.metrics.countConsumption(end: "refused", seconds: nil)
        case .missed:
            rooms.metrics.countConsumption(end: "missed", seconds: nil)
            tell(.error, "a question about consumption was not answered in time", question, nil)
        }
    }

    /// Never beyond the deadline: there the end is written down.
    private func wait(_ question: ConsumptionQuestion, _ error: StoreAPIError?) async throws {
        if let error { tell(.warning, "an answer about consumption waits for Apple", question, error) }
        let leftMs = question.deadline.milliseconds - rooms.now().milliseconds
        let pauseMs = RetryPause.ms(
            after: question.attempts - 1, longest: Limits.consumptionRetryMsMax, atLeast: error?.retryAfter)
        try await rooms.questions.reschedule(question.id, retryInMs: min(pauseMs, max(leftMs, 0)))
    }

    private func tell(
        _ level: LogEvent.Level, _ message: StaticString, _ question: ConsumptionQuestion, _ error: StoreAPIError?
    ) {
        var facts: [(String, LogEvent.Value)] = [
            ("transaction_id", .text(question.transactionID.text)),
            ("environment", .text(question.environment.rawValue)), ("deadline", .text(question.deadline.text)),
        ]
        if let error { facts.append(("reason", .text(error.description))) }
        rooms.log.add(LogEvent(level, message, facts))
    }
}
