internal import WalletDomain
internal import WalletLedger

/// Finds a user by his id. What the app calls him is all that Coffer knows of him.
struct UsersPage: Screen {
    static let route = PageRoute(.get, "/admin/users", as: ReadWallet.route)
    let wallets: WalletReads

    func show(_ visit: Visit) async throws -> PageBody {
        let text = (try visit.query(only: ["user"])["user"] ?? "").trimmed
        var found: Found?
        if !text.isEmpty { found = try await find(text, visit) }
        return body(text, found)
    }

    private struct Found: Sendable {
        let user: UserID
        let wallets: [ReadWallet.WalletAnswer]
    }

    private func find(_ text: String, _ visit: Visit) async throws -> Found {
        var answers: [ReadWallet.WalletAnswer] = []
        for environment in StoreEnvironment.allCases {
            answers.append(
                try await visit.ask(
                    ReadWallet(wallets: wallets),
                    InnerRequest(path: ["user": text], query: [("environment", environment.rawValue)])))
        }
        return Found(user: try UserID(text), wallets: answers)
    }

    private func body(_ text: String, _ found: Found?) -> PageBody {
        PageBody(Texts.users, in: .users) { page in
            page(.form, .class("part fields"), .role("search"), .get, .action(Link("users"))) { form in
                form.field(
                    .init(
                        name: "user", label: Texts.userID, type: .search, value: text, hint: Texts.userIDHint,
                        attributes: [.lengthMax(Limits.userIDBytesMax), .autocomplete(.off), .noSpelling]))
                form.submit(Texts.find)
            }
            if let found { write(found, to: &page) }
        }
    }

    private func write(_ found: Found, to page: inout HTMLWriter) {
        let isKnown = found.wallets.contains { $0.summary.version > 0 }
        page.section(.plain(found.user.text)) { part in
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
            ).write(found.wallets, to: &part)
        }
    }
}
