import Foundation
import HTTPClient
import Synchronization
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Every route with every scope: who may is in the matrix, everybody else is told 401 or 403 and nothing happens.
@Suite struct AuthorizationTests {
    /// Method, path, and the scopes of which one opens it.
    private static let matrix: [(HTTPRequest.Method, String, [Scope])] =
        [
            (.get, "/v1/packs", [.read]), (.get, "/v1/items", [.read]), (.get, "/v1/items/x", [.read]),
            (.post, "/v1/orders", [.topup]), (.get, "/v1/orders/x", [.read, .topup]),
            (.put, "/v1/users/u/tokens/x", [.topup]), (.post, "/v1/topups", [.topup]), (.get, "/v1/topups/x", [.topup]),
            (.get, "/v1/wallets/u", [.read]), (.get, "/v1/wallets/u/entries", [.read]),
            (.get, "/v1/wallets/u/statement", [.read]),
            (.get, "/v1/wallets/u/lots", [.read]), (.get, "/v1/wallets/u/purchases", [.read]),
            (.get, "/v1/wallets/u/ownerships", [.read]), (.post, "/v1/wallets/u/spends", [.spend]),
            (.get, "/v1/spends/x", [.read, .spend]), (.post, "/v1/wallets/u/grants", [.grant]),
            (.post, "/v1/spends/x/undo", [.spend]), (.get, "/v1/wallets/u/lots/1", [.read]),
            (.post, "/v1/bulk", [.spend, .grant]), (.get, "/v1/admin/packs", [.read, .catalogue]),
            (.get, "/v1/admin/packs/x", [.read, .catalogue]),
            (.put, "/v1/admin/packs/x", [.catalogue]), (.get, "/v1/admin/items", [.read, .catalogue]),
            (.get, "/v1/admin/items/x", [.read, .catalogue]), (.put, "/v1/admin/items/x", [.catalogue]),
            (.get, "/v1/admin/items/x/prices", [.read, .catalogue]), (.post, "/v1/admin/items/x/prices", [.catalogue]),
            (.put, "/v1/admin/users/u/tester", [.support]), (.put, "/v1/users/u/consent", [.users]),
            (.post, "/v1/users/leaver/merge", [.users]), (.post, "/v1/users/leaver/erase", [.users]),
            (.get, "/v1/events", [.events]), (.post, "/v1/wallets/u/holds", [.spend]),
            (.get, "/v1/wallets/u/holds", [.read]), (.get, "/v1/holds/x", [.read, .spend]),
            (.post, "/v1/holds/x/capture", [.spend]), (.post, "/v1/holds/x/release", [.spend]),
            (.get, "/v1/admin/unattributed", [.support]), (.post, "/v1/admin/unattributed/x/assign", [.support]),
            (.post, "/v1/admin/purchases/production/1/ask", [.support]),
            (.post, "/v1/admin/wallets/u/write-off", [.support]),
        ] + people + catalogueMatrix + support + books + appleReports

    /// What Apple reports and pays, and the journal for data warehouses.
    private static let appleReports: [(HTTPRequest.Method, String, [Scope])] = [
        (.get, "/v1/admin/books/reports", [.books]), (.post, "/v1/admin/books/reports", [.books]),
        (.get, "/v1/admin/books/payments", [.books]), (.post, "/v1/admin/books/payments", [.books]),
        (.get, "/v1/admin/books/fiscal-years", [.books]), (.put, "/v1/admin/books/fiscal-years", [.books]),
        (.get, "/v1/exports/feed", [.export]),
    ]

