internal import FoundationEssentials
internal import WalletDomain

/// One's own password, authenticator app, recovery codes, language and sessions.
struct AccountPage: Screen {
    static let route = PageRoute(.get, "/admin/account", .people)
    let sessions: SessionDesk

    static let link = Link("account")

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil)
    }

    func body(_ visit: Visit, _ trouble: Trouble?) async throws -> PageBody {
        let visitor = try visit.person()
        let sessions = try await self.sessions.sessions(of: visitor)
        return PageBody(Texts.myAccount, in: nil) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("part")) { part in
                part.facts([
                    .text(Texts.adminName, visitor.name.text), .phrase(Texts.role, visitor.role.phrase),
                    .moment(Texts.secondFactorShown, visitor.steppedUpAt),
                ])
            }
            page.section(Texts.sessions) { part in
                part(.p, .class("muted"), phrase: Texts.sessionsText)
                Self.table.write(sessions, to: &part)
            }
            if visit.isSteppedUp {
                Self.secrets(trouble, &page)
            } else {
                page.section(Texts.passwordAndCodes) { $0.afterStepUp(visit, at: Self.link) { _ in } }
            }
            Self.language(visit, &page)
        }
    }

    private static func secrets(_ trouble: Trouble?, _ page: inout HTMLWriter) {
        page(.div, .class("columns")) { columns in
            columns.section(Texts.changePassword) { part in
                part.form(to: Link("account", "password"), .class("fields")) { form in
                    form.field(
                        .init(
                            name: "old", label: Texts.oldPassword, type: .password,
                            attributes: [.autocomplete(.currentPassword)]), trouble)
                    form.field(
                        .init(
                            name: "password", label: Texts.newPassword, type: .password, hint: Texts.passwordHint,
                            attributes: [.autocomplete(.newPassword)]), trouble)
                    form.submit(Texts.changePassword)
                }
            }
            columns.section(Texts.recoveryTitle) { part in
                part(.p, phrase: Texts.renewCodesText)
                part.form(to: Link("account", "recovery-codes")) { $0.submit(Texts.renewCodes, .quiet) }
            }
            columns.section(Texts.newApp) { part in
                part(.p, phrase: Texts.newAppText)
                part.form(to: Link("account", "app")) { $0.submit(Texts.beginNewApp, .quiet) }
            }
        }
    }

    private static func language(_ visit: Visit, _ page: inout HTMLWriter) {
        page.section(Texts.language) { part in
            part.form(to: Link("language"), .class("fields")) { form in
                form.choice(
                    "language", Texts.language, Language.allCases.map { ($0.rawValue, .plain($0.ownName)) },
                    selected: visit.language.rawValue)
                form.submit(Texts.save, .quiet)
            }
        }
    }

    private static var table: TablePart<SessionView> {
        TablePart(
            caption: Texts.sessions, isCaptionShown: false, empty: Texts.noRows,
            columns: [
                .header(Texts.address) { session, cell in
                    cell.text(session.address)
                    cell(.span, .class("under"), text: session.agent)
                },
                Column(Texts.begun, .time) { session, cell in cell.moment(session.createdAt) },
                Column(Texts.lastSeen, .time) { session, cell in cell.moment(session.lastSeenAt) },
                Column(Texts.endsAt, .time) { session, cell in cell.moment(session.endsAt) },
                Column(Texts.end) { session, cell in
                    guard !session.isCurrent else { return cell.tag(Texts.thisOne, .good) }
                    cell.form(to: Link("account", "sessions", session.session.lowercased)) {
                        $0(.button, .submit, .class("quiet"), phrase: Texts.end)
                    }
                },
            ])
    }
}

struct ChangePassword: Act {
    static let route = PageRoute(.post, "/admin/account/password", .people)
    static let fields: Set<String> = ["old", "password"]
    static let secrets: Set<String> = ["old", "password"]
    static let isSensitive = true
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        do {
            let signedIn = try await sessions.changePassword(
                of: try visit.person(), old: form.secret("old"), new: form.secret("password"), from: visit.origin)
            return .go(AccountPage.link, .passwordChanged, session: signedIn)
        } catch PeopleRefusal.wrongCredentials {
            throw Problem.malformed("old")
        }
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await AccountPage(sessions: sessions).body(visit, trouble)
    }
}

struct RenewRecoveryCodes: Act {
    static let route = PageRoute(.post, "/admin/account/recovery-codes", .people)
    static let fields: Set<String> = []
    static let isSensitive = true
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let codes = try await sessions.renewRecoveryCodes(of: try visit.person(), from: visit.origin)
        return .page(RecoveryCodesPage.body(codes))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await AccountPage(sessions: sessions).body(visit, trouble)
    }
}

struct EndSession: Act {
    static let route = PageRoute(.post, "/admin/account/sessions/{session}", .people)
    static let fields: Set<String> = []
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        guard let session = UUID(canonical: visit.path("session")) else { throw PeopleRefusal.sessionNotFound }
        try await sessions.end(session: session, of: try visit.person(), from: visit.origin)
        return .go(AccountPage.link, .sessionEnded)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await AccountPage(sessions: sessions).body(visit, trouble)
    }
}
