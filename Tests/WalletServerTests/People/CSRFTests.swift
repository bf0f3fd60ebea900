import FoundationEssentials
import HTTPServer
import Testing
import WalletDomain

@testable import WalletLedger
@testable import WalletServer

@Suite struct CSRFTests {
    private func head(_ method: String = "POST", _ headers: [(String, String)]) -> RequestHead {
        RequestHead(method: method, path: "/admin", headers: HeaderList(headers), remoteAddress: "127.0.0.1")
    }

    @Test(
        "what changes something comes from a page of ours",
        arguments: [
            ([("Sec-Fetch-Site", "same-origin")], true), ([("Sec-Fetch-Site", "same-site")], false),
            ([("Sec-Fetch-Site", "cross-site")], false), ([("Sec-Fetch-Site", "none")], false),
            ([("Sec-Fetch-Site", "cross-site"), ("Origin", "https://wallet.example")], false),
            ([("Origin", "https://wallet.example")], true), ([("Origin", "https://WALLET.example")], true),
            ([("Origin", "http://wallet.example")], false), ([("Origin", "https://wallet.example.evil")], false),
            ([("Origin", "https://evil.example")], false), ([("Origin", "null")], false), ([], false),
            ([("Sec-Fetch-Site", "same-origin"), ("Sec-Fetch-Site", "same-origin")], false),
            ([("Origin", "https://wallet.example"), ("Origin", "https://wallet.example")], false),
            ([("Origin", "https://wallet.example"), ("Host", "wallet.example")], false),
        ] as [([(String, String)], Bool)])
    func origins(headers: [(String, String)], passes: Bool) {
        let csrf = CSRF(isSecure: true)
        let all = [("Host", "wallet.example")] + headers
        #expect(((try? csrf.checkOrigin(head(all))) != nil) == passes)
        // Reading changes nothing.
        #expect(throws: Never.self) { try csrf.checkOrigin(head("GET", all)) }
    }

    private func head(_ headers: [(String, String)]) -> RequestHead { head("POST", headers) }

    @Test("a form's token is its session's, and no other")
    func tokens() throws {
        let (one, two) = (SessionDesk.newToken(), SessionDesk.newToken())
        let admin = try Self.admin(token: one)
        let csrf = CSRF(isSecure: true)
        let ours = head([("Host", "wallet.example"), ("Sec-Fetch-Site", "same-origin")])
        #expect(throws: Never.self) { try csrf.check(ours, token: CSRF.token(of: one), of: admin) }
        for token in [nil, "", CSRF.token(of: two), one, CSRF.token(of: one) + "A"] {
            #expect(throws: PeopleRefusal.crossSite) { try csrf.check(ours, token: token, of: admin) }
        }
        let theirs = head([("Host", "wallet.example"), ("Sec-Fetch-Site", "cross-site")])
        #expect(throws: PeopleRefusal.crossSite) { try csrf.check(theirs, token: CSRF.token(of: one), of: admin) }
        #expect(!CSRF.token(of: one).contains(one))
    }

    @Test("the cookie goes to this host alone, over TLS, and no script or other site has it")
    func cookies() {
        let csrf = CSRF(isSecure: true)
        #expect(csrf.cookie("t") == "__Host-coffer=t; Path=/; HttpOnly; SameSite=Strict; Secure")
        #expect(csrf.emptyCookie == "__Host-coffer=; Path=/; HttpOnly; SameSite=Strict; Secure; Max-Age=0")
        #expect(CSRF(isSecure: false).cookie("t") == "coffer=t; Path=/; HttpOnly; SameSite=Strict")
    }

    @Test(
        "the session's token is read if there is one and it is plain which",
        arguments: [
            (["__Host-coffer=abc"], "abc"), (["a=b; __Host-coffer=abc; c=d"], "abc"), (["__Host-coffer="], nil),
            (["__Host-coffer=abc; __Host-coffer=def"], nil), (["coffer=abc"], nil), (["x__Host-coffer=abc"], nil),
            (["__Host-coffer=abc", "__Host-coffer=abc"], nil), ([], nil), (["__Host-coffer=a=b"], "a=b"),
        ] as [([String], String?)])
    func read(cookies: [String], token: String?) {
        #expect(CSRF(isSecure: true).sessionToken(head(cookies.map { ("Cookie", $0) })) == token)
    }

    @Test(
        "behind a proxy on this machine the address is the one that it heard",
        arguments: [
            ("203.0.113.7", nil, "203.0.113.7"), ("203.0.113.7", "192.0.2.1", "203.0.113.7"),
            ("127.0.0.1", "192.0.2.1", "192.0.2.1"), ("127.0.0.1", "6.6.6.6, 192.0.2.1", "192.0.2.1"),
            ("::1", "2001:db8::1", "2001:db8::1"), ("127.0.0.1", "<script>", "127.0.0.1"),
            ("127.0.0.1", nil, "127.0.0.1"),
        ] as [(String, String?, String)])
    func addresses(remote: String, forwarded: String?, address: String) {
        let headers = HeaderList(forwarded.map { [("X-Forwarded-For", $0)] } ?? [])
        let head = RequestHead(method: "GET", path: "/", headers: headers, remoteAddress: remote)
        #expect(CallerOrigin(head).address == address)
    }

    private static func admin(token: String) throws -> AdminCaller {
        let now = Instant(milliseconds: 0)
        return AdminCaller(
            LiveSession(
                session: UUID(), admin: CallerID(1), name: try AdminName("ann"), role: .owner, language: nil,
                createdAt: now, lastSeenAt: now, steppedUpAt: now, endsAt: now, address: "", agent: ""), token: token)
    }
}
