internal import WalletDomain
internal import WalletLedger

/// Finds users: support by whatever is known of them, whoever only looks by the exact id. What the app calls a user is
/// all that Coffer knows of him.
struct UsersPage: Screen {
    static let route = PageRoute(.get, "/admin/users", as: ReadWallet.route)
    let wallets: WalletReads
    let reader: SupportReader

    static func link(_ text: String, _ cursor: String? = nil) -> Link {
        Link("users", query: ["user": text, "cursor": cursor])
    }

    func show(_ visit: Visit) async throws -> PageBody {
        let maySearch = visit.may(FindUsers.route)
        let query = try visit.query(only: ["user"] + (maySearch ? ["cursor"] : []))
        let text = (query["user"] ?? "").trimmed
        var hits: UserHitsPart?
        var exact: Exact?
        if !text.isEmpty {
            if maySearch { hits = try await search(text, query["cursor"], visit) }
            if hits?.leadsTo(text) ?? true { exact = try await read(text, visit) }
        }
        return body(text, exact, hits, maySearch: maySearch)
    }

    private func search(_ text: String, _ cursor: String?, _ visit: Visit) async throws -> UserHitsPart {
        let request = InnerRequest(
            query: [("q", text), ("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let page = try await visit.ask(FindUsers(reader: reader), request)
        return UserHitsPart(text: text, isFirst: cursor == nil, page: page)
    }

    /// The user of that very id, whether Coffer has seen him or not.
    private struct Exact: Sendable {
        let user: UserID
        let wallets: [ReadWallet.WalletAnswer]
    }

    private func read(_ text: String, _ visit: Visit) async throws -> Exact {
        var answers: [ReadWallet.WalletAnswer] = []
        for environment in StoreEnvironment.allCases {
            answers.append(
                try await visit.ask(
                    ReadWallet(wallets: wallets),
                    InnerRequest(path: ["user": text], query: [("environment", environment.rawValue)])))
        }
        return Exact(user: try UserID(text), wallets: answers)
    }

    private func body(_ text: String, _ exact: Exact?, _ hits: UserHitsPart?, maySearch: Bool) -> PageBody {
        PageBody(Texts.users, in: .users) { page in
            page(.form, .class("part fields"), .role("search"), .get, .action(Link("users"))) { form in
                form.field(
                    .init(
                        name: "user", label: maySearch ? Texts.searchUsers : Texts.userID, type: .search, value: text,
                        hint: maySearch ? Texts.searchUsersHint : Texts.userIDHint,
                        attributes: [.lengthMax(Limits.userIDBytesMax), .autocomplete(.off), .noSpelling]))
                form.submit(Texts.find)
            }
            if let exact { write(exact, to: &page) }
            hits?.write(to: &page)
        }
    }

    private func write(_ exact: Exact, to page: inout HTMLWriter) {
        let isKnown = exact.wallets.contains { $0.summary.version > 0 }
        page.section(.plain(exact.user.text)) { part in
            if !isKnown { part(.p, .class("muted"), phrase: Texts.userNeverSeen) }
            TablePart<ReadWallet.WalletAnswer>(
                caption: Texts.wallets, isCaptionShown: false, empty: Texts.noRows,
                columns: [
                    .header(Texts.environment) { wallet, cell in
                        cell(
                            .a, .href(UserPage.link(wallet.user, wallet.environment)),
                            phrase: wallet.environment.phrase)
                    },
                    Column(Texts.state) { wallet, cell in cell.walletState(wallet.summary.status) },
                    .number(Texts.available) { $0.summary.available }, .number(Texts.held) { $0.summary.held },
                    .number(Texts.debt) { $0.summary.balances.debt },
                ]
            ).write(exact.wallets, to: &part)
        }
    }
}

extension UserHitsPart {
    /// Whether the text is a user's id, or nothing else that we know: he may be one whom nothing was done for yet.
    fileprivate func leadsTo(_ text: String) -> Bool {
        guard isFirst else { return false }
        return page.hits.contains { $0.user.text == text } || page.hits.isEmpty && page.unattributed.isEmpty
    }
}
