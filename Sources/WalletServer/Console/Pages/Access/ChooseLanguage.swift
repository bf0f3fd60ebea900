/// In the foot of every page. Whoever is logged in keeps it with his account, everybody else in a cookie.
struct ChooseLanguage: Act {
    static let route = PageRoute(.post, "/admin/language", .anyone)
    static let fields: Set<String> = ["language"]
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        guard let language = Language(rawValue: form["language"]) else { throw Problem.malformed("language") }
        guard let visitor = visit.visitor else { return .speak(language, Link("login")) }
        try await sessions.setLanguage(of: visitor, to: language.rawValue)
        return .speak(language, Link("account"))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        RefusalPage.body(trouble.complaint, visit)
    }
}
