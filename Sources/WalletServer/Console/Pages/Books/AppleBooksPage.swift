internal import WalletDomain
internal import WalletLedger

/// Apple's reports that were taken, and the form that takes another file.
struct AppleBooksPage: Screen {
    static let route = PageRoute(.get, "/admin/books/apple", as: ListAppleReports.route)
    static let link = Link("books", "apple")
    let desk: AppleReportDesk

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil)
    }

    func body(_ visit: Visit, cursor: String?, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListAppleReports(reports: desk.reports), request)
        return AppleBooksFrame(tab: .reports).body(trouble) { page in
            page(.p, .class("muted"), phrase: Texts.appleReportsText)
            if visit.may(ImportAppleReport.route) { Self.form(trouble, &page) }
            page.section(Texts.appleReports) { Self.table.write(list.files, to: &$0) }
            page.pager(
                first: cursor == nil ? nil : Self.link,
                next: list.next.map { Link("books", "apple", query: ["cursor": $0]) })
        }
    }

    private static func form(_ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.takeReport) { part in
            part.form(to: link, .class("fields"), .multipart) { form in
                form.field(
                    .init(name: "file", label: Texts.reportFile, type: .file, hint: Texts.reportFileHint), trouble)
                form.field(
                    .init(
                        name: "region", label: Texts.reportRegion, hint: Texts.reportRegionHint, isRequired: false,
                        attributes: [.lengthMax(2), .autocomplete(.off), .noSpelling, .class("short")]), trouble)
                form.submit(Texts.takeReport)
            }
        }
    }

    private static let table = TablePart<AppleReportFile>(
        caption: Texts.appleReports, isCaptionShown: false, empty: Texts.noAppleReports,
        columns: [
            .header(Texts.report) { file, cell in
                cell.text("#\(file.number) ")
                cell.phrase(file.kind.phrase)
            },
            Column(Texts.fiscalMonth) { file, cell in
                if let month = file.fiscalMonth { cell(.span, .class("time"), text: month) } else { cell.dash() }
            },
            Column(Texts.fromDay, .time) { file, cell in cell.reportDay(file.from) },
            Column(Texts.toDay, .time) { file, cell in cell.reportDay(file.to) },
            Column(Texts.reportRegion) { file, cell in cell.text(file.region.isEmpty ? "–" : file.region) },
            .number(Texts.version) { Int64($0.version) },
            .number(Texts.rowsCount) { Int64($0.rowCount) },
            Column(Texts.takenAt, .time) { file, cell in
                cell.moment(file.importedAt)
                cell(.span, .class("under"), text: file.callerName)
            },
        ])
}

/// Takes a file as Apple gave it. The same one again changes nothing.
struct AppleBooksTakeReport: Act {
    static let route = PageRoute(
        .post, "/admin/books/apple", .scopes([.books]),
        bodyBytesMax: Limits.appleReportBytesMax + ConsoleLimits.formBytesMax)
    static let fields: Set<String> = ["region"]
    static let file: String? = "file"
    let page: AppleBooksPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        guard let file = form.file else { throw Problem.malformed("file") }
        let answer = try await visit.ask(
            ImportAppleReport(desk: page.desk),
            InnerRequest(query: [("region", form.optional("region")?.uppercased())], file: file))
        switch answer.taken {
        case .imported: return .go(AppleBooksPage.link, .reportTaken)
        case .alreadyImported: return .go(AppleBooksPage.link, .reportKnown)
        }
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, trouble)
    }
}

extension AppleReport.Kind {
    fileprivate var phrase: Phrase {
        switch self {
        case .financial: Texts.financialReport
        case .sales: Texts.salesReport
        }
    }
}
