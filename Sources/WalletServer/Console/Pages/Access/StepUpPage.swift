/// The second factor once more, before something that matters.
struct StepUpPage: Screen {
    static let route = PageRoute(.get, "/admin/step-up", .people)

    func show(_ visit: Visit) async throws -> PageBody {
        let wish = try visit.query(only: ["next"])["next"]
        return Self.body(next: wish.flatMap { Link(wish: $0) })
    }

    static func body(next: Link?, _ trouble: Trouble? = nil) -> PageBody {
        PageBody(Texts.stepUpTitle, in: nil) { page in
            page.complaint(trouble?.complaint)
            page.section(Texts.stepUpHeading) { part in
                part(.p, phrase: Texts.stepUpText)
                part.stepUpForm(next: next)
            }
        }
    }
}

struct StepUp: Act {
    static let route = PageRoute(.post, "/admin/step-up", .people)
    static let fields: Set<String> = ["code", "next"]
    static let secrets: Set<String> = ["code"]
    let sessions: SessionDesk

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let signedIn = try await sessions.stepUp(try visit.person(), code: form["code"], from: visit.origin)
        return .go(form.optional("next").flatMap { Link(wish: $0) } ?? Link(), .confirmed, session: signedIn)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        StepUpPage.body(next: trouble.values["next"].flatMap { Link(wish: $0) }, trouble)
    }
}

extension HTMLWriter {
    mutating func stepUpForm(next: Link?) {
        form(to: Link("step-up"), .class("fields")) { form in
            if let next { form.hidden("next", next.text) }
            form.codeField(hint: Texts.codeHint)
            form.submit(Texts.confirm)
        }
    }

    /// In front of forms that matter: the code first, so that nothing typed is lost; then `content`.
    mutating func afterStepUp(_ visit: Visit, at link: Link, content: (inout HTMLWriter) throws -> Void) rethrows {
        guard visit.isSteppedUp else {
            self(.p, phrase: Texts.stepUpText)
            return stepUpForm(next: link)
        }
        try content(&self)
    }
}
