internal import WalletDomain
internal import WalletLedger

/// The months of one of Apple's fiscal years, and the form that corrects them.
struct AppleBooksYearsPage: Screen {
    static let route = PageRoute(.get, "/admin/books/apple/fiscal-years", as: ReadFiscalYear.route)
    let desk: AppleReportDesk

    static func link(_ year: Int64? = nil) -> Link {
        Link("books", "apple", "fiscal-years", query: ["year": year.map { String($0) }])
    }

    func show(_ visit: Visit) async throws -> PageBody {
        let year = try visit.query(only: ["year"])["year"]?.trimmed.nilIfEmpty
        return try await body(visit, year: year, nil)
    }

    /// - Parameter year: nil: the one of today.
    func body(_ visit: Visit, year: String?, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(query: [("year", year ?? Self.current(visit))])
        let answer = try await visit.ask(ReadFiscalYear(years: desk.years), request)
        guard let shown = answer.years.first else { throw Problem.malformed("year") }
        let months = answer.months(of: shown.year)
        return AppleBooksFrame(tab: .years).body(trouble) { page in
            page(.p, .class("muted"), phrase: Texts.fiscalYearsText)
            Self.choice(shown.year, &page)
            page.section(Texts.fiscalYear(shown.year)) { part in
                part(.p) { line in
                    if shown.isCorrected {
                        line.tag(Texts.yearCorrected, .warning)
                    } else {
                        line.tag(Texts.yearByRule)
                    }
                }
                Self.table.write(months, to: &part)
            }
            if visit.may(CorrectFiscalYears.route) { Self.form(visit, shown.year, months, trouble, &page) }
        }
    }

    private static func current(_ visit: Visit) -> String? {
        let today = visit.now.microseconds.quotient(dayMicroseconds)
        return FiscalCalendar().month(of: today).map { String($0.year) }
    }

    private static let dayMicroseconds: Int64 = 86_400_000_000

    private static func choice(_ year: Int64, _ page: inout HTMLWriter) {
        page(.form, .class("period"), .get, .action(link())) { form in
            form.field(
                .init(
                    name: "year", label: Texts.fiscalYearChosen, type: .number, value: String(year),
                    attributes: [
                        .least(String(FiscalCalendar.years.lowerBound)), .most(String(FiscalCalendar.years.upperBound)),
                    ]))
            form(.button, .submit, phrase: Texts.show)
        }
    }

    private static let table = TablePart<FiscalMonth>(
        caption: Texts.fiscalYears, isCaptionShown: false, empty: Texts.noRows,
        columns: [
            .header(Texts.fiscalMonth) { month, cell in cell(.span, .class("time"), text: month.name) },
            Column(Texts.fromDay, .time) { month, cell in cell.reportDay(month.from) },
            Column(Texts.toDay, .time) { month, cell in cell.reportDay(month.to) },
            .number(Texts.weeks) { $0.weeks },
        ])

    private static func form(
        _ visit: Visit, _ year: Int64, _ months: [FiscalMonth], _ trouble: Trouble?, _ page: inout HTMLWriter
    ) {
        page.section(Texts.correctYears) { part in
            part(.p, .class("muted"), phrase: Texts.correctYearsText)
            part.afterStepUp(visit, at: link(year)) { part in
                part.form(to: link(), .class("fields")) { form in
                    form.hidden("year", String(year))
                    form.lines(
                        "years", Texts.correctedMonths, value: AppleBooksMonthLines.text(months), rows: 12,
                        hint: Texts.correctedMonthsHint, trouble)
                    form.submit(Texts.correctYears, .danger)
                }
            }
        }
    }
}

