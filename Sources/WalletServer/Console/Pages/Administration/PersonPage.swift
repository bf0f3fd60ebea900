internal import HTTPServer
internal import WalletDomain

/// One admin: role, and what to do when somebody leaves or loses a phone.
struct PersonPage: Screen {
    static let route = PageRoute(.get, "/admin/people/{name}", .owners)
    let people: PeopleDesk

    func show(_ visit: Visit) async throws -> PageBody {
        _ = try visit.query()
        return try await body(visit, nil)
    }

    static func link(_ name: AdminName) -> Link { Link("people", name.text) }

    func body(_ visit: Visit, _ trouble: Trouble?) async throws -> PageBody {
        let name = try AdminName(visit.path("name"))
        let admin = try await people.list(by: try visit.person()).first { $0.name == name }
        guard let admin else { throw PeopleRefusal.adminNotFound }
        let trail = [PageBody.Crumb(title: Texts.people, link: PeoplePage.link)]
        return PageBody(.plain(admin.name.text), in: .people, trail: trail) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("part")) { part in
                part.facts([
                    .phrase(Texts.role, admin.role.phrase), .init(Texts.state) { $0.state(of: admin) },
                    .moment(Texts.since, admin.createdAt), .moment(Texts.lastLogIn, admin.lastLogInAt),
                ])
            }
            guard visit.isSteppedUp else {
                return page.section(Texts.changePeople) { $0.afterStepUp(visit, at: Self.link(name)) { _ in } }
            }
            Self.role(admin, trouble, &page)
            page(.div, .class("columns")) { columns in
                Self.access(admin, &columns)
                Self.factors(admin, &columns)
            }
        }
    }

    private static func role(_ admin: AdminView, _ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.role) { part in
            part.form(to: Link("people", admin.name.text, "role"), .class("fields")) { form in
                form.roles(selected: admin.role, trouble)
                form.submit(Texts.changeRole)
            }
        }
    }

    private static func access(_ admin: AdminView, _ page: inout HTMLWriter) {
        page.section(Texts.access) { part in
            part(.p, .class("muted"), phrase: admin.isDisabled ? Texts.enableText : Texts.disableText)
            let verb = admin.isDisabled ? "enable" : "disable"
            part.form(to: Link("people", admin.name.text, verb)) { form in
                form.submit(admin.isDisabled ? Texts.enable : Texts.disable, admin.isDisabled ? .quiet : .danger)
            }
        }
    }

    private static func factors(_ admin: AdminView, _ page: inout HTMLWriter) {
        page.section(Texts.resetFactors) { part in
            part(.p, .class("muted"), phrase: Texts.resetFactorsText)
            part.form(to: Link("people", admin.name.text, "reset")) { $0.submit(Texts.resetFactors, .danger) }
        }
    }
}

/// A link that lets one person in, shown once.
enum InvitedPage {
    static func body(_ invited: Invited, _ visit: Visit) -> PageBody {
        let trail = [PageBody.Crumb(title: Texts.people, link: PeoplePage.link)]
        return PageBody(Texts.invitationLink, in: .people, trail: trail) { page in
            page(.div, .class("part")) { part in
                part(.p, phrase: Texts.invitationLinkText)
                part.facts([.text(Texts.adminName, invited.name.text), .moment(Texts.endsAt, invited.endsAt)])
                part(.code, .class("secret"), text: address(invited, visit))
            }
        }
    }

    /// With the host that the visitor himself sees.
    private static func address(_ invited: Invited, _ visit: Visit) -> String {
        let host = visit.call.headers["host"] ?? ""
        let scheme = visit.isDevelopment ? "http" : "https"
        return (host.isEmpty ? "" : scheme + "://" + host) + Link("invitation", invited.token).text
    }
}
