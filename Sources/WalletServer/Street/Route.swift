internal import WalletDomain

/// One call of the API: method, path, who may call it, how much body it takes. `docs/openapi.yaml` names the same.
struct Route: Hashable, Sendable {
    enum Method: String, CaseIterable, Sendable {
        case get = "GET"
        case put = "PUT"
        case post = "POST"
    }

    enum Access: Hashable, Sendable {
        case anyone
        /// A process on this machine, not through a proxy, or a key that may read.
        case operators
        /// A key with one of these scopes.
        case keys([Scope])
        /// A person with a browser: the page itself looks for the session (`PageDoor`).
        case admins

        /// A caller needs one of these, be it a key or an admin with a session.
        var scopes: [Scope] {
            switch self {
            case .keys(let scopes): scopes
            case .anyone, .operators, .admins: [.read]
            }
        }
    }

    /// A name between braces and which segment of the path stands for it.
    struct Parameter: Hashable, Sendable {
        let name: String
        let segment: Int
    }

    let method: Method
    /// Segments between slashes; `{name}` stands for a value.
    let template: String
    let parameters: [Parameter]
    let access: Access
    let bodyBytesMax: Int
    /// What every refusal of this call tells unless it knows better.
    let refusalFact: Problem.Fact?

    init(
        _ method: Method, _ template: String, access: Access, bodyBytesMax: Int = Limits.bodyBytesMax,
        refusalFact: Problem.Fact? = nil
    ) {
        self.method = method
        self.template = template
        self.access = access
        self.refusalFact = refusalFact
        self.bodyBytesMax = method == .get ? 0 : bodyBytesMax
        parameters = template.split(separator: "/").enumerated().compactMap { index, segment in
            segment.hasPrefix("{") ? Parameter(name: String(segment.dropFirst().dropLast()), segment: index) : nil
        }
    }
}
