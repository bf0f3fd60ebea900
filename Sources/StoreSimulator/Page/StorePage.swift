internal import HTTPServer

/// The page to click a purchase: four files, nothing from elsewhere.
enum StorePage {
    /// Nothing but these files runs or is shown, and no other page shows this one.
    private static let policy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"

    private static let scripts = [script, scriptRefresh, scriptLists, scriptJournal, scriptForms]

    static func answer(_ head: RequestHead) -> Response {
        guard head.method == "GET" || head.method == "HEAD" else { return Response(status: 405) }
        switch head.path {
        case "/": return file(html, "text/html")
        case "/store.css": return file(style, "text/css")
        case "/icon.svg", "/favicon.ico": return file(icon, "image/svg+xml")
        case "/store.js": return file(scripts.joined(separator: "\n\n"), "text/javascript")
        default: return Response(status: 404)
        }
    }

    private static func file(_ text: String, _ type: String) -> Response {
        Response(
            status: 200,
            headers: [
                ("Content-Type", "\(type); charset=utf-8"), ("Content-Security-Policy", policy),
                ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"),
                ("Cache-Control", "no-store"),
            ], body: .bytes(Array(text.utf8)))
    }
}
