internal import Crypto
internal import HTTPServer
internal import WalletDomain

/// That a form was sent from a page of ours, by the browser that has the session: where the request came from, and a
/// token that only the session's own pages carry. With the cookie's attributes there are three walls.
struct CSRF: Sendable {
    /// Over TLS, ours or a proxy's: everywhere but in development.
    let isSecure: Bool

    init(isSecure: Bool) { self.isSecure = isSecure }

    /// With `__Host-` a browser takes it only over TLS, for this host and all paths, from nobody else's subdomain.
    var cookieName: String { isSecure ? "__Host-coffer" : "coffer" }

    /// The value of `Set-Cookie`.
    func cookie(_ token: String) -> String {
        "\(cookieName)=\(token); Path=/; HttpOnly; SameSite=Strict\(isSecure ? "; Secure" : "")"
    }

    /// The value of `Set-Cookie` that takes it away.
    var emptyCookie: String { cookie("") + "; Max-Age=0" }

    /// The session's token; nil without, or with two: then nobody can tell whose it is.
    func sessionToken(_ head: RequestHead) -> String? {
        guard head.headers.count(of: "cookie") == 1, let header = head.headers["cookie"] else { return nil }
        let values = header.split(separator: ";").compactMap { part -> Substring? in
            let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return pair.count == 2 && pair[0] == cookieName ? pair[1] : nil
        }
        guard values.count == 1, let value = values.first, !value.isEmpty else { return nil }
        return String(value)
    }

    /// A form's token: nobody without the session's token can make it, and it does not give the session away.
    static func token(of sessionToken: String) -> String {
        let mac = HMACSHA256.authenticate(Array("coffer form".utf8), key: Array(sessionToken.utf8))
        return Base64.encode(mac, .url)
    }

    /// Of what changes something: `checkOrigin`, and the form's `token` is the session's.
    func check(_ head: RequestHead, token: String?, of admin: AdminCaller) throws(PeopleRefusal) {
        try checkOrigin(head)
        guard let token, constantTimeEqual(Array(token.utf8), Array(admin.csrfToken.utf8)) else { throw .crossSite }
    }

    /// Of what has no session yet, as the log-in. Browsers say where a request comes from; the older ones by `Origin`.
    func checkOrigin(_ head: RequestHead) throws(PeopleRefusal) {
        guard !Self.safeMethods.contains(head.method) else { return }
        guard head.headers.count(of: "sec-fetch-site") <= 1, head.headers.count(of: "origin") <= 1,
            head.headers.count(of: "host") == 1
        else { throw .crossSite }
        if let site = head.headers["sec-fetch-site"] {
            guard site == "same-origin" else { throw .crossSite }
        } else {
            guard let origin = head.headers["origin"], let host = head.headers["host"], isOurs(origin, host: host)
            else { throw .crossSite }
        }
    }

    private static let safeMethods: Set<String> = ["GET", "HEAD"]

    private func isOurs(_ origin: String, host: String) -> Bool {
        let schemes = isSecure ? ["https://"] : ["https://", "http://"]
        return schemes.contains { origin.lowercased() == $0 + host.lowercased() }
    }
}
