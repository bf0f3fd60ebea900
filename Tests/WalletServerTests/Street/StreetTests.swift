import Foundation
import HTTPClient
import HTTPServer
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// What every call does, whatever it is about.
@Suite struct StreetTests {
    @Test("404 and 405 are problems; 405 names the methods")
    func unknown() async throws {
        let shop = try await ServiceFixture.shared
        let none = try await shop.get("/v1/nothing")
        #expect(none.status == 404)
        #expect(none.code == "route_not_found")
        let other = try await shop.call(.delete, "/v1/admin/items/x")
        #expect(other.status == 405)
        #expect(other.code == "method_not_allowed")
        #expect(other.header("Allow") == "GET, PUT")
    }

    @Test("a client's request id comes back, in the header and in problems")
    func requestID() async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.call(.get, "/v1/items/none", headers: [("X-Request-Id", "my.id-1_x")])
        #expect(told.header("X-Request-Id") == "my.id-1_x")
        #expect(told.text("request_id") == "my.id-1_x")
        let own = try await shop.call(.get, "/v1/items/none", headers: [("X-Request-Id", "not ok\t")])
        #expect(own.header("X-Request-Id") != nil)
        #expect(own.header("X-Request-Id") != "not ok\t")
    }

    @Test("HEAD is GET without the body; a list of the catalogue is revalidated")
    func cached() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 3)
        let told = try await shop.get("/v1/items/\(item)")
        #expect(told.number("price") == 3)
        let tag = try #require(told.header("ETag"))
        #expect(told.header("Cache-Control")?.hasPrefix("private, max-age=") == true)
        let same = try await shop.call(.get, "/v1/items/\(item)", headers: [("If-None-Match", tag)])
        #expect(same.status == 304)
        #expect(same.bytes.isEmpty)
        let head = try await shop.call(.head, "/v1/items/\(item)")
        #expect(head.status == 200)
        #expect(head.bytes.isEmpty)
    }

    @Test("a scheduled price is announced as the next change")
    func nextChange() async throws {
        let shop = try await ServiceFixture.shared
        let item = try await shop.addItem(price: 100)
        let told = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            """
            {"price":70,"layer":"sale","from":"2090-01-01T00:00:00Z","to":"2090-01-02T00:00:00+01:00","reason":"test"}
            """)
        #expect(told.status == 200)
        let shown = try await shop.get("/v1/items/\(item)")
        #expect(shown.number("price") == 100)
        #expect(try shown.object("next_change")?.text("at") == "2090-01-01T00:00:00.000000Z")
        #expect(try shown.object("next_change")?.integer("price") == 70)
        let overlap = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            #"{"price":60,"layer":"sale","from":"2090-01-01T12:00:00Z","reason":"test"}"#)
        #expect(overlap.code == "price_overlap")
        let past = try await shop.call(
            .post, "/v1/admin/items/\(item)/prices",
            #"{"price":60,"from":"2020-01-01T00:00:00Z","reason":"test"}"#)
        #expect(past.code == "price_too_soon")
    }

    @Test("a user never seen reads as an empty wallet, and reading writes nobody down")
    func neverSeen() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("ghost")
        let told = try await shop.wallet(user)
        #expect(told.status == 200)
        #expect(told.number("available") == 0)
        #expect(told.number("version") == 0)
        for list in ["entries", "lots", "purchases", "ownerships"] {
            let page = try await shop.get("/v1/wallets/\(user)/\(list)")
            #expect(page.status == 200)
            #expect(page.list(list).isEmpty)
        }
        let wallet = try await shop.ledger.directory.knownWallet(of: UserID(user), in: .production)
        #expect(wallet == nil)
    }

    @Test("an order of somebody else, an unknown one and an unknown pack are refused")
    func orders() async throws {
        let shop = try await ServiceFixture.shared
        let (user, other) = (ServiceFixture.unique("u"), ServiceFixture.unique("v"))
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 5)
        let order = try await shop.call(.post, "/v1/orders", #"{"user":"\#(user)","pack":"pack-\#(product)"}"#)
        let id = try #require(order.text("order"))
        let proof = try shop.purchase(product)
        let foreign = try await shop.call(
            .post, "/v1/topups", #"{"user":"\#(other)","order":"\#(id)","signed_transaction":"\#(proof)"}"#)
        #expect(foreign.code == "order_belongs_to_another_user")
        #expect(foreign.flag("finish") == false)
        let own = try await shop.call(
            .post, "/v1/topups", #"{"user":"\#(user)","order":"\#(id)","signed_transaction":"\#(proof)"}"#)
        #expect(own.states == ["credited"])
        #expect(try await shop.get("/v1/orders/ord_00000000000000000000000000000000").code == "order_not_found")
        let unknown = try await shop.call(.post, "/v1/orders", #"{"user":"\#(user)","pack":"none"}"#)
        #expect(unknown.code == "pack_not_found")
    }

    @Test("what purchases and owners depend on is fixed")
    func fixed() async throws {
        let shop = try await ServiceFixture.shared
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 5)
        let other = try await shop.call(
            .put, "/v1/admin/packs/pack-\(product)",
            #"{"bundle":"\#(ServiceFixture.bundle)","product":"another","title":"t","coins":5,"reason":"test"}"#)
        #expect(other.status == 409)
        #expect(other.code == "member_fixed")
        let taken = try await shop.call(
            .put, "/v1/admin/packs/second-\(product)",
            #"{"bundle":"\#(ServiceFixture.bundle)","product":"\#(product)","title":"t","coins":5,"reason":"test"}"#)
        #expect(taken.code == "product_taken")
        let item = try await shop.addItem(price: 1, kind: 1)
        let kind = try await shop.call(
            .put, "/v1/admin/items/\(item)",
            #"{"title":"t","kind":"repeatable","state":"published","reason":"test"}"#)
        #expect(kind.code == "member_fixed")
        #expect(kind.text("member") == "kind")
    }

    @Test("setting a tester whose other wallet holds coins asks for confirmation")
    func testers() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        _ = try await shop.grant(30, to: user)
        let asked = try await shop.call(.put, "/v1/admin/users/\(user)/tester", #"{"tester":true,"reason":"review"}"#)
        #expect(asked.status == 409)
        #expect(asked.code == "confirmation_needed")
        #expect(asked.number("coins") == 30)
        let done = try await shop.call(
            .put, "/v1/admin/users/\(user)/tester", #"{"tester":true,"confirmed":true,"reason":"yes"}"#)
        #expect(done.status == 200)
        #expect(try await shop.wallet(user).text("environment") == "Sandbox")
    }

    @Test("the log has one line a request and neither users, keys, proofs nor values of the query")
    func log() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("secret-user")
        let product = try await shop.addPack(ServiceFixture.unique("coins"), coins: 5)
        let proof = try shop.purchase(product)
        _ = try await shop.call(
            .post, "/v1/topups", #"{"user":"\#(user)","signed_transaction":"\#(proof)"}"#,
            headers: [("X-Request-Id", "log-test-1")])
        _ = try await shop.get("/v1/wallets/\(user)/entries?cursor=SECRETCURSOR")
        // A slow machine may have refused it before.
        func done() -> [Substring] {
            shop.log.text.split(separator: "\n").filter {
                $0.contains("\"log-test-1\"") && $0.contains("\"status\":200")
            }
        }
        #expect(try await shop.waitUntil { !done().isEmpty })
        let text = shop.log.text
        let lines = done()
        #expect(lines.count == 1)
        let line = try JSONObject(parsing: Array(try #require(lines.first).utf8))
        #expect(try line.text("route") == "/v1/topups")
        #expect(try line.text("method") == "POST")
        #expect(try line.integer("status") == 200)
        #expect(try line.text("caller") == "all")
        for secret in [user, shop.key, String(proof.prefix(24)), String(proof.suffix(24)), "SECRETCURSOR"] {
            #expect(!text.contains(secret))
        }
    }

    @Test(
        "a call that is refused for its scope has the caller's name and route in its log line",
        arguments: [
            ("/v1/admin/items/{item}", "/v1/admin/items/forbidden", "{}"),
            ("/v1/admin/drafts", "/v1/admin/drafts", nil),
            // Its body is larger than others may be: it is refused before that is read.
            ("/v1/admin/drafts/{draft}/import", "/v1/admin/drafts/1/import", "item\n"),
        ] as [(String, String, String?)])
    func forbiddenInLog(route: String, path: String, body: String?) async throws {
        let shop = try await ServiceFixture.shared
        let name = ServiceFixture.unique("not-for-the-catalogue")
        let key = try await shop.makeKey([.read], name: name)
        let method: HTTPRequest.Method = body == nil ? .get : route.contains("import") ? .post : .put
        _ = try? await shop.call(method, path, body, key: key)
        func line() -> Substring? {
            shop.log.text.split(separator: "\n").first {
                $0.contains("\"message\":\"request\"") && $0.contains("\"status\":403")
                    && $0.contains("\"caller\":\"\(name)\"")
            }
        }
        #expect(try await shop.waitUntil { line() != nil })
        let told = try JSONObject(parsing: Array(try #require(line()).utf8))
        #expect(try told.text("route") == route && told.text("code") == "scope_missing")
    }

    @Test("the street answers in memory as through the socket")
    func inMemory() async throws {
        let shop = try await ServiceFixture.shared
        let request = Request(
            head: RequestHead(
                method: "GET", path: "/v1/wallets/nobody",
                headers: HeaderList([("Authorization", "Bearer \(shop.key)")])),
            body: [], id: "in-memory")
        let response = await withCheckedContinuation { continuation in
            shop.service.respond(to: request) { continuation.resume(returning: $0) }
        }
        guard case .bytes(let bytes) = response.body else { throw WalletError.internalError }
        #expect(try await shop.wallet("nobody").bytes == bytes)
        #expect(response.headers.contains { $0 == ("X-Request-Id", "in-memory") })
    }

    @Test("a stranger's large top-up is refused before its body is read, as a problem")
    func largeStranger() async throws {
        let shop = try await ServiceFixture.shared
        let body = #"{"user":"u","receipt":""# + String(repeating: "A", count: 1_000_000) + "\"}"
        do {
            let told = try await shop.call(.post, "/v1/topups", body, key: "wrong")
            #expect(told.status == 401)
            #expect(told.header("X-Request-Id")?.isEmpty == false)
        } catch {
            // The connection may be closed before the client has read the answer.
        }
    }

    @Test("development marks every answer")
    func developmentMode() async throws {
        let shop = try await ServiceFixture(database: try await ServiceFixture.shared.database) {
            $0.isDevelopment = true
        }
        #expect(try await shop.get("/v1/packs").header("Coffer-Mode") == "development")
        #expect(try await shop.get("/v1/nothing").header("Coffer-Mode") == "development")
        #expect(try await ServiceFixture.shared.get("/v1/packs").header("Coffer-Mode") == nil)
        _ = await shop.service.drain(deadlineMs: 2_000)
    }

    @Test("metrics count requests, coins and refused proofs")
    func metrics() async throws {
        let shop = try await ServiceFixture.shared
        _ = try await shop.submit("no.proof.atall", for: "u")
        let text = String(decoding: try await shop.get("/metrics").bytes, as: UTF8.self)
        for name in [
            "coffer_requests_total{method=\"POST\",route=\"/v1/topups\"", "coffer_batches_total ",
            "coffer_coins_credited_total ", "coffer_coins_spent_total ", "coffer_verification_failures_total{cause=",
        ] { #expect(text.contains(name), "\(name)") }
    }

    @Test("a draining service says so, and a drained one has answered everything")
    func drain() async throws {
        let shop = try await ServiceFixture(database: try await ServiceFixture.shared.database)
        // Its lanes connect by themselves, on a slow machine a little later.
        for _ in 0..<500 where try await shop.get("/readyz").status != 200 {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await shop.get("/readyz").status == 200)
        shop.service.announceDrain()
        #expect(try await shop.get("/readyz").status == 503)
        #expect(try await shop.get("/livez").status == 200)
        #expect(await shop.service.drain(deadlineMs: 5_000))
    }
}
