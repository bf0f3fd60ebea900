internal import HTTPServer

/// The page to click a purchase. One file, nothing from elsewhere.
enum StorePage {
    static func answer(_ head: RequestHead) -> Response {
        guard head.path == "/", head.method == "GET" || head.method == "HEAD" else { return Response(status: 404) }
        return Response(
            status: 200, headers: [("Content-Type", "text/html; charset=utf-8")], body: .bytes(Array("".utf8)))
    }
}
