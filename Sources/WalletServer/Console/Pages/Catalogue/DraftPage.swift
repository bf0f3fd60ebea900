internal import WalletDomain
internal import WalletLedger

/// One draft: what it would change, what is in its way, and the forms to change, publish or discard it.
struct DraftPage: Screen {
    static let route = PageRoute(.get, "/admin/drafts/{draft}", as: CompareDraft.route)
    let desk: CatalogueDesk

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil, nil)
    }

    static func link(_ draft: Int64, cursor: String? = nil) -> Link {
        Link("drafts", String(draft), query: ["cursor": cursor])
    }

    /// - Parameter sheet: a CSV that was just read.
    func body(
        _ visit: Visit, cursor: String?, _ sheet: ImportCatalogue.ImportAnswer?, _ trouble: Trouble?
    ) async throws -> PageBody {
        let request = InnerRequest(
            path: ["draft": visit.path("draft")],
            query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let comparison = try await visit.ask(CompareDraft(desk: desk), request).comparison
        let draft = comparison.draft
        let trail = [PageBody.Crumb(title: Texts.drafts, link: Link("drafts"))]
        var body = PageBody(.plain(draft.name), in: .drafts, trail: trail) { page in
            page.complaint(trouble?.complaint)
            if let sheet { SheetPart(sheet: sheet).write(to: &page) }
            Self.write(draft, &page)
            if !comparison.conflicts.isEmpty { Self.conflicts(comparison, &page) }
            page.section(Texts.difference) {
                DifferenceTable.previews(comparison).write(comparison.previews, to: &$0)
            }
            page.pager(
                first: cursor == nil ? nil : Self.link(draft.number),
                next: comparison.next.map {
                    Self.link(draft.number, cursor: Cursor.text($0.text, of: CompareDraft.list(draft.number)))
                })
            if draft.status == .open { DraftForms(visit: visit, draft: draft, trouble: trouble).write(to: &page) }
        }
        body.isWide = true
        return body
    }

    private static func write(_ draft: CatalogueDraft, _ page: inout HTMLWriter) {
        page(.div, .class("part")) { part in
            part.facts([
                .init(Texts.state) { $0.draftState(draft.status) },
                .number(Texts.madeUpon, draft.base, to: PublicationPage.link(draft.base)),
                .number(Texts.version, draft.version), .text(Texts.madeBy, draft.createdBy),
                .text(Texts.changedBy, draft.changedBy), .moment(Texts.changedAt, draft.changedAt),
                .number(Texts.publication, draft.publication, to: draft.publication.map { PublicationPage.link($0) }),
            ])
        }
    }

    private static func conflicts(_ comparison: DraftComparison, _ page: inout HTMLWriter) {
        let draft = comparison.draft
        page(.div, .class("notice warning"), .role("alert")) { box in
            box(.p, phrase: Texts.changedMeanwhile)
            for trace in comparison.conflicts {
                box(.p, .class("small")) { line in
                    line.itemLink(trace.item)
                    line.text(" · \(trace.callerName ?? "–") · ")
                    line(.a, .href(PublicationPage.link(trace.publication)), text: "#\(trace.publication)")
                    line.text(" · ")
                    line.moment(trace.at)
                }
            }
            box.form(to: Link("drafts", String(draft.number), "rebase")) { form in
                form.hidden("seen", String(draft.version))
                form.submit(Texts.haveSeenThem, .quiet)
            }
        }
    }
}

/// What a sheet would do, line by line, or what is wrong with it.
struct SheetPart {
    let sheet: ImportCatalogue.ImportAnswer

    func write(to page: inout HTMLWriter) {
        let report = sheet.report
        page.section(Texts.sheetRead) { part in
            if report.errorCount > 0 {
                part(.p, .class("error"), phrase: Texts.sheetErrors(Int64(report.errorCount)))
                TablePart<SheetError>(
                    caption: Texts.sheetRead, isCaptionShown: false, empty: Texts.noRows,
                    columns: [
                        .header(Texts.line) { error, cell in cell.text("\(error.line)") },
                        Column(Texts.column) { error, cell in cell(.code, text: error.column ?? "–") },
                        Column(Texts.error) { error, cell in cell(.code, text: error.code) },
                    ]
                ).write(report.errors, to: &part)
            } else {
                rows(report, &part)
            }
        }
    }

    private func rows(_ report: SheetReport, _ part: inout HTMLWriter) {
        TablePart<SheetReport.Row>(
            caption: Texts.sheetRead, isCaptionShown: false, empty: Texts.noRows,
            columns: [
                .header(Texts.line) { row, cell in cell.text("\(row.line)") },
                Column(Texts.item) { row, cell in cell(.code, text: row.preview.item.text) },
                Column(Texts.change) { row, cell in
                    guard let difference = row.preview.difference else { return cell.phrase(Texts.effectNone) }
                    cell.text(difference.changedMembers.joined(separator: ", "))
                },
                Column(Texts.price) { row, cell in
                    let steps = row.preview.difference?.steps ?? []
                    cell.text(steps.isEmpty ? "–" : steps.map(\.text).joined(separator: ", "))
                },
            ]
        ).write(Array(report.rows.prefix(ConsoleLimits.sheetRowsShown)), to: &part)
    }
}