/// Tells the months of whole years.
struct AppleBooksCorrectYears: Act {
    static let route = PageRoute(.post, "/admin/books/apple/fiscal-years", as: CorrectFiscalYears.route)
    static let fields: Set<String> = ["year", "years"]
    static let isSensitive = true
    let page: AppleBooksYearsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let years = try AppleBooksMonthLines.years(form["years"])
        let members = years.map { year in
            InnerRequest.Member.object([
                ("year", .number(year.year)), ("starts", .list(year.starts.map { .text(ReportDays.text($0)) })),
                ("last_day", .text(ReportDays.text(year.lastDay))),
            ])
        }
        _ = try await visit.ask(
            CorrectFiscalYears(years: page.desk.years), InnerRequest(body: [("years", .list(members))]))
        return .go(AppleBooksYearsPage.link(years.first?.year), .yearsTold)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, year: Self.year(trouble.values["year"]), trouble)
    }

    /// What the form was made for, if it is a year at all.
    private static func year(_ text: String?) -> String? {
        text.flatMap { Int64($0) }.flatMap { FiscalCalendar.years.contains($0) ? String($0) : nil }
    }
}

/// Months as lines: `2026-10 2026-06-28 2026-08-01`, name, first day, last day.
enum AppleBooksMonthLines {
    static func text(_ months: [FiscalMonth]) -> String {
        months.map { "\($0.name) \(ReportDays.text($0.from)) \(ReportDays.text($0.to))" }.joined(separator: "\n")
    }

    /// Years in the order of their lines. Whether their months are whole weeks and fit each other is the calendar's.
    /// - Throws: `malformed` with the line that is no month, or does not follow the one above it.
    static func years(_ text: String) throws(Problem) -> [FiscalCalendar.Correction] {
        var years: [[FiscalMonth]] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard line.contains(where: { !$0.isWhitespace }) else { continue }
            let wrong = Problem.malformed("years").adding(.init(name: "line", value: .number(Int64(index) + 1)))
            guard let month = month(line) else { throw wrong }
            if month.number == 1 {
                years.append([month])
            } else {
                guard let last = years.last?.last, last.year == month.year, last.number + 1 == month.number,
                    last.to + 1 == month.from
                else { throw wrong }
                years[years.count - 1].append(month)
            }
        }
        guard !years.isEmpty else { throw Problem.malformed("years") }
        return years.compactMap { months in
            months.last.map {
                FiscalCalendar.Correction(year: $0.year, starts: months.map(\.from), lastDay: $0.to)
            }
        }
    }

    private static func month(_ line: Substring) -> FiscalMonth? {
        let words = line.split(whereSeparator: { $0.isWhitespace })
        guard words.count == 3, let (year, number) = FiscalMonth.parse(words[0]),
            let from = ReportDays.parse(String(words[1])), let to = ReportDays.parse(String(words[2]))
        else { return nil }
        return FiscalMonth(year: year, number: number, from: from, to: to)
    }
}

extension ReadFiscalYear.FiscalYears {
    fileprivate func months(of year: Int64) -> [FiscalMonth] {
        (Int64(1)...12).compactMap { calendar.month(year: year, number: $0) }
    }
}

extension HTMLWriter {
    /// A field of several lines, with what a line says.
    mutating func lines(
        _ name: String, _ label: Phrase, value: String = "", rows: Int, hint: Phrase, _ trouble: Trouble?
    ) {
        let id = newID(name)
        let complaint = trouble?.field == name ? trouble?.complaint : nil
        self(.div, .class("field")) { box in
            box(.label, .for(id), phrase: label)
            box(
                .textarea, .id(id), .name(name), .rows(rows), .required, .noSpelling,
                .described(by: id + "-hint"), complaint == nil ? nil : .invalid,
                text: trouble?.values[name] ?? value)
            box(
                .p, .class(complaint == nil ? "hint" : "error"), .id(id + "-hint"),
                phrase: complaint?.phraseWithDetail ?? hint)
        }
    }
}

extension Complaint {
    /// What is wrong, and where.
    fileprivate var phraseWithDetail: Phrase { detail.map { phrase + .plain(" ") + $0 } ?? phrase }
}