    /// Drafts, publications, sheets.
    private static let catalogueMatrix: [(HTTPRequest.Method, String, [Scope])] = [
        (.get, "/v1/admin/catalogue", [.read, .catalogue]),
        (.get, "/v1/admin/catalogue.csv", [.read, .catalogue]),
        (.post, "/v1/admin/items/x/prices/1/end", [.catalogue]),
        (.get, "/v1/admin/drafts", [.catalogue]),
        (.post, "/v1/admin/drafts", [.catalogue]),
        (.get, "/v1/admin/drafts/x", [.catalogue]),
        (.put, "/v1/admin/drafts/x/items/x", [.catalogue]),
        (.get, "/v1/admin/drafts/x/difference", [.catalogue]),
        (.post, "/v1/admin/drafts/x/import", [.catalogue]),
        (.post, "/v1/admin/drafts/x/rebase", [.catalogue]),
        (.post, "/v1/admin/drafts/x/discard", [.catalogue]),
        (.post, "/v1/admin/drafts/x/publish", [.catalogue]),
        (.get, "/v1/admin/publications", [.read, .catalogue]),
        (.get, "/v1/admin/publications/x", [.read, .catalogue]),
        (.post, "/v1/admin/publications/x/rollback", [.catalogue]),
    ]

    /// People, keys and the audit log.
    private static let people: [(HTTPRequest.Method, String, [Scope])] = [
        (.get, "/v1/admin/people", [.keys]), (.get, "/v1/admin/keys", [.keys]), (.post, "/v1/admin/keys", [.keys]),
        (.post, "/v1/admin/keys/x/rotate", [.keys]), (.post, "/v1/admin/keys/x/revoke", [.keys]),
        (.get, "/v1/admin/audit", [.audit]), (.get, "/v1/admin/audit.csv", [.audit]),
        (.get, "/v1/exports/x", [.export]),
    ]

    /// Settings and periods of the books.
    private static let books: [(HTTPRequest.Method, String, [Scope])] = [
        (.get, "/v1/admin/books/settings", [.books]), (.get, "/v1/admin/books/settings.csv", [.books]),
        (.post, "/v1/admin/books/settings", [.books]), (.get, "/v1/admin/books/unpriced", [.books]),
        (.get, "/v1/admin/books/periods", [.books]), (.post, "/v1/admin/books/periods/x/close", [.books]),
        (.get, "/v1/admin/books/periods/x/figures", [.books]), (.post, "/v1/admin/books/periods/x/reopen", [.books]),
        (.post, "/v1/admin/books/reopenings/x/approve", [.books]),
        (.post, "/v1/admin/books/reopenings/x/reject", [.books]),
    ]

    /// What support does by hand.
    private static let support: [(HTTPRequest.Method, String, [Scope])] = [
        (.get, "/v1/admin/users", [.support]), (.get, "/v1/admin/users/u", [.support]),
        (.post, "/v1/admin/users/u/notes", [.support]), (.get, "/v1/admin/refunds", [.support]),
        (.get, "/v1/admin/wallets/u/spends", [.support]), (.get, "/v1/admin/wallets/u/proofs", [.support]),
        (.get, "/v1/admin/wallets/u/refunds", [.support]), (.get, "/v1/admin/wallets/u/events", [.support]),
        (.get, "/v1/admin/wallets/u/acts", [.support]), (.put, "/v1/admin/wallets/u/frozen", [.support]),
        (.post, "/v1/admin/wallets/u/adjustments", [.support]), (.post, "/v1/admin/wallets/u/forfeits", [.support]),
        (.post, "/v1/admin/wallets/u/grants", [.support]),
        (.get, "/v1/admin/approvals", [.support]), (.get, "/v1/admin/approvals/x", [.support]),
        (.post, "/v1/admin/approvals/x/approve", [.support]), (.post, "/v1/admin/approvals/x/reject", [.support]),
        (.post, "/v1/admin/proofs/x/retry", [.support]), (.post, "/v1/admin/tokens/x/move", [.support]),
        (.get, "/v1/admin/products", [.support]), (.put, "/v1/admin/products/x/y", [.support]),
    ]

    @Test("a key opens what its scopes name and nothing else", arguments: Scope.allCases)
    func matrix(scope: Scope) async throws {
        let shop = try await ServiceFixture.shared
        let key = try await shop.makeKey([scope])
        for (method, path, scopes) in Self.matrix {
            let told = try await shop.call(method, path, method == .get ? nil : "{}", key: key)
            if scopes.contains(scope) {
                #expect(![401, 403].contains(told.status), "\(method) \(path) \(scope)")
            } else {
                #expect(told.status == 403, "\(method) \(path) \(scope)")
                #expect(told.code == "scope_missing")
            }
        }
    }

