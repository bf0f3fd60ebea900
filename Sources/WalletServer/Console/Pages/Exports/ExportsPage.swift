internal import WalletDomain

/// Files to take away, by days: the journal for accountants, the audit log for auditors.
struct ExportsPage: Screen {
    static let route = PageRoute(.get, "/admin/exports", .scopes([.export, .audit]))

    func show(_ visit: Visit) async throws -> PageBody {
        let period = try ReportPeriod(try visit.query(only: ReportPeriod.parameters), visit)
        return PageBody(Texts.exports, in: .exports) { page in
            if JournalFile.route.isOpen(to: visit) { Self.journal(period, &page) }
            if AuditFile.route.isOpen(to: visit) { Self.audit(period, &page) }
        }
    }

    static func link(_ period: ReportPeriod) -> Link { Link(["exports"], query: period.query) }

    private static func journal(_ period: ReportPeriod, _ page: inout HTMLWriter) {
        page.section(Texts.journal) { part in
            part(.p, .class("muted"), phrase: Texts.exportJournalText)
            part(.form, .class("period"), .get, .action(JournalFile.link)) { form in
                form.periodFields(period)
                form.choice(
                    "flavour", Texts.forProgram,
                    [("plain", Texts.plainCSV), ("spreadsheet", Texts.spreadsheetCSV)], selected: "plain")
                form(.button, .submit, .class("main"), phrase: Texts.download)
            }
            part(.p) { $0(.a, .href(JournalPage.link(period, .all)), phrase: Texts.showRows) }
        }
    }

    private static func audit(_ period: ReportPeriod, _ page: inout HTMLWriter) {
        page.section(Texts.auditLog) { part in
            part(.p, .class("muted"), phrase: Texts.exportAuditText)
            part(.form, .class("period"), .get, .action(AuditFile.link)) { form in
                form.field(.init(name: "from", label: Texts.fromDay, type: .date, value: period.from.text))
                form.field(.init(name: "to", label: Texts.toDay, type: .date, value: period.to.text))
                form(.button, .submit, .class("main"), phrase: Texts.download)
            }
            part(.p) { $0(.a, .href(Link("audit")), phrase: Texts.showRows) }
        }
    }
}

extension PageRoute {
    func isOpen(to visit: Visit) -> Bool { visit.visitor.map { isOpen(to: $0.caller.scopes) } ?? false }
}
