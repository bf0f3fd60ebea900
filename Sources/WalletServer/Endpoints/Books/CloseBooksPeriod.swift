internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Closes the next period; a dry run tells what keeps it from being closed.
struct CloseBooksPeriod: Endpoint {
    static let route = Route(.post, "/v1/admin/books/periods/{period}/close", access: .keys([.books]))
    let desk: PeriodDesk

    struct Input: Sendable {
        let period: BooksMonth
        /// Names of findings.
        let accepted: Set<String>
        let isDryRun: Bool
        let reason: String?
        let origin: String
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["accept", "dry_run", "reason"])
        let reason = try body.optionalText("reason") == nil ? nil : body.title("reason", bytesMax: Limits.noteBytesMax)
        return Input(
            period: try call.period(), accepted: try body.accepted(),
            isDryRun: try body.optionalBoolean("dry_run") ?? false, reason: reason, origin: call.origin)
    }

    func run(_ input: Input, as caller: Caller) async throws -> CloseAnswer {
        guard !input.isDryRun else {
            let findings = try await desk.check(input.period, accepting: input.accepted).get()
            return CloseAnswer(period: input.period, findings: findings, event: nil)
        }
        let event = try await desk.close(
            input.period, accepting: input.accepted, reason: input.reason, by: caller.id, from: input.origin)
        return CloseAnswer(period: input.period, findings: [], event: try event.get())
    }
}

struct CloseAnswer: Answer {
    let period: BooksMonth
    /// Of a dry run.
    let findings: [ClosingFinding]
    /// Nil: a dry run.
    let event: PeriodEvent?

    func write(to object: inout JSONWriter) {
        object.member("period", period.text)
        object.member("dry_run", event == nil)
        object.findings(findings)
        if let event { object.object("closed") { $0.periodEvent(event) } }
    }
}

extension JSONObject {
    /// `accept`: findings with which the period is closed all the same.
    fileprivate func accepted() throws -> Set<String> {
        let values = try optionalArray("accept") ?? []
        guard values.count <= Limits.acceptedFindingsMax else { throw Problem.malformed("accept") }
        return Set(
            try values.map { value in
                guard case .text(let text) = value else { throw Problem.malformed("accept") }
                return text
            })
    }
}

extension Call {
    /// A month in the path.
    func period() throws(Problem) -> BooksMonth {
        guard let month = BooksMonth(path("period")) else { throw .malformed("period") }
        return month
    }
}