    @Test("no key, a wrong one and other schemes are 401 on every route")
    func strangers() async throws {
        let shop = try await ServiceFixture.shared
        let credentials = [
            "", "Bearer", "Bearer ", "Bearer wrong", "Basic \(shop.key)", shop.key, "Bearer \(shop.key) x",
        ]
        for (method, path, _) in Self.matrix {
            for credential in method == .get ? credentials : ["Bearer wrong"] {
                let told = try await shop.call(
                    method, path, method == .get ? nil : "{}", headers: [("Authorization", credential)])
                #expect(told.status == 401, "\(path) \(credential)")
                #expect(told.header("WWW-Authenticate") != nil)
            }
        }
    }

    @Test("the scheme's letter case does not matter")
    func schemeCase() async throws {
        let shop = try await ServiceFixture.shared
        let told = try await shop.call(.get, "/v1/packs", headers: [("Authorization", "bEARER  \(shop.key)")])
        #expect(told.status == 200)
    }

    @Test("the matrix names every route that needs a key")
    func complete() throws {
        let open: Set = ["GET /livez", "GET /readyz", "GET /metrics", "POST /v1/apple/notifications"]
        let documented = try Self.documentedCalls().filter { !open.contains($0) }
        #expect(documented.count > open.count)
        for call in documented {
            #expect(Self.matrix.contains { Self.matches("\($0.0.rawValue) \($0.1)", call) }, "\(call)")
        }
        #expect(Self.matrix.count == documented.count)
    }

    /// `GET /v1/items/{item}`, for each call of the API document, which `TidyTests` compares with the routes.
    private static func documentedCalls() throws -> [String] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        let document = try String(contentsOf: root.appending(path: "docs/openapi.yaml"), encoding: .utf8)
        var path = ""
        var calls: [String] = []
        for line in document.split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (/\S*):/#) { path = String(match.1) }
            if let match = line.wholeMatch(of: #/    (get|put|post):/#) {
                calls.append("\(match.1.uppercased()) \(path)")
            }
        }
        return calls
    }

    /// A segment between braces stands for any.
    private static func matches(_ call: String, _ template: String) -> Bool {
        let (given, wanted) = (call.split(separator: "/"), template.split(separator: "/"))
        return given.count == wanted.count && zip(given, wanted).allSatisfy { $0 == $1 || $1.hasPrefix("{") }
    }

    @Test("a revoked key is refused within seconds, a new one of the same name is the same caller")
    func rotation() async throws {
        let shop = try await ServiceFixture.shared
        let user = ServiceFixture.unique("u")
        _ = try await shop.grant(10, to: user)
        let item = try await shop.addItem(price: 1)
        let name = ServiceFixture.unique("shop")
        let old = try await shop.makeKey([.spend], name: name)
        func spend(_ key: String) async throws -> Told {
            try await shop.call(
                .post, "/v1/wallets/\(user)/spends", #"{"item":"\#(item)","expected_price":1}"#, key: key,
                headers: [("Idempotency-Key", "same")])
        }
        let first = try await spend(old)
        #expect(first.status == 200)
        try await shop.ledger.keys.revoke(name: name)
        let new = try await shop.makeKey([.spend], name: name)
        #expect(try await shop.waitUntil { try await spend(old).status == 401 })
        let replayed = try await spend(new)
        #expect(replayed.bytes == first.bytes)
        #expect(replayed.header("Idempotency-Replayed") == "true")
    }

    @Test("metrics are open to this machine, not through a proxy; health to everybody")
    func operators() async throws {
        let shop = try await ServiceFixture.shared
        let nobody = [("Authorization", "Bearer wrong")]
        #expect(try await shop.call(.get, "/metrics", headers: nobody).status == 200)
        let proxied = nobody + [("X-Forwarded-For", "203.0.113.7")]
        #expect(try await shop.call(.get, "/metrics", headers: proxied).status == 401)
        #expect(try await shop.call(.get, "/metrics", headers: [("X-Forwarded-For", "203.0.113.7")]).status == 200)
        #expect(try await shop.call(.get, "/livez", headers: proxied).status == 200)
        #expect(try await shop.call(.get, "/readyz", headers: proxied).status == 200)
    }
}
