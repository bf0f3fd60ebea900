internal import WalletDomain
internal import WalletLedger

/// Everything that was done by hand about a wallet, and a place to write something down about the user.
struct UserActsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/acts", as: ListWalletActs.route)
    let wallets: WalletReads
    let audit: AuditLog

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, try UserListVisit(visit), nil)
    }

    func body(_ visit: Visit, _ list: UserListVisit, _ trouble: Trouble?) async throws -> PageBody {
        let acts = try await visit.ask(ListWalletActs(audit: audit, wallets: wallets), list.request)
        let page = acts.page
        return UserFrame(user: list.user, environment: page.environment, tab: .acts, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) { body in
                body.complaint(trouble?.complaint)
                ActTable(user: list.user, environment: page.environment, wallet: acts.wallet)
                    .write(page.rows, to: &body)
                if visit.may(AddUserNote.route) { Self.note(list.user, trouble, &body) }
            }
    }

    private static func note(_ user: UserID, _ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.writeNote) { part in
            part.form(to: Link("users", user.text, "notes"), .class("fields")) { form in
                form.reason(trouble)
                form.submit(Texts.save, .quiet)
            }
        }
    }
}

struct WriteNote: Act {
    static let route = PageRoute(.post, "/admin/users/{user}/notes", as: AddUserNote.route)
    static let fields: Set<String> = ["reason"]
    let directory: Directory
    let page: UserActsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(path: ["user": visit.path("user")], body: [("note", .text(form["reason"]))])
        let user = try await visit.ask(AddUserNote(audit: page.audit, directory: directory), request).user
        return .go(UserFrame.Tab.acts.link(user, directory.environment(of: user)), .noteWritten)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        let renamed = Trouble(complaint: trouble.complaint.renaming(["note": "reason"]), values: trouble.values)
        return try await page.body(visit, try UserListVisit(visit), renamed)
    }
}
