internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// App account tokens that speak for a user, who became one with him, and a form that gives him one more.
struct UserTokensPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/tokens", as: ReadUser.route)
    let wallets: WalletReads
    let support: SupportReader

    func show(_ visit: Visit) async throws -> PageBody {
        let environment = try visit.query(only: ["environment"]).environment()
        return try await body(visit, environment, nil)
    }

    func body(_ visit: Visit, _ environment: StoreEnvironment?, _ trouble: Trouble?) async throws -> PageBody {
        let user = try UserID(visit.path("user"))
        let facts = try await facts(of: user, visit)
        let frame = UserFrame(
            user: user, environment: wallets.directory.environment(of: user, asked: environment), tab: .tokens,
            visit: visit)
        return frame.body { page in
            page.complaint(trouble?.complaint)
            page.section(Texts.tokens) { part in
                part(.p, .class("muted"), phrase: Texts.tokensText)
                Self.table.write(facts?.tokens ?? [], to: &part)
            }
            if let facts { Self.write(facts, to: &page) }
            if visit.may(MoveToken.route) { Self.form(user, frame, trouble, to: &page) }
        }
    }

    /// Nil: nobody has heard of him; a token may be the first thing that he gets.
    private func facts(of user: UserID, _ visit: Visit) async throws -> UserFacts? {
        do {
            let request = InnerRequest(path: ["user": user.text])
            return try await visit.ask(ReadUser(support: support, wallets: wallets), request).facts
        } catch let problem as Problem where problem.code == .userNotFound {
            return nil
        }
    }

    private static var table: TablePart<UserFacts.Token> {
        TablePart(
            caption: Texts.tokens, isCaptionShown: false, empty: Texts.noTokens,
            columns: [
                .header(Texts.appAccountToken) { row, cell in cell(.code, text: row.token.lowercased) },
                Column(Texts.registered, .time) { row, cell in cell.moment(row.createdAt) },
            ])
    }

    private static func write(_ facts: UserFacts, to page: inout HTMLWriter) {
        page.section(Texts.whoHeIs) { part in
            part.facts([
                .moment(Texts.firstSeen, facts.createdAt),
                .phrase(Texts.consent, facts.consent.map { $0 ? Texts.given : Texts.withdrawn } ?? Texts.neverAsked),
                .init(Texts.mergedUsers) { value in
                    guard !facts.merged.isEmpty else { return value.dash() }
                    for user in facts.merged { value(.div) { $0(.a, .href(UserPage.link(user)), text: user.text) } }
                },
            ])
        }
    }

    private static func form(_ user: UserID, _ frame: UserFrame, _ trouble: Trouble?, to page: inout HTMLWriter) {
        page.section(Texts.giveToken) { part in
            part(.p, .class("muted"), phrase: Texts.giveTokenText)
            part.afterStepUp(frame.visit, at: UserFrame.Tab.tokens.link(user, frame.environment)) { part in
                part.form(to: Link("users", user.text, "tokens"), .class("fields")) { form in
                    form.field(
                        .init(
                            name: "token", label: Texts.appAccountToken, hint: Texts.tokenHint,
                            attributes: [.lengthMax(36), .autocomplete(.off), .noSpelling]), trouble)
                    form.check("take", Texts.takeToken, hint: Texts.takeTokenHint, trouble)
                    form.reason(trouble)
                    form.ticket(trouble)
                    form.submit(Texts.giveToken)
                }
            }
        }
    }
}

/// A token becomes this user's: one that nobody has, or with the admin's word another's.
struct GiveToken: Act {
    static let route = PageRoute(.post, "/admin/users/{user}/tokens", as: MoveToken.route)
    static let fields: Set<String> = ["token", "take", "reason", "ticket"]
    static let isSensitive = true
    let tokens: TokenStore
    let wakePending: @Sendable () async -> Void
    let page: UserTokensPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let user = try UserID(visit.path("user"))
        let directory = page.wallets.directory
        guard let token = UUID(canonical: form["token"]) else { throw Problem.malformed("token") }
        if !form.isChecked("take"), let owner = try await tokens.owner(of: token) {
            let account = try await directory.account(of: user)
            guard owner == account else { throw Problem(code: .tokenBelongsToAnotherUser) }
        }
        let request = InnerRequest(
            path: ["token": form["token"]],
            body: [
                ("user", .text(user.text)), ("reason", .text(form["reason"])),
                ("ticket", form.optional("ticket").map { .text($0) }),
            ])
        let move = MoveToken(tokens: tokens, directory: directory, wakePending: wakePending)
        _ = try await visit.ask(move, request)
        return .go(UserFrame.Tab.tokens.link(user, directory.environment(of: user)), .tokenGiven)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, nil, trouble)
    }
}
