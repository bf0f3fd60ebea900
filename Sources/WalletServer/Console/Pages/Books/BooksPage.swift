internal import WalletDomain
internal import WalletLedger

/// What accountants told the books, and the form that tells more.
struct BooksPage: Screen {
    static let route = PageRoute(.get, "/admin/books", as: ReadBooksSettings.route)
    static let link = Link("books")
    let desk: BooksDesk

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil, nil)
    }

    /// - Parameters:
    ///   - sheet: a CSV that was just read.
    ///   - csv: its text, to be taken in after it was tried.
    func body(
        _ visit: Visit, _ sheet: BooksSheetAnswer?, _ trouble: Trouble?, csv: String = ""
    ) async throws -> PageBody {
        let answer = try await visit.ask(ReadBooksSettings(desk: desk))
        var body = PageBody(Texts.booksSettings, in: .books) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("above")) { above in
                above(.p, .class("muted"), phrase: Texts.booksText)
                above(.div, .class("actions")) { links in
                    links(.a, .class("button"), .href(BooksSheetFile.link), phrase: Texts.booksCSV)
                    links(.a, .class("button"), .href(AppleBooksPage.link), phrase: Texts.appleBooks)
                }
            }
            if let sheet { BooksSheetPart(answer: sheet).write(to: &page) }
            Self.form(answer.told.version, csv, trouble, &page)
            Self.rules(answer.told, &page)
            page.section(Texts.told) { part in
                Self.table(ExportZone(answer.told.rules.zone) ?? .utc).write(
                    Array(answer.rows.prefix(ConsoleLimits.sheetRowsShown)), to: &part)
            }
        }
        body.isWide = true
        return body
    }

    private static func rules(_ told: BooksSettings, _ page: inout HTMLWriter) {
        page.section(Texts.wholeBooks) { part in
            part(.p, .class("muted"), phrase: Texts.wholeBooksText)
            let facts = BooksSheet.texts(of: told.rules).map { text in
                let words = text.split(separator: " ", maxSplits: 1).map(String.init)
                return HTMLWriter.Fact.code(.plain(words[0]), words.last)
            }
            part.facts(facts + [.number(Texts.booksVersion, told.version)])
        }
    }

    private static func table(_ zone: ExportZone) -> TablePart<KnownSetting> {
        TablePart(
            caption: Texts.told, isCaptionShown: false, empty: Texts.nothingTold,
            columns: [
                .header(Texts.told) { known, cell in
                    cell(.code, text: BooksSheetReport.text(known.setting, zone))
                },
                Column(Texts.validFrom, .time) { known, cell in cell.moment(known.setting.validFrom) },
                Column(Texts.knownAt, .time) { known, cell in
                    cell.moment(known.knownAt)
                    cell(.span, .class("under"), text: "#\(known.change)")
                },
            ])
    }

    private static func form(_ version: Int64, _ csv: String, _ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.tellBooks) { part in
            part(.p, .class("muted"), phrase: Texts.tellBooksText)
            part.form(to: link, .class("fields")) { form in
                form.hidden("seen", String(version))
                form.area("csv", Texts.sheetText, value: csv, rows: 8, trouble)
                form.field(
                    .init(
                        name: "reason", label: Texts.reason, hint: Texts.reasonHint, isRequired: false,
                        attributes: [.lengthMax(Limits.noteBytesMax)]), trouble)
                form(.div, .class("actions")) { actions in
                    actions(.button, .submit, .class("main"), .name("run"), .value("dry"), phrase: Texts.tryIt)
                    actions(.button, .submit, .class("quiet"), .name("run"), .value("real"), phrase: Texts.tellIt)
                }
            }
        }
    }
}

/// What a sheet would do, line by line, or what is wrong with it.
struct BooksSheetPart {
    let answer: BooksSheetAnswer

    func write(to page: inout HTMLWriter) {
        let report = answer.report
        page.section(Texts.sheetRead) { part in
            guard report.errorCount == 0 else {
                part(.p, .class("error"), phrase: Texts.sheetErrors(Int64(report.errorCount)))
                return Self.errors.write(report.errors, to: &part)
            }
            Self.rows.write(Array(report.rows.prefix(ConsoleLimits.sheetRowsShown)), to: &part)
        }
    }

    private static let errors = TablePart<SheetError>(
        caption: Texts.sheetRead, isCaptionShown: false, empty: Texts.noRows,
        columns: [
            .header(Texts.line) { error, cell in cell.text("\(error.line)") },
            Column(Texts.column) { error, cell in cell(.code, text: error.column ?? "–") },
            Column(Texts.error) { error, cell in cell(.code, text: error.code) },
        ])

