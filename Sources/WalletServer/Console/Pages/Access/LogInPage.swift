internal import HTTPServer

/// Name, password and the second factor, all at once: nobody learns which of them was wrong.
struct LogInPage: Screen {
    static let route = PageRoute(.get, "/admin/login", .anyone)

    func show(_ visit: Visit) async throws -> PageBody {
        let wish = try visit.query(only: ["next"])["next"]
        return Self.body(visit, next: wish.flatMap { Link(wish: $0) })
    }

    /// Leads back to where the visitor wanted to go.
    static func link(for visit: Visit) -> Link {
        let head = visit.call.request.head
        let wish = head.path + (head.rawQuery.map { "?" + $0 } ?? "")
        guard let next = Link(wish: wish), next != Link() else { return Link("login") }
        return Link("login", query: ["next": next.text])
    }

    static func body(_ visit: Visit, next: Link?, _ trouble: Trouble? = nil) -> PageBody {
        PageBody(Texts.logIn, in: nil) { page in
            page.complaint(trouble?.complaint)
            page.form(to: Link("login"), .class("part fields")) { form in
                if let next { form.hidden("next", next.text) }
                form.field(
                    .init(
                        name: "name", label: Texts.adminName,
                        attributes: [.autocomplete(.username), .noSpelling, trouble == nil ? .autofocus : nil]),
                    trouble)
                form.field(
                    .init(
                        name: "password", label: Texts.password, type: .password,
                        attributes: [.autocomplete(.currentPassword)]), trouble)
                form.codeField(hint: Texts.logInCodeHint)
                form.submit(Texts.logIn)
            }
        }.bare()
    }
}

struct LogIn: Act {
    static let route = PageRoute(.post, "/admin/login", .anyone)
    static let fields: Set<String> = ["name", "password", "code", "next"]
    static let secrets: Set<String> = ["password", "code"]
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let signedIn = try await sessions.logIn(
            name: form["name"], password: form.secret("password"), code: form["code"], from: visit.origin)
        return .go(form.optional("next").flatMap { Link(wish: $0) } ?? Link(), session: signedIn)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        LogInPage.body(visit, next: trouble.values["next"].flatMap { Link(wish: $0) }, trouble)
    }
}

struct LogOut: Act {
    static let route = PageRoute(.post, "/admin/logout", .people)
    static let fields: Set<String> = []
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        try await sessions.logOut(try visit.person(), from: visit.origin)
        return .leave(Link("login"), .loggedOut)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        RefusalPage.body(trouble.complaint, visit)
    }
}

extension HTMLWriter {
    /// The second factor. Empty again after a failure: a code is good once.
    mutating func codeField(hint: Phrase, _ trouble: Trouble? = nil) {
        field(
            .init(
                name: "code", label: Texts.code, hint: hint,
                attributes: [.autocomplete(.oneTimeCode), .noSpelling, .class("short"), .lengthMax(64)]), trouble)
    }
}
