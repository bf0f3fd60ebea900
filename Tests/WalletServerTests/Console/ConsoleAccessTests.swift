import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// Every page and form with every role: who may is what the scopes of the role say, everybody else is told 403.
@Suite struct ConsoleAccessTests {
    /// A path that the route takes: of things that are not there.
    private static func path(_ route: PageRoute) -> String {
        route.template.split(separator: "/").map { segment in
            switch segment {
            case "{environment}": "/Production"
            case "{transaction}": "/123"
            case "{lot}": "/1"
            default: segment.hasPrefix("{") ? "/x" : "/" + segment
            }
        }.joined()
    }

    @Test("a role opens what its scopes name and nothing else", arguments: AdminRole.allCases)
    func matrix(role: AdminRole) async throws {
        let shop = try await ServiceFixture.shared
        let visitor = try await ConsoleVisitor.admin(role, shop)
        let places = Console(shop.service.rooms).places.filter { $0.route.access != .anyone }
        #expect(places.count > 30)
        for place in places where place.route.template != LogOut.route.template {
            let page =
                place.route.method == .get
                ? try await visitor.get(Self.path(place.route))
                // No form has this field: whoever may is told that it is wrong, and nothing happens.
                : try await visitor.post(Self.path(place.route), [("no_such_field", "1")])
            let isOpen = place.route.isOpen(to: role.scopes)
            #expect(
                (page.status == 403) != isOpen, "\(role) \(place.route.method) \(place.route.template) \(page.status)")
            #expect(page.status < 500, "\(place.route.template)")
        }
    }

    @Test("without a session pages lead to the log-in, and forms do nothing")
    func strangers() async throws {
        let shop = try await ServiceFixture.shared
        let stranger = ConsoleVisitor.stranger(shop)
        for place in Console(shop.service.rooms).places where place.route.access != .anyone {
            let path = Self.path(place.route)
            if place.route.method == .get {
                let page = try await stranger.get(path)
                #expect(page.status == 303)
                #expect(page.location?.hasPrefix("/admin/login") == true, "\(path)")
            } else {
                #expect(try await stranger.post(path).status == 401, "\(path)")
            }
        }
    }

    @Test("a cookie of nobody's is as good as none")
    func foreignCookie() async throws {
        let shop = try await ServiceFixture.shared
        let name = shop.service.rooms.people.csrf.cookieName
        let visitor = ConsoleVisitor(shop: shop, cookie: "\(name)=fixed-by-somebody", formToken: "", role: nil)
        #expect(try await visitor.get("/admin").location == "/admin/login")
    }

    @Test("every page keeps browsers from doing what we did not mean")
    func headers() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let stranger = ConsoleVisitor.stranger(shop)
        var pages = [try await stranger.get("/admin/login"), try await stranger.get("/admin/nowhere")]
        for place in Console(shop.service.rooms).places
        where place.route.method == .get && place.route.template != Assets.route.template {
            pages.append(try await owner.get(Self.path(place.route)))
        }
        for page in pages {
            let policy = page.header("Content-Security-Policy") ?? ""
            for part in [
                "default-src 'none'", "script-src 'self'", "style-src 'self'", "form-action 'self'",
                "frame-ancestors 'none'", "base-uri 'none'",
            ] { #expect(policy.contains(part), "\(page.html.prefix(200))") }
            #expect(!policy.contains("unsafe"))
            #expect(page.header("Cache-Control") == "no-store")
            #expect(page.header("X-Content-Type-Options") == "nosniff")
            #expect(page.header("Cross-Origin-Opener-Policy") == "same-origin")
            // A file tells what is in the books, addresses too.
            guard page.header("Content-Type")?.hasPrefix("text/html") == true else { continue }
            #expect(!page.html.contains("http://") && !page.html.contains("https://"), "nothing of anybody else's")
            #expect(!page.html.contains(" style=") && !page.html.contains(" on" + "click="))
        }
    }

    @Test("style, script and icon are kept for ever under names that tell their content")
    func assets() async throws {
        let stranger = ConsoleVisitor.stranger(try await ServiceFixture.shared)
        for asset in [Assets.style, Assets.script, Assets.icon] {
            let page = try await stranger.get(asset.link.text)
            #expect(page.status == 200)
            #expect(page.header("Cache-Control")?.contains("immutable") == true)
            #expect(page.header("Content-Type") == asset.mediaType)
        }
        #expect(try await stranger.get("/admin/assets/console-0.css").status == 404)
    }
}
