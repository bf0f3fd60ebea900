internal import FoundationEssentials
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Asks for the latest closed period to be opened again: nothing happens until another person agrees.
struct ReopenBooksPeriod: Endpoint {
    static let route = Route(.post, "/v1/admin/books/periods/{period}/reopen", access: .keys([.books]))
    let desk: PeriodDesk

    struct Input: Sendable {
        let period: BooksMonth
        let reason: String
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let reason = try call.reopeningReason()
        return Input(period: try call.period(), reason: reason, origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ReopeningAnswer {
        let asked = try await desk.periods.proposeReopening(
            of: input.period, reason: input.reason, by: caller.id, from: input.origin)
        return ReopeningAnswer(reopening: try asked.get(), status: 202)
    }
}

/// Another person agrees: the period is open again.
struct ApproveReopening: Endpoint {
    static let route = Route(.post, "/v1/admin/books/reopenings/{approval}/approve", access: .keys([.books]))
    let desk: PeriodDesk

    struct Input: Sendable {
        let approval: UUID
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        if call.hasBody { _ = try call.object(only: []) }
        return Input(approval: try call.approval(), origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ReopeningAnswer {
        let decided = try await desk.periods.decideReopening(
            input.approval, .approve, reason: nil, by: caller.id, from: input.origin)
        return ReopeningAnswer(reopening: try decided.get())
    }
}

/// Another person refuses: the period stays closed.
struct RejectReopening: Endpoint {
    static let route = Route(.post, "/v1/admin/books/reopenings/{approval}/reject", access: .keys([.books]))
    let desk: PeriodDesk

    struct Input: Sendable {
        let approval: UUID
        let reason: String
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let reason = try call.reopeningReason()
        return Input(approval: try call.approval(), reason: reason, origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> ReopeningAnswer {
        let decided = try await desk.periods.decideReopening(
            input.approval, .reject, reason: input.reason, by: caller.id, from: input.origin)
        return ReopeningAnswer(reopening: try decided.get())
    }
}

struct ReopeningAnswer: Answer {
    let reopening: PeriodReopening
    var status = 200

    func write(to object: inout JSONWriter) { object.reopening(reopening) }
}

extension Call {
    /// The body of nothing else.
    fileprivate func reopeningReason() throws -> String {
        try object(only: ["reason"]).title("reason", bytesMax: Limits.noteBytesMax)
    }
}
