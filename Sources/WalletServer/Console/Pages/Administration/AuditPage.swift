internal import WalletDomain
internal import WalletLedger

/// Who did what, from where, and what it was before and after.
struct AuditPage: Screen {
    static let route = PageRoute(.get, "/admin/audit", as: ListAudit.route)
    let audit: AuditReader
    let directory: Directory

    static let filters = ["actor", "action", "user", "item", "subject"]

    func show(_ visit: Visit) async throws -> PageBody {
        let query = try visit.query(only: Self.filters + ["cursor"])
        let chosen = Self.filters.map { ($0, query[$0]?.trimmed.nilIfEmpty) }
        let request = InnerRequest(
            query: chosen + [("cursor", query["cursor"]), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListAudit(audit: audit, directory: directory), request)
        var body = PageBody(Texts.auditLog, in: .audit) { page in
            page(.div, .class("above")) { above in
                Self.form(chosen, &above)
                above(.a, .class("button"), .href(Link(["audit.csv"], query: chosen)), phrase: Texts.asCSV)
            }
            Self.table.write(list.entries, to: &page)
            page.pager(
                first: query["cursor"] == nil ? nil : Link(["audit"], query: chosen),
                next: list.next.map { Link(["audit"], query: chosen + [("cursor", $0)]) })
        }
        body.isWide = true
        return body
    }

    private static func form(_ chosen: [(String, String?)], _ page: inout HTMLWriter) {
        let labels = [
            "actor": Texts.actor, "action": Texts.action, "user": Texts.user, "item": Texts.item,
            "subject": Texts.subject,
        ]
        page(.form, .class("period"), .get, .action(Link("audit"))) { form in
            for (name, value) in chosen {
                form.field(
                    .init(
                        name: name, label: labels[name] ?? .plain(name), value: value ?? "", isRequired: false,
                        attributes: [.noSpelling]))
            }
            form(.button, .submit, phrase: Texts.show)
        }
    }

    private static var table: TablePart<AuditEntry> {
        TablePart(
            caption: Texts.auditLog, isCaptionShown: false, empty: Texts.noRecords,
            columns: [
                .header(Texts.time) { entry, cell in
                    cell.moment(entry.record.at)
                    cell(.span, .class("under"), text: "#\(entry.record.sequence)")
                },
                Column(Texts.actor) { entry, cell in
                    cell.text(entry.actor ?? "–")
                    if let origin = entry.record.origin { cell(.span, .class("under"), text: origin) }
                },
                Column(Texts.action) { entry, cell in cell(.code, text: entry.record.action) },
                Column(Texts.about) { entry, cell in about(entry.record, &cell) },
                Column(Texts.reason) { entry, cell in
                    let text = entry.reason ?? entry.record.remark
                    if let text { cell.text(text) } else { cell.dash() }
                },
                Column(Texts.beforeAfter) { entry, cell in
                    guard entry.record.before != nil || entry.record.after != nil else { return cell.dash() }
                    cell(.code, .class("facts-text"), text: entry.record.before ?? "–")
                    cell(.span, .class("under")) { $0(.code, .class("facts-text"), text: entry.record.after ?? "–") }
                },
            ])
    }

    private static func about(_ record: AuditRecord, _ cell: inout HTMLWriter) {
        var isSaid = false
        func say(_ write: (inout HTMLWriter) -> Void) {
            if isSaid { cell(.br) }
            write(&cell)
            isSaid = true
        }
        if let subject = record.subject { say { $0(.code, text: subject) } }
        if let item = record.item { say { $0(.a, .href(Link("items", item)), text: item) } }
        if let pack = record.pack { say { $0(.a, .href(Link("packs", pack)), text: pack) } }
        if let wallet = record.wallet, let operation = record.operation {
            let id = OperationID(wallet: WalletID(wallet.uuid), sequence: operation)
            say { $0(.code, text: "#\(id.sequence)") }
        }
        if let transaction = record.transaction { say { $0(.code, text: transaction) } }
        if !isSaid { cell.dash() }
    }
}

extension String {
    var nilIfEmpty: String? { isEmpty ? nil : self }
}