    private static let rows = TablePart<BooksSheetReport.Row>(
        caption: Texts.sheetRead, isCaptionShown: false, empty: Texts.noRows,
        columns: [
            .header(Texts.line) { row, cell in cell.text("\(row.line)") },
            Column(Texts.told) { row, cell in cell(.code, text: row.text) },
            Column(Texts.effect) { row, cell in cell.phrase(row.effect.phrase) },
            Column(Texts.before) { row, cell in
                guard case .changed(let before) = row.effect else { return cell.dash() }
                cell(.code, text: before)
            },
        ])
}

extension BooksSheetReport.Effect {
    fileprivate var phrase: Phrase {
        switch self {
        case .added: Texts.effectNew
        case .changed: Texts.effectChanged
        case .unchanged: Texts.effectNone
        }
    }
}

/// A sheet, tried first: what every line would do, or every error with its line.
struct TellBooks: Act {
    static let route = PageRoute(
        .post, "/admin/books", .scopes([.books]), bodyBytesMax: ConsoleLimits.sheetBytesMax)
    static let fields: Set<String> = ["seen", "csv", "run", "reason"]
    let page: BooksPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let isDry = form["run"] != "real"
        let request = InnerRequest(
            query: isDry ? [("dry_run", "true")] : [("reason", try form.required("reason"))],
            ifMatch: isDry ? nil : form.seen, csv: form.secret("csv"))
        let answer = try await visit.ask(TellBooksSettings(desk: page.desk), request)
        guard isDry || answer.problem != nil else { return .go(BooksPage.link, .booksTold) }
        let complaint = answer.problem.map { Complaint($0) }
        let shown = complaint ?? Complaint(status: 200, Texts.tellBooks)
        let trouble = Trouble(complaint: shown, values: form.shown())
        let body = try await page.body(
            visit, answer, complaint == nil ? nil : trouble, csv: form.secret("csv"))
        return .page(body.with(status: shown.status))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}

/// The settings for a spreadsheet; the form takes them back.
struct BooksSheetFile: Download {
    static let route = PageRoute(.get, "/admin/books-settings.csv", as: ExportBooksSettings.route)
    static let link = Link("books-settings.csv")
    let desk: BooksDesk

    func fetch(_ visit: Visit) async throws -> FileAnswer { try await visit.ask(ExportBooksSettings(desk: desk)) }
}

/// Sales that the books have no money for, and what is missing.
struct UnpricedPage: Screen {
    static let route = PageRoute(.get, "/admin/unpriced", as: ListUnpricedSales.route)
    let desk: BooksDesk

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        let summary = try await visit.ask(ListUnpricedSales(desk: desk)).summary
        return PageBody(Texts.unpricedSales, in: .unpriced) { page in
            page(.p, .class("muted"), phrase: Texts.unpricedText)
            page.appleBooksLink(visit)
            Self.groups.write(summary.sorted.map { Group(key: $0.0, figures: $0.1) }, to: &page)
            guard !summary.sales.isEmpty else { return }
            page.section(Texts.salesCount) { Self.sales.write(summary.sales, to: &$0) }
        }
    }

    private struct Group: Sendable {
        let key: SalesReader.Summary.Group
        let figures: SalesReader.Summary.Figures
    }

    private static let groups = TablePart<Group>(
        caption: Texts.unpricedSales, isCaptionShown: false, empty: Texts.noneUnpriced,
        columns: [
            .header(Texts.product) { group, cell in cell(.code, text: group.key.product) },
            Column(Texts.storefront) { group, cell in cell.text(group.key.storefront ?? "–") },
            Column(Texts.missing) { group, cell in cell(.code, text: group.key.reason.rawValue) },
            .number(Texts.salesCount) { $0.figures.count },
            Column(Texts.firstSale, .time) { group, cell in cell.moment(group.figures.firstAt) },
            Column(Texts.lastSale, .time) { group, cell in cell.moment(group.figures.lastAt) },
        ])

    private static let sales = TablePart<SalesReader.Unpriced>(
        caption: Texts.salesCount, isCaptionShown: false, empty: Texts.noneUnpriced,
        columns: [
            .header(Texts.salesCount) { unpriced, cell in cell(.code, text: unpriced.sale.transaction.text) },
            Column(Texts.product) { unpriced, cell in cell(.code, text: unpriced.sale.product) },
            Column(Texts.storefront) { unpriced, cell in cell.text(unpriced.sale.storefront ?? "–") },
            Column(Texts.time, .time) { unpriced, cell in cell.moment(unpriced.sale.purchasedAt) },
            Column(Texts.missing) { unpriced, cell in cell(.code, text: unpriced.reason.rawValue) },
        ])
}
