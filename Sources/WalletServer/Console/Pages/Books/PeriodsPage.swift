internal import Crypto
internal import WalletDomain
internal import WalletLedger

/// Periods: what became of each, and the forms that close the next one or open the latest again.
struct PeriodsPage: Screen {
    static let route = PageRoute(.get, "/admin/periods", as: ListBooksPeriods.route)
    static let link = Link("periods")
    let desk: PeriodDesk

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil, nil)
    }

    /// - Parameter findings: what keeps the next period from being closed, where somebody tried.
    func body(_ visit: Visit, _ findings: [ClosingFinding]?, _ trouble: Trouble?) async throws -> PageBody {
        let standing = try await visit.ask(ListBooksPeriods(desk: desk)).standing
        var body = PageBody(Texts.periods, in: .periods) { page in
            page.complaint(trouble?.complaint)
            page(.p, .class("muted"), phrase: Texts.periodsText)
            page.appleBooksLink(visit)
            if let findings { Self.findings(findings, &page) }
            Self.events.write(standing.history.events.reversed(), to: &page)
            Self.close(standing, visit, trouble?.of("close"), &page)
            Self.reopen(standing, visit, trouble?.of("reopen"), &page)
        }
        body.isWide = true
        return body
    }

    private static func findings(_ findings: [ClosingFinding], _ page: inout HTMLWriter) {
        page(.div, .class("notice warning"), .role("alert")) { box in
            for finding in findings {
                box(.p) { line in
                    line(.code, text: finding.check)
                    line.text(" \(Figures.grouped(finding.count))")
                    if let detail = finding.detail { line.text(" · \(detail)") }
                }
            }
        }
    }

    private static let events = TablePart<PeriodEvent>(
        caption: Texts.periods, isCaptionShown: false, empty: Texts.noPeriods,
        columns: [
            .header(Texts.period) { event, cell in
                cell(.span, .class("time"), text: event.period.text)
                cell(.span, .class("under"), text: "#\(event.number)")
            },
            Column(Texts.event) { event, cell in
                switch event.kind {
                case .closed: cell.tag(Texts.eventClosed, .good)
                case .reopened: cell.tag(Texts.eventReopened, .warning)
                }
            },
            Column(Texts.time, .time) { event, cell in
                cell.moment(event.at)
                cell(.span, .class("under"), text: event.callerName)
            },
            Column(Texts.accepted, .number) { event, cell in
                if let freeze = event.freeze { cell.number(freeze.unpriced) } else { cell.dash() }
            },
            Column(Texts.figuresDigest) { event, cell in
                if let freeze = event.freeze { cell(.code, text: hexadecimal(freeze.digest)) } else { cell.dash() }
            },
            Column(Texts.reason) { event, cell in
                if let reason = event.reason { cell.text(reason) } else { cell.dash() }
            },
        ])

    private static func close(
        _ standing: PeriodDesk.Standing, _ visit: Visit, _ trouble: Trouble?, _ page: inout HTMLWriter
    ) {
        page.section(Texts.closePeriod) { part in
            part(.p, .class("muted"), phrase: Texts.closePeriodText)
            guard let next = standing.next else {
                part(.p, .class("error"), phrase: Texts.firstDayMissing)
                return
            }
            part.facts([.text(Texts.whichClose, next.text), .moment(Texts.endsAt, standing.nextEndsAt)])
            part.afterStepUp(visit, at: link) { part in
                part.form(to: Link("periods", next.text, "close"), .class("fields")) { form in
                    form.hidden("form", "close")
                    form.check("allow_unpriced", Texts.allowUnpriced, hint: Texts.allowUnpricedHint, trouble)
                    form.reason(trouble)
                    form.submit(Texts.closePeriod, .danger)
                }
            }
        }
    }

    private static func reopen(
        _ standing: PeriodDesk.Standing, _ visit: Visit, _ trouble: Trouble?, _ page: inout HTMLWriter
    ) {
        page.section(Texts.reopenPeriod) { part in
            part(.p, .class("muted"), phrase: Texts.reopenPeriodText)
            reopenings(visit).write(standing.reopenings, to: &part)
            guard let latest = standing.history.latest else { return }
            part.facts([.text(Texts.period, latest.period.text)])
            part.afterStepUp(visit, at: link) { part in
                part.form(to: Link("periods", latest.period.text, "reopen"), .class("fields")) { form in
                    form.hidden("form", "reopen")
                    form.reason(trouble)
                    form.submit(Texts.askReopen, .danger)
                }
            }
        }
    }

    private static func reopenings(_ visit: Visit) -> TablePart<PeriodReopening> {
        let (me, canDecide) = (visit.visitor?.caller.id, visit.isSteppedUp)
        return TablePart(
            caption: Texts.reopenings, isCaptionShown: false, empty: Texts.noReopenings,
            columns: [
                .header(Texts.period) { asked, cell in cell(.span, .class("time"), text: asked.period.text) },
                Column(Texts.state) { asked, cell in cell.reopeningState(asked) },
                Column(Texts.askedBy) { asked, cell in
                    cell.text(asked.proposerName)
                    cell(.span, .class("under")) { $0.moment(asked.proposedAt) }
                },
                Column(Texts.reason) { asked, cell in cell.text(asked.reason) },
                Column(Texts.decidedBy) { asked, cell in cell.text(asked.deciderName ?? "–") },
                Column(Texts.change) { asked, cell in
                    let isOpen = asked.state == .open && !asked.isExpired
                    guard isOpen, canDecide, asked.proposer != me else { return cell.dash() }
                    let id = WireID.approval(asked.id)
                    for (verb, phrase) in [("approve", Texts.agree), ("reject", Texts.refuse)] {
                        cell.form(to: Link("reopenings", id, verb)) {
                            $0(.button, .submit, .class("quiet"), phrase: phrase)
                        }
                    }
                },
            ])
    }
}

