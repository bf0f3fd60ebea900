import Crypto
import Foundation
import Synchronization
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// What somebody with a session may do with it, and for how long.
@Suite struct ConsoleSessionTests {
    /// Milliseconds that the service's clock is ahead.
    private final class Clock: Sendable {
        let aheadMs = Atomic<Int64>(0)
    }

    private static func shop(_ clock: Clock) async throws -> ServiceFixture {
        try await ServiceFixture { settings in
            settings.now = { Instant(Date()).adding(milliseconds: clock.aheadMs.load(ordering: .relaxed)) }
        }
    }

    @Test("what matters asks for a second factor again after some minutes, before anything is typed or done")
    func stepUp() async throws {
        let clock = Clock()
        let shop = try await Self.shop(clock)
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let item = try await shop.addItem(price: 5)
        #expect(try await owner.get("/admin/items/\(item)").html.contains("name=\"price\""))
        clock.aheadMs.store(Limits.stepUpMs + 1_000, ordering: .relaxed)
        let page = try await owner.get("/admin/items/\(item)")
        #expect(page.status == 200)
        #expect(!page.html.contains("name=\"price\"") && page.html.contains("action=\"/admin/step-up\""))
        let fields = [("form", "price"), ("layer", "regular"), ("price", "6"), ("reason", "test")]
        #expect(try await owner.post("/admin/items/\(item)/prices", fields).status == 403)
        #expect(try await shop.get("/v1/items/\(item)").number("price") == 5)
    }

    @Test("a session that nobody used for a while is over")
    func idle() async throws {
        let clock = Clock()
        let shop = try await Self.shop(clock)
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        #expect(try await owner.get("/admin/account").status == 200)
        clock.aheadMs.store(24 * 3_600_000, ordering: .relaxed)
        #expect(try await owner.get("/admin/account").status == 303)
        #expect(try await owner.post("/admin/logout").status == 401)
    }

    @Test("one connects another app: its secret stays on the page until its first code, then codes are shown once")
    func newApp() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        #expect(try await owner.get("/admin/account").html.contains("action=\"/admin/account/app\""))
        let page = try await owner.post("/admin/account/app")
        let secret = try #require(page.html.firstMatch(of: #/name="app" value="([0-9a-f]{40})"/#)?.1)
        let app = TOTP(secret: try #require(HexText.parse(String(secret))))
        func confirm(_ code: String, _ password: String) async throws -> ConsoleVisitor.Page {
            try await owner.post(
                "/admin/account/app/confirm", [("app", String(secret)), ("code", code), ("password", password)])
        }
        let wrong = try await confirm("000000", "correct horse battery staple of tests")
        #expect(wrong.status == 422 && wrong.html.contains("value=\"\(secret)\"") && wrong.html.contains("<svg"))
        let code = try app.code(step: TOTP.step(at: shop.service.rooms.people.now()))
        let unknown = try await confirm(code, "another password of tests")
        #expect(unknown.status == 400 && !unknown.html.contains("another password"))
        let done = try await confirm(code, "correct horse battery staple of tests")
        #expect(done.status == 200 && done.html.matches(of: #/[A-Z2-7]{4}-[A-Z2-7]{4}/#).count >= 10)
        #expect(done.header("Set-Cookie")?.isEmpty == false)
        #expect(try await owner.get("/admin/account").status == 303, "the session from before has ended")
    }

    @Test("nobody ends another's session by its id")
    func foreignSession() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let other = try await ConsoleVisitor.admin(.viewer, shop)
        let page = try await owner.post("/admin/account/sessions/\(other.session.uuidString.lowercased())")
        #expect(page.status == 404)
        #expect(try await other.get("/admin/account").status == 200)
    }

    @Test("the language that somebody chose is kept with the account, a stranger's in a cookie")
    func language() async throws {
        let shop = try await ServiceFixture.shared
        let owner = try await ConsoleVisitor.admin(.owner, shop)
        let english = [("Accept-Language", "en")]
        #expect(try await owner.get("/admin/account", english).html.contains("<html lang=\"en\">"))
        #expect(try await owner.post("/admin/language", [("language", "zh-Hans")]).status == 303)
        #expect(try await owner.get("/admin/account", english).html.contains("<html lang=\"zh-Hans\">"))
        let stranger = ConsoleVisitor.stranger(shop)
        let chosen = try await stranger.post("/admin/language", [("language", "zh-Hans")], token: nil)
        let cookie = try #require(chosen.header("Set-Cookie")?.split(separator: ";").first)
        let page = try await stranger.get("/admin/login", english + [("Cookie", String(cookie))])
        #expect(page.html.contains("<html lang=\"zh-Hans\">") && page.html.contains("登录"))
        #expect(try await stranger.post("/admin/language", [("language", "xx")], token: nil).status == 400)
    }
}
