internal import WalletDomain
internal import WalletLedger

/// The reports of the books: a month is chosen, then each report is taken away.
struct ReportsPage: Screen {
    static let route = PageRoute(.get, "/admin/reports", as: ExportReport.route)

    private static let flavours: [(String, Phrase)] = [
        ("plain", Texts.csvPlain), ("bom", Texts.csvMarked), ("spreadsheet", Texts.csvSpreadsheet),
    ]

    func show(_ visit: Visit) async throws -> PageBody {
        let query = try visit.query(only: ["period", "flavour"])
        let today = visit.now.microseconds.quotient(Self.dayMicroseconds)
        var month = BooksMonth(of: today)
        if let text = query["period"]?.nilIfEmpty {
            guard let asked = BooksMonth(text) else { throw Problem.malformed("period") }
            month = asked
        }
        let flavour = query["flavour"] ?? "plain"
        guard Self.flavours.contains(where: { $0.0 == flavour }) else { throw Problem.malformed("flavour") }
        let chosen = month
        return PageBody(Texts.reports, in: .reports) { page in
            Self.form(chosen, flavour, &page)
            page(.p, phrase: Texts.reportsHint)
            page.appleBooksLink(visit)
            Self.table(chosen, flavour).write(BooksDownload.all, to: &page)
        }
    }

    private static let dayMicroseconds: Int64 = 86_400_000_000

    private static func form(_ month: BooksMonth, _ flavour: String, _ page: inout HTMLWriter) {
        page(.form, .class("period"), .get, .action(Link("reports"))) { form in
            form.field(.init(name: "period", label: Texts.booksMonth, value: month.text))
            form.choice("flavour", Texts.csvFlavour, flavours, selected: flavour)
            form(.button, .submit, phrase: Texts.show)
        }
    }

    private static func table(_ month: BooksMonth, _ flavour: String) -> TablePart<BooksDownload> {
        TablePart(
            caption: Texts.reports, isCaptionShown: false, empty: Texts.noRecords,
            columns: [
                .header(Texts.report) { download, cell in
                    cell(.span, phrase: download.phrase)
                    cell(.span, .class("under")) { $0(.code, text: download.name) }
                },
                Column(Texts.download) { download, cell in
                    cell(.a, .href(ReportFile.link(download, month, flavour)), phrase: Texts.download)
                },
            ])
    }
}

/// One report of a month, or several of them in an archive.
struct ReportFile: Download {
    static let route = PageRoute(.get, "/admin/reports/{report}", as: ExportReport.route)
    let exporter: BooksExporter
    let tasks: RunningTasks

    static func link(_ download: BooksDownload, _ month: BooksMonth, _ flavour: String) -> Link {
        Link("reports", download.name, query: ["period": month.text, "flavour": flavour])
    }

    func fetch(_ visit: Visit) async throws -> FileAnswer {
        let query = try visit.query(only: ["period", "flavour"])
        return try await visit.ask(
            ExportReport(exporter: exporter, tasks: tasks),
            InnerRequest(
                path: ["report": visit.path("report")],
                query: [("period", query["period"]), ("flavour", query["flavour"])]))
    }
}
