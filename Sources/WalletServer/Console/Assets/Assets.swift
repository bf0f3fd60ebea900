internal import Crypto
internal import HTTPServer

/// Style, script and icon of the console. Each stands under a name that tells its content, so browsers keep it for
/// ever and a new release brings new names.
struct Asset: Sendable {
    let file: String
    let mediaType: String
    let bytes: [UInt8]

    private static let hashCharacters = 16

    fileprivate init(_ name: String, _ ending: String, _ mediaType: String, _ text: String) {
        bytes = Array(text.utf8)
        let hash = SHA256.hash(bytes).prefix(Self.hashCharacters / 2).map { byte in
            String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
        }.joined()
        file = "\(name)-\(hash).\(ending)"
        self.mediaType = mediaType
    }

    var link: Link { Link("assets", file) }

    fileprivate var response: Response {
        let age = "public, max-age=\(ConsoleLimits.assetAgeSeconds), immutable"
        let headers = [
            ("Content-Type", mediaType), ("Cache-Control", age), ("Cross-Origin-Resource-Policy", "same-origin"),
        ]
        return Response(status: 200, headers: headers + PageResponse.notSniffed, body: .bytes(bytes))
    }
}

enum Assets {
    static let style = Asset("console", "css", "text/css; charset=utf-8", Stylesheet.text)
    static let script = Asset("console", "js", "text/javascript; charset=utf-8", Script.text)
    static let icon = Asset("icon", "svg", "image/svg+xml", Icon.text)

    private static let all = [style, script, icon]

    static let route = PageRoute(.get, "/admin/assets/{asset}", .anyone)

    static var place: Console.Place {
        let station = Station(page: route.route) { call, reply in
            guard let asset = all.first(where: { $0.file == call.path("asset") }) else {
                return reply.refuse(Problem(code: .routeNotFound))
            }
            reply.respond(asset.response, code: nil)
        }
        return Console.Place(route: route, station: station)
    }
}
