/// One page of the console that is looked at. It holds no SQL: it asks what the API's endpoints ask (`Visit.ask`).
protocol Screen: Sendable {
    static var route: PageRoute { get }
    func show(_ visit: Visit) async throws -> PageBody
}

/// One form of the console that changes something: then the browser is sent on, so that a reload does nothing twice.
protocol Act: Sendable {
    static var route: PageRoute { get }
    /// Names of the form's fields; with any other it is refused and nothing happens.
    static var fields: Set<String> { get }
    /// Name of the field for a file, if the form has one.
    static var file: String? { get }
    /// Needs a second factor that was shown a moment ago (threat T23).
    static var isSensitive: Bool { get }
    /// Fields that are never shown again.
    static var secrets: Set<String> { get }
    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing
    /// The page that the form stands on, with what was typed and what is wrong with it.
    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody
}

/// One file of the console that is taken away.
protocol Download: Sendable {
    static var route: PageRoute { get }
    func fetch(_ visit: Visit) async throws -> FileAnswer
}

extension Act {
    static var file: String? { nil }
    static var isSensitive: Bool { false }
    static var secrets: Set<String> { [] }
}

/// Where an act ends.
enum Landing: Sendable {
    /// - Parameter session: a new or renewed one; its token goes into the cookie.
    case go(Link, Notice? = nil, session: SignedIn? = nil)
    /// What is shown once: a new key, or what Apple told.
    case page(PageBody, session: SignedIn? = nil)
    /// Without the session.
    case leave(Link, Notice? = nil)
    case file(FileAnswer)
    /// With a language that the browser remembers.
    case speak(Language, Link)
}

/// Why a form was refused, and what stood in it.
struct Trouble: Sendable {
    let complaint: Complaint
    /// By field; without secrets.
    let values: [String: String]

    /// The field that is wrong, if it is one.
    var field: String? { complaint.field }
}

/// What a page says, before it is dressed.
struct PageBody: Sendable {
    var status = 200
    let title: Phrase
    /// Which part of the navigation it belongs to.
    let section: Section?
    /// The way there, from above: without the page itself.
    var trail: [Crumb] = []
    /// Before anybody has logged in: without navigation.
    var isBare = false
    var isWide = false
    let content: @Sendable (inout HTMLWriter) -> Void

    struct Crumb: Sendable {
        let title: Phrase
        let link: Link
    }

    init(
        _ title: Phrase, in section: Section?, trail: [Crumb] = [],
        content: @escaping @Sendable (inout HTMLWriter) -> Void
    ) {
        self.title = title
        self.section = section
        self.trail = trail
        self.content = content
    }

    func bare() -> PageBody {
        var body = self
        body.isBare = true
        return body
    }

    func with(status: Int) -> PageBody {
        var body = self
        body.status = status
        return body
    }
}
