internal import HTTPServer

/// Pages as responses, with everything that keeps a browser from doing what we did not mean.
enum PageResponse {
    static func page(_ body: PageBody, _ visit: Visit, cookies: [String] = []) -> Response {
        let html = Layout(visit: visit, body: body).html()
        let headers = [("Content-Type", "text/html; charset=utf-8"), ("Content-Language", visit.language.rawValue)]
        return Response(
            status: body.status, headers: headers + guards + cookies.map { ("Set-Cookie", $0) }, body: .bytes(html))
    }

    /// After a form: the browser looks at the next page, and a reload of that does nothing twice (RFC 9110, 15.4.4).
    static func redirect(to link: Link, cookies: [String] = []) -> Response {
        Response(
            status: 303, headers: [("Location", link.text)] + guards + cookies.map { ("Set-Cookie", $0) })
    }

    /// On every page and every redirection.
    static let guards: [(String, String)] =
        [
            // Nothing but our own style, script and pictures; nothing in the text of a page runs (threat T21). Nobody
            // frames a page, and forms go nowhere else (threat T20).
            (
                "Content-Security-Policy",
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; "
                    + "frame-ancestors 'none'; base-uri 'none'"
            ),
            ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
            ("X-Frame-Options", "DENY"), ("Referrer-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
            // What a page shows is gone with the session, also from the browser's way back.
            ("Cache-Control", "no-store"), ("Vary", "Cookie, Accept-Language"),
        ] + notSniffed

    /// On files, which have some of their own.
    static let fileGuards = guards.filter { !["Cache-Control", "X-Content-Type-Options"].contains($0.0) }

    /// On assets too.
    static let notSniffed = [("X-Content-Type-Options", "nosniff")]
}