extension HTMLWriter {
    fileprivate mutating func reopeningState(_ asked: PeriodReopening) {
        switch asked.state {
        case .open where asked.isExpired: tag(Texts.stateExpired)
        case .open: tag(Texts.stateOpen, .warning)
        case .approved, .done: tag(Texts.stateDone, .good)
        case .rejected, .refused: tag(Texts.stateRejected)
        }
    }
}

struct ClosePeriodByHand: Act {
    static let route = PageRoute(.post, "/admin/periods/{period}/close", as: CloseBooksPeriod.route)
    static let fields: Set<String> = ["form", "allow_unpriced", "reason"]
    static let isSensitive = true
    let page: PeriodsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["period": visit.path("period")],
            body: [
                (
                    "accept", form.isChecked("allow_unpriced") ? .list([.text(ClosingCheck.unpricedSales)]) : nil
                ),
                ("reason", form.optional("reason").map { .text($0) }),
            ])
        do {
            _ = try await visit.ask(CloseBooksPeriod(desk: page.desk), request)
            return .go(PeriodsPage.link, .periodClosed)
        } catch BooksRefusal.checksFailed(let findings) {
            let complaint = Complaint(Problem(BooksRefusal.checksFailed(findings)))
            let trouble = Trouble(complaint: complaint, values: form.shown())
            return .page(try await page.body(visit, findings, trouble).with(status: complaint.status))
        }
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}

struct ReopenPeriodByHand: Act {
    static let route = PageRoute(.post, "/admin/periods/{period}/reopen", as: ReopenBooksPeriod.route)
    static let fields: Set<String> = ["form", "reason"]
    static let isSensitive = true
    let page: PeriodsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["period": visit.path("period")], body: [("reason", .text(form["reason"]))])
        _ = try await visit.ask(ReopenBooksPeriod(desk: page.desk), request)
        return .go(PeriodsPage.link, .reopenAsked)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}

struct ApproveReopeningByHand: Act {
    static let route = PageRoute(.post, "/admin/reopenings/{approval}/approve", as: ApproveReopening.route)
    static let fields: Set<String> = []
    static let isSensitive = true
    let page: PeriodsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(path: ["approval": visit.path("approval")])
        _ = try await visit.ask(ApproveReopening(desk: page.desk), request)
        return .go(PeriodsPage.link, .reopenDecided)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}

struct RejectReopeningByHand: Act {
    static let route = PageRoute(.post, "/admin/reopenings/{approval}/reject", as: RejectReopening.route)
    static let fields: Set<String> = []
    static let isSensitive = true
    let page: PeriodsPage

    /// A form in a table has no room for words: who refused stands in the record.
    private static let reason = "refused in the console"

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["approval": visit.path("approval")], body: [("reason", .text(Self.reason))])
        _ = try await visit.ask(RejectReopening(desk: page.desk), request)
        return .go(PeriodsPage.link, .reopenDecided)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}
