internal import WalletDomain
internal import WalletLedger

/// A new key in place of an old one, which goes on for a day.
struct RotateKey: Act {
    static let route = PageRoute(.post, "/admin/keys/{key}/rotate", as: RotateAPIKey.route)
    static let fields: Set<String> = []
    static let isSensitive = true
    let page: KeysPage

    private static let overlapSeconds: Int64 = 24 * 3_600

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let request = InnerRequest(
            path: ["key": visit.path("key")], body: [("overlap_seconds", .number(Self.overlapSeconds))])
        return .page(NewKeyPage.body(try await visit.ask(RotateAPIKey(keys: page.keys), request)))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, trouble)
    }
}

struct RevokeKey: Act {
    static let route = PageRoute(.post, "/admin/keys/{key}/revoke", as: RevokeAPIKey.route)
    static let fields: Set<String> = []
    static let isSensitive = true
    let page: KeysPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        _ = try await visit.ask(RevokeAPIKey(keys: page.keys), InnerRequest(path: ["key": visit.path("key")]))
        return .go(KeysPage.link, .keyRevoked)
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, trouble)
    }
}

/// A key, this once with its text.
enum NewKeyPage {
    static func body(_ made: NewKeyAnswer) -> PageBody {
        let trail = [PageBody.Crumb(title: Texts.apiKeys, link: KeysPage.link)]
        return PageBody(Texts.newKey, in: .keys, trail: trail) { page in
            page(.div, .class("part")) { part in
                part(.p, phrase: Texts.newKeyShown)
                part.facts([
                    .text(Texts.callerName, made.key.name),
                    .text(Texts.scopes, made.key.scopes.joined(separator: ", ")),
                    .moment(Texts.endsAt, made.key.expiresAt),
                ])
                part(.code, .class("secret"), text: made.text)
                if let old = made.replaced {
                    part(.p) { line in
                        line.phrase(Texts.oldKeyUntil)
                        line.text(" ")
                        line(.code, text: old.hint + "…")
                        line.text(" ")
                        line.moment(old.endsAt)
                    }
                }
            }
        }
    }
}
