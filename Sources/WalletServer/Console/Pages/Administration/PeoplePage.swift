internal import WalletDomain

/// Who may come in, and as what. Owners only.
struct PeoplePage: Screen {
    static let route = PageRoute(.get, "/admin/people", .owners)
    let people: PeopleDesk

    static let link = Link("people")

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil)
    }

    func body(_ visit: Visit, _ trouble: Trouble?) async throws -> PageBody {
        let visitor = try visit.person()
        let admins = try await people.list(by: visitor)
        let invitations = try await people.invitations(by: visitor)
        return PageBody(Texts.people, in: .people) { page in
            page.complaint(trouble?.complaint)
            if !visit.isSteppedUp {
                page.section(Texts.changePeople) { $0.afterStepUp(visit, at: Self.link) { _ in } }
            }
            page.section(Texts.admins) { Self.table(canChange: visit.isSteppedUp).write(admins, to: &$0) }
            page.section(Texts.invitations) { Self.table(canChange: visit.isSteppedUp).write(invitations, to: &$0) }
            if visit.isSteppedUp { Self.invite(trouble?.of("invite"), &page) }
        }
    }

    private static func table(canChange: Bool) -> TablePart<AdminView> {
        TablePart(
            caption: Texts.admins, isCaptionShown: false, empty: Texts.noRows,
            columns: [
                .header(Texts.adminName) { admin, cell in
                    guard canChange else { return cell.text(admin.name.text) }
                    cell(.a, .href(PersonPage.link(admin.name)), text: admin.name.text)
                },
                Column(Texts.role) { admin, cell in cell.phrase(admin.role.phrase) },
                Column(Texts.state) { admin, cell in cell.state(of: admin) },
                Column(Texts.since, .time) { admin, cell in cell.moment(admin.createdAt) },
                Column(Texts.lastLogIn, .time) { admin, cell in cell.optionalMoment(admin.lastLogInAt) },
            ])
    }

    private static func table(canChange: Bool) -> TablePart<InvitationView> {
        TablePart(
            caption: Texts.invitations, isCaptionShown: false, empty: Texts.noInvitations,
            columns: [
                .header(Texts.adminName) { invitation, cell in cell.text(invitation.name.text) },
                Column(Texts.role) { invitation, cell in cell.phrase(invitation.role.phrase) },
                Column(Texts.invitedBy) { invitation, cell in cell.text(invitation.by) },
                Column(Texts.endsAt, .time) { invitation, cell in cell.moment(invitation.endsAt) },
                Column(Texts.withdraw) { invitation, cell in
                    guard canChange else { return cell.dash() }
                    cell.form(to: Link("people", invitation.name.text, "withdraw")) {
                        $0(.button, .submit, .class("quiet"), phrase: Texts.withdraw)
                    }
                },
            ])
    }

    private static func invite(_ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.invite) { part in
            part(.p, .class("muted"), phrase: Texts.inviteText)
            part.form(to: link, .class("fields two")) { form in
                form.hidden("form", "invite")
                form.field(
                    .init(
                        name: "name", label: Texts.adminName, hint: Texts.adminNameHint,
                        attributes: [.autocomplete(.off), .noSpelling]), trouble)
                form.roles(selected: .viewer, trouble)
                form.submit(Texts.invite)
            }
        }
    }
}

extension PageRoute.Access {
    /// Nobody else has this scope by a role.
    static let owners = PageRoute.Access.scopes([.keys])
}

extension HTMLWriter {
    mutating func roles(selected: AdminRole, _ trouble: Trouble? = nil) {
        choice(
            "role", Texts.role, AdminRole.allCases.map { ($0.rawValue, $0.phrase + .plain(": ") + $0.purpose) },
            selected: selected.rawValue, trouble)
    }

    mutating func state(of admin: AdminView) {
        if admin.isDisabled {
            tag(Texts.disabled, .bad)
        } else if admin.isEnrolled {
            tag(Texts.active, .good)
        } else {
            tag(Texts.notEnrolled, .warning)
        }
    }
}
