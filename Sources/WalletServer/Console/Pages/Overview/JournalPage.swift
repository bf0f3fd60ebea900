internal import Crypto
internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// Which kinds of entries a list shows, by a word in its address.
enum JournalKinds: String, CaseIterable, Sendable {
    case all, sales, grants, spends, undos, refunds, debts, expiries, merges
    case byHand = "by_hand"

    var kinds: [EntryKind] {
        switch self {
        case .all: []
        case .sales: [.sold]
        case .grants: [.granted]
        case .spends: [.spent, .undone]
        case .undos: [.undone, .ownershipEnded]
        case .refunds: [.refunded, .refundReversed]
        case .debts: [.refunded, .refundReversed, .debtSettled, .debtWrittenOff]
        case .expiries: [.expired]
        case .merges: [.merged, .mergedSpent, .mergedRefund, .mergedSettlement]
        case .byHand: [.adjusted, .forfeited, .debtWrittenOff]
        }
    }

    var phrase: Phrase {
        switch self {
        case .all: Texts.kindsAll
        case .sales: Texts.kindsSales
        case .grants: Texts.kindsGrants
        case .spends: Texts.kindsSpends
        case .undos: Texts.kindsUndos
        case .refunds: Texts.kindsRefunds
        case .debts: Texts.kindsDebts
        case .expiries: Texts.kindsExpiries
        case .merges: Texts.kindsMerges
        case .byHand: Texts.kindsByHand
        }
    }
}

/// Entries of all wallets: the rows behind every figure.
struct JournalPage: Screen {
    static let route = PageRoute(.get, "/admin/journal", .scopes([.read]))
    let reports: ReportReader

    func show(_ visit: Visit) async throws -> PageBody {
        let asked = try JournalQuery(visit)
        let lines = try await reports.entries(asked.filter, before: asked.place, limit: ConsoleLimits.pageRows)
        let next = lines.count == ConsoleLimits.pageRows ? lines.last.map { asked.link(after: $0.place) } : nil
        var body = PageBody(Texts.journal, in: .journal) { page in
            page(.div, .class("above")) { above in
                Self.form(asked, &above)
                if JournalFile.route.isOpen(to: visit) {
                    above(.a, .class("button"), .href(ExportsPage.link(asked.period)), phrase: Texts.asCSV)
                }
            }
            Self.table(asked.period.environment).write(lines, to: &page)
            page.pager(first: asked.place == nil ? nil : asked.link(after: nil), next: next)
        }
        body.isWide = true
        return body
    }

    static func link(
        from: String? = nil, to: String? = nil, environment: StoreEnvironment? = nil, kinds: JournalKinds,
        item: String? = nil, product: String? = nil
    ) -> Link {
        Link(
            "journal",
            query: [
                "from": from, "to": to, "environment": environment?.rawValue, "kinds": kinds.rawValue, "item": item,
                "product": product,
            ])
    }

    static func link(_ period: ReportPeriod, _ kinds: JournalKinds) -> Link {
        link(from: period.from.text, to: period.to.text, environment: period.environment, kinds: kinds)
    }

    private static func form(_ asked: JournalQuery, _ page: inout HTMLWriter) {
        page(.form, .class("period"), .get, .action(Link("journal"))) { form in
            form.periodFields(asked.period)
            form.choice(
                "kinds", Texts.kind, JournalKinds.allCases.map { ($0.rawValue, $0.phrase) },
                selected: asked.kinds.rawValue)
            form.field(.init(name: "item", label: Texts.item, value: asked.item ?? "", isRequired: false))
            form.field(.init(name: "product", label: Texts.product, value: asked.product ?? "", isRequired: false))
            form(.button, .submit, phrase: Texts.show)
        }
    }

    private static func table(_ environment: StoreEnvironment) -> TablePart<JournalLine> {
        func of(_ column: Column<Entry>) -> Column<JournalLine> {
            Column<JournalLine>(column.title, column.kind, isHeader: column.isHeader) { line, cell in
                column.write(line.entry, &cell)
            }
        }
        return TablePart(
            caption: Texts.journal, isCaptionShown: false, empty: Texts.noEntries,
            columns: [
                of(EntryTable.when), Column(Texts.user) { line, cell in cell.userLink(line.user, environment) },
                of(EntryTable.what), of(EntryTable.change), of(EntryTable.accounts),
                Column(Texts.about) { line, cell in EntryTable.about(line.entry, environment, &cell) },
                of(EntryTable.after),
            ])
    }
}

/// What a list of entries was asked for.
struct JournalQuery: Sendable {
    let period: ReportPeriod
    let kinds: JournalKinds
    let item: String?
    let product: String?
    let place: JournalPlace?
    let filter: JournalFilter

    init(_ visit: Visit) throws {
        let query = try visit.query(only: ReportPeriod.parameters + ["kinds", "item", "product", "cursor"])
        period = try ReportPeriod(query, visit)
        guard let kinds = JournalKinds(rawValue: query["kinds"] ?? "all") else { throw Problem.malformed("kinds") }
        self.kinds = kinds
        item = Self.given(query["item"])
        product = Self.given(query["product"])
        if let product, product.utf8.count > Limits.nameBytesMax { throw Problem.malformed("product") }
        place = try query["cursor"].map { try Self.place($0) }
        let journal = JournalRange(
            environment: period.environment, from: period.range.bounds[0],
            to: period.range.bounds[period.range.days])
        filter = JournalFilter(
            range: journal, kinds: kinds.kinds, item: try item.map { try ItemID($0) }, product: product)
    }

    private static func given(_ text: String?) -> String? {
        guard let text = text?.trimmed, !text.isEmpty else { return nil }
        return text
    }

    private static let list = "journal"

    private static func place(_ cursor: String) throws -> JournalPlace {
        let parts = try Cursor.name(cursor, of: list).split(separator: "/").map { String($0) }
        guard parts.count == 3, let at = Int64(parts[0]), let wallet = UUID(canonical: parts[1]),
            let sequence = Int64(parts[2])
        else { throw Problem(code: .badCursor) }
        return JournalPlace(at: Instant(microseconds: at), wallet: wallet, sequence: sequence)
    }

    func link(after place: JournalPlace?) -> Link {
        let cursor = place.map {
            Cursor.text("\($0.at.microseconds)/\($0.wallet.lowercased)/\($0.sequence)", of: Self.list)
        }
        return Link(
            ["journal"],
            query: period.query + [("kinds", kinds.rawValue), ("item", item), ("product", product), ("cursor", cursor)])
    }
}
