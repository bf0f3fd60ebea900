/// Somebody was invited: he says who he is, chooses a password, and shows that his authenticator app works.
struct InvitationPage: Screen {
    static let route = PageRoute(.get, "/admin/invitation/{token}", .anyone)

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return Self.body(visit.path("token"))
    }

    static func body(_ token: String, _ trouble: Trouble? = nil) -> PageBody {
        PageBody(Texts.invitationTitle, in: nil) { page in
            page.complaint(trouble?.complaint)
            page.form(to: Link("invitation", token), .class("part fields")) { form in
                form(.p, phrase: Texts.invitationText)
                form.field(
                    .init(
                        name: "name", label: Texts.adminName, hint: Texts.invitationNameHint,
                        attributes: [.autocomplete(.username), .noSpelling]), trouble)
                form.field(
                    .init(
                        name: "password", label: Texts.newPassword, type: .password, hint: Texts.passwordHint,
                        attributes: [.autocomplete(.newPassword)]), trouble)
                form.submit(Texts.goOn)
            }
        }.bare()
    }
}

struct AcceptInvitation: Act {
    static let route = PageRoute(.post, "/admin/invitation/{token}", .anyone)
    static let fields: Set<String> = ["name", "password"]
    static let secrets: Set<String> = ["password"]
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let token = visit.path("token")
        let enrolment = try await sessions.acceptInvitation(
            token: token, name: form["name"], password: form.secret("password"), from: visit.origin)
        return .page(EnrolmentPage.body(token, enrolment))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        InvitationPage.body(visit.path("token"), trouble)
    }
}

struct ConfirmEnrolment: Act {
    static let route = PageRoute(.post, "/admin/invitation/{token}/confirm", .anyone)
    static let fields: Set<String> = ["code"]
    static let secrets: Set<String> = ["code"]
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let enrolled = try await sessions.confirmEnrolment(
            token: visit.path("token"), code: form["code"], from: visit.origin)
        return .page(RecoveryCodesPage.body(enrolled.recoveryCodes), session: enrolled.signedIn)
    }

    /// The secret is not shown again; the app has it, or one begins anew.
    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        EnrolmentPage.body(visit.path("token"), nil, trouble)
    }
}
