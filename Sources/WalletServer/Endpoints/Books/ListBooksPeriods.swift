internal import Crypto
internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Which periods are closed, by what, and what became of each.
struct ListBooksPeriods: Endpoint {
    static let route = Route(.get, "/v1/admin/books/periods", access: .keys([.books]))
    let desk: PeriodDesk

    func parse(_ call: Call) throws { try call.requireNoQuery() }

    func run(_ input: Void, as caller: Caller) async throws -> PeriodsAnswer {
        PeriodsAnswer(standing: try await desk.standing())
    }
}

struct PeriodsAnswer: Answer {
    let standing: PeriodDesk.Standing

    func write(to object: inout JSONWriter) {
        object.member("next", standing.next?.text)
        object.member("next_ends_at", standing.nextEndsAt?.text)
        object.array("periods") { list in
            for period in standing.periods {
                list.object { object in
                    object.member("period", period.text)
                    object.member("state", standing.history.close(of: period) == nil ? "open" : "closed")
                    object.array("events") { events in
                        for event in standing.history.events where event.period == period {
                            events.object { $0.periodEvent(event) }
                        }
                    }
                }
            }
        }
        object.array("reopenings") { list in
            for reopening in standing.reopenings { list.object { $0.reopening(reopening) } }
        }
    }
}

extension PeriodDesk.Standing {
    /// All that were ever closed.
    var periods: [BooksMonth] { Set(history.events.map(\.period)).sorted() }
}

extension JSONWriter {
    mutating func periodEvent(_ event: PeriodEvent) {
        member("event", event.number)
        member("kind", event.kind.word)
        member("at", event.at.text)
        member("by", event.callerName)
        member("reason", event.reason)
        member("approval", event.approval.map { WireID.approval($0) })
        guard let freeze = event.freeze else { return }
        member("settings", freeze.settings)
        member("unpriced", freeze.unpriced)
        member("figures_sha256", hexadecimal(freeze.digest))
        array("cut") { list in
            for (lane, beat) in freeze.beats.sorted(by: { $0.key < $1.key }) {
                list.object { object in
                    object.member("lane", Int64(lane))
                    object.member("beat", beat)
                }
            }
        }
    }

    mutating func reopening(_ reopening: PeriodReopening) {
        member("approval", WireID.approval(reopening.id))
        member("period", reopening.period.text)
        member("state", reopening.stateName)
        member("reason", reopening.reason)
        member("proposed_by", reopening.proposerName)
        member("proposed_at", reopening.proposedAt.text)
        member("expires_at", reopening.expiresAt.text)
        member("decided_by", reopening.deciderName)
        member("decided_at", reopening.decidedAt?.text)
    }
}

extension PeriodEvent.Kind {
    var word: String {
        switch self {
        case .closed: "closed"
        case .reopened: "reopened"
        }
    }
}

extension PeriodReopening {
    var stateName: String {
        switch state {
        case .open: isExpired ? "expired" : "open"
        case .approved: "approved"
        case .done: "done"
        case .rejected: "rejected"
        case .refused: "refused"
        }
    }
}
