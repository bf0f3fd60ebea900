internal import WalletDomain

/// The secret for another authenticator app, and its first code.
enum NewAppPage {
    static func body(_ app: NewApp, _ trouble: Trouble? = nil) -> PageBody {
        PageBody(Texts.newApp, in: nil, trail: [.init(title: Texts.myAccount, link: AccountPage.link)]) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("part")) { part in
                EnrolmentPage.secret(app.enrolment, &part)
                part.form(to: Link("account", "app", "confirm"), .class("fields")) { form in
                    form.hidden("app", app.text)
                    form.codeField(hint: Texts.newAppCodeHint, trouble)
                    form.field(
                        .init(
                            name: "password", label: Texts.password, type: .password,
                            attributes: [.autocomplete(.currentPassword)]), trouble)
                    form.submit(Texts.finish)
                }
            }
        }
    }
}

struct BeginNewApp: Act {
    static let route = PageRoute(.post, "/admin/account/app", .people)
    static let fields: Set<String> = []
    static let isSensitive = true
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        .page(NewAppPage.body(try sessions.newApp(of: try visit.person())))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await AccountPage(sessions: sessions).body(visit, trouble)
    }
}

struct ConfirmNewApp: Act {
    static let route = PageRoute(.post, "/admin/account/app/confirm", .people)
    static let fields: Set<String> = ["app", "code", "password"]
    static let secrets: Set<String> = ["code", "password"]
    static let isSensitive = true
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let visitor = try visit.person()
        guard let app = NewApp(text: form["app"], of: visitor.name) else { throw Problem.malformed("app") }
        do {
            let enrolled = try await sessions.changeApp(
                of: visitor, to: app, code: form.secret("code"), password: form.secret("password"), from: visit.origin)
            return .page(RecoveryCodesPage.body(enrolled.recoveryCodes), session: enrolled.signedIn)
        } catch PeopleRefusal.wrongCredentials {
            throw Problem.malformed("password")
        }
    }

    /// With the same secret: the app has it by now.
    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        let visitor = try visit.person()
        guard visit.isSteppedUp, let app = NewApp(text: trouble.values["app"] ?? "", of: visitor.name) else {
            return try await AccountPage(sessions: sessions).body(visit, trouble)
        }
        return NewAppPage.body(app, trouble)
    }
}
