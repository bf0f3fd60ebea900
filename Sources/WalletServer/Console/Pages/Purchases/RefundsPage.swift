internal import WalletDomain
internal import WalletLedger

/// Purchases that Apple gave money back for: by days, or one by Apple's number.
struct RefundsPage: Screen {
    static let route = PageRoute(.get, "/admin/refunds", as: SearchRefunds.route)
    let reader: SupportReader
    let wallets: WalletReads
    let rooms: InboxRooms

    private static let filters = ["user", "product"]

    func show(_ visit: Visit) async throws -> PageBody {
        let query = try visit.query(only: ReportPeriod.parameters + Self.filters + ["transaction", "cursor"])
        let asked = try Asked(query, visit)
        var found: Found?
        if let number = asked.transaction { found = try await find(number) }
        let shown = found
        let list = try await list(asked, query["cursor"], visit)
        var body = PageBody(Texts.refunds, in: .refunds) { page in
            Self.numberForm(asked, &page)
            if let shown { Self.write(shown, &page) }
            page.section(Texts.refundsOfDays) { part in
                Self.daysForm(asked, &part)
                Self.table.write(list.rows, to: &part)
            }
            page.pager(
                first: query["cursor"] == nil ? nil : asked.link(), next: list.next.map { asked.link(cursor: $0) })
        }
        body.isWide = true
        return body
    }

    private func list(_ asked: Asked, _ cursor: String?, _ visit: Visit) async throws -> SearchRefunds.RefundPage {
        let bounds = asked.period.range.bounds
        let request = InnerRequest(
            query: asked.chosen + [
                ("environment", asked.period.environment.rawValue), ("from", bounds.first?.text),
                ("to", bounds.last?.text), ("cursor", cursor), ("limit", String(ConsoleLimits.pageRows)),
            ])
        return try await visit.ask(SearchRefunds(reader: reader, wallets: wallets), request)
    }

    // MARK: One purchase

    struct Found: Sendable {
        let id: TransactionID
        let purchases: [StoreTransaction]
        /// Those that nobody owns yet.
        let waiting: [StoreTransaction.Key]
    }

    private func find(_ text: String) async throws -> Found {
        let id = try TransactionID(text)
        var purchases: [StoreTransaction] = []
        for environment in StoreEnvironment.allCases {
            let key = StoreTransaction.Key(environment: environment, id: id)
            if let purchase = try await rooms.transactions.find(key) { purchases.append(purchase) }
        }
        let waiting = try await reader.unattributed(id).filter { key in !purchases.contains { $0.key == key } }
        return Found(id: id, purchases: purchases, waiting: waiting)
    }

    private static func write(_ found: Found, _ page: inout HTMLWriter) {
        page.section(Texts.purchase + .plain(" " + found.id.text)) { part in
            if found.purchases.isEmpty, found.waiting.isEmpty { part(.p, phrase: Texts.noSuchPurchase) }
            for purchase in found.purchases {
                part.facts([
                    .init(Texts.transactionID) { $0.purchaseLink(purchase.key.environment, purchase.key.id) },
                    .phrase(Texts.environment, purchase.key.environment.phrase),
                    .init(Texts.state) { value in
                        guard purchase.word?.revocation != nil else { return value.tag(Texts.notRefunded) }
                        value.tag(Texts.refundedTag, .warning)
                    },
                    .moment(Texts.refundedAt, purchase.word?.revocation?.at),
                    .number(
                        Texts.refundedCoins,
                        purchase.credit.flatMap { credit in
                            purchase.word?.refundedCoins(of: credit.coins + credit.bonus)
                        }),
                ])
            }
            for key in found.waiting { part(.p) { $0.purchaseLink(key.environment, key.id) } }
        }
    }

    // MARK: Forms

    private static func numberForm(_ asked: Asked, _ page: inout HTMLWriter) {
        page(.form, .class("period"), .role("search"), .get, .action(Link("refunds"))) { form in
            form.field(
                .init(
                    name: "transaction", label: Texts.transactionID, type: .search, value: asked.transaction ?? "",
                    attributes: [.inputMode("numeric"), .autocomplete(.off), .noSpelling]))
            form(.button, .submit, phrase: Texts.find)
        }
    }

    private static func daysForm(_ asked: Asked, _ page: inout HTMLWriter) {
        page(.form, .class("period"), .get, .action(Link("refunds"))) { form in
            form.periodFields(asked.period)
            form.field(.init(name: "user", label: Texts.userID, value: asked.value("user"), isRequired: false))
            form.field(.init(name: "product", label: Texts.product, value: asked.value("product"), isRequired: false))
            form(.button, .submit, phrase: Texts.show)
        }
    }

    /// What was asked for, as the address says it.
    struct Asked: Sendable {
        let period: ReportPeriod
        let transaction: String?
        let chosen: [(String, String?)]

        init(_ query: Query, _ visit: Visit) throws {
            period = try ReportPeriod(query, visit)
            transaction = query["transaction"]?.trimmed.nilIfEmpty
            chosen = RefundsPage.filters.map { ($0, query[$0]?.trimmed.nilIfEmpty) }
        }

        func value(_ name: String) -> String { chosen.first { $0.0 == name }?.1 ?? "" }

        func link(cursor: String? = nil) -> Link {
            Link(["refunds"], query: period.query + chosen + [("cursor", cursor)])
        }
    }

    private static var table: TablePart<RefundLine> {
        TablePart(
            caption: Texts.refundsOfDays, isCaptionShown: false, empty: Texts.noRefunds,
            columns: [
                .header(Texts.refundedAt) { line, cell in cell.moment(line.revokedAt) },
                Column(Texts.transactionID) { line, cell in cell.purchaseLink(line.key.environment, line.key.id) },
                Column(Texts.user) { line, cell in cell.userLink(line.user, line.key.environment) },
                Column(Texts.product) { line, cell in
                    if let product = line.product { cell(.code, text: product) } else { cell.dash() }
                },
                Column(Texts.coins, .number) { line, cell in cell.credited(line) { $0 } },
                Column(Texts.refundedCoins, .number) { line, cell in
                    cell.credited(line) { line.word.refundedCoins(of: $0) }
                },
                Column(Texts.bought, .time) { line, cell in cell.optionalMoment(line.purchasedAt) },
            ])
    }
}

extension HTMLWriter {
    /// A figure of what was credited; where nothing was, none.
    fileprivate mutating func credited(_ line: RefundLine, _ figure: (Int64) -> Int64) {
        guard line.creditedBy != nil else { return dash() }
        text(Figures.grouped(figure((line.coins ?? 0) + (line.bonus ?? 0))))
    }
}
